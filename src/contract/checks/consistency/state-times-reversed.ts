import type { Json } from '../../../core/index.ts';
import { isLastChangeName } from '../../../resources/index.ts';
import { propertiesOf } from '../../../spec/index.ts';
import { jsonEquals } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { itemPart } from '../../requests/written-part.ts';
import { entity, propertiesShown } from '../../responses/entity-diff.ts';

const MADE = /^(created|creation|inserted)(_?(at|on|date|time|timestamp))?$/i;
/** Milliseconds by which two clocks of one service may differ. */
const APART = 5_000;

export const stateTimesReversed: Check = defineCheck({
  id: 'state.times-reversed',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-create', 'after-update', 'after-action'],
  question: 'Is an item created before it is updated, and is an action after what was done before?',
  guard:
    'Only items of the run that show both times with date, time and zone, more than five seconds apart. After an action, only a date that the action has set, and earlier dates of what was done (`bookedAt`) that no create takes.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind === 'after-action') return actedBefore(exchange, story);
    if (story.kind !== 'after-create' && story.kind !== 'after-update') return [];
    const properties = Object.entries(propertiesShown(exchange, entity(exchange)) ?? {});
    const made = properties.find(([name, value]) => MADE.test(name) && isInstant(value));
    const changed = properties.find(([name, value]) => isLastChangeName(name) && isInstant(value));
    if (made === undefined || changed === undefined) return [];
    if (!isBefore(changed[1], made[1])) return [];
    return [
      {
        messagePointer: `/body/${changed[0]}`,
        subject: changed[0],
        expected: `not before ${made[0]}, ${String(made[1])}`,
        actual: String(changed[1]),
        message: `${exchange.operation?.id} shows an item whose \`${changed[0]}\` (${String(changed[1])}) is before its \`${made[0]}\` (${String(made[1])}).`,
      },
    ];
  },
});

function isInstant(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/** What was done, by the name of its date: `bookedAt`. */
const DONE = /^\w*(?:ed|en|wn|nt|ld)_?(?:at|on|date|time|timestamp)$/i;

/** The dates that an action has set, if they are before dates that the item had already. */
function actedBefore(
  exchange: Exchange,
  { action, before }: Extract<Stimulus, { readonly kind: 'after-action' }>,
): readonly FindingDraft[] {
  const [old, now] = [propertiesShown(exchange, before) ?? {}, propertiesShown(exchange, entity(exchange)) ?? {}];
  const given = sentInWrites(exchange);
  const earlier = Object.entries(old).filter(
    ([name, value]) => DONE.test(name) && !given.has(name) && isInstant(value) && jsonEquals(value, now[name] ?? null),
  );
  return Object.entries(now).flatMap(([name, value]) => {
    const isNew = DONE.test(name) && (old[name] ?? null) === null && isInstant(value) && !given.has(name);
    const done = isNew ? earlier.find(([, time]) => isBefore(value, time)) : undefined;
    if (done === undefined) return [];
    return [
      {
        messagePointer: `/body/${name}`,
        subject: `${action} ${name}`,
        expected: `not before ${done[0]}, ${String(done[1])}`,
        actual: String(value),
        message: `${action} has set \`${name}\` to ${String(value)}, before the \`${done[0]}\` of the item (${String(done[1])}).`,
      },
    ];
  });
}

/** The properties that bodies of writes to the resource have. */
function sentInWrites({ api, model, operation }: Exchange): ReadonlySet<string> {
  const resource = operation === undefined ? undefined : model.roleOf(operation).resource;
  const writes = api.operations.filter((each) => model.roleOf(each).resource === resource);
  return new Set(writes.flatMap((each) => Object.keys(propertiesOf(api, itemPart({ api, model }, each).schema))));
}

function isBefore(one: Json, other: Json): boolean {
  return Date.parse(String(one)) < Date.parse(String(other)) - APART;
}
