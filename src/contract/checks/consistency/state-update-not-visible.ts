import { jsonEquals } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { UnkeptPart } from '../../model/events.ts';
import { difference, differingProperties, entityOf } from '../../responses/comparison.ts';
import { propertiesShown } from '../../responses/entity-diff.ts';
import { changesNothing } from '../../responses/kept-values.ts';

export const stateUpdateNotVisible: Check = defineCheck({
  id: 'state.update-not-visible',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-update'],
  question: 'Does a read show an update?',
  guard:
    'Only properties whose value the write changes and which still have exactly the old value. A value that the answer could not hold is not judged, nor a POST that changes nothing at all: it may be no update.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-update') return [];
    const [read, before, sent] = [entityOf(exchange, story.responseEntity), story.before, story.sent].map((item) =>
      propertiesShown(exchange, item),
    );
    if (read === undefined || before === undefined || sent === undefined) return [];
    const unkept: UnkeptPart = changesNothing(before, sent, read) ? 'write' : 'property';
    if (story.guessed === true && unkept === 'write') return [];
    return differingProperties(exchange, sent, read, story.responseEntity)
      .filter((name) => Object.hasOwn(before, name) && jsonEquals(before[name] ?? null, read[name] ?? null))
      .map((name) => ({
        ...difference(
          name,
          sent[name] ?? null,
          read[name] ?? null,
          `The ${story.by === 'patch' ? 'PATCH' : 'replacement'} had no effect`,
        ),
        unkept,
      }));
  },
});
