import { isObject, jsonEquals } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { isSizeName } from '../../responses/comparison.ts';
import { entity } from '../../responses/entity-diff.ts';
import { shownAgain } from './uploaded-facts.ts';

export const stateSizeStale: Check = defineCheck({
  id: 'state.size-stale',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-resize', 'uploaded'],
  question: 'Does an item show the size of its content, also once that is longer?',
  guard:
    'Only numbers whose name says that they are a size, read before and after the content was replaced by content that is hundreds of times longer. Of an upload, only sizes that the document calls the size of the file in bytes and nothing more, where a download has given the same bytes and two uploads show the same other size.',
  judge(exchange) {
    const { story } = exchange.purpose;
    const after = entity(exchange);
    const uploaded = shownAgain(exchange, 'size');
    if (uploaded !== undefined) {
      const { property, sent, earlier } = uploaded;
      return [
        {
          messagePointer: `/body/${property}`,
          subject: property,
          expected: `${String(sent)} bytes`,
          actual: String(earlier),
          message: `${exchange.operation?.id ?? 'The operation'} took a file of ${String(sent)} bytes, and shows \`${property}\` ${String(earlier)}.`,
        },
      ];
    }
    if (story.kind !== 'after-resize' || !isObject(story.before) || after === undefined || !isObject(after)) return [];
    const { before, from, to, write } = story;
    return Object.keys(before)
      .filter((name) => isSizeName(name) && typeof before[name] === 'number')
      .filter((name) => jsonEquals(before[name] ?? null, after[name] ?? null))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: `${write} ${name}`,
        expected: `another ${name} than ${String(before[name])}`,
        actual: String(after[name]),
        message: `${write} replaced ${from} bytes by ${to}, and \`${name}\` is still ${String(after[name])}.`,
      }));
  },
});
