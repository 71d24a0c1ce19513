import { valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { quoteOf } from '../../model/document-sentence.ts';
import { memberPath } from '../../model/member-path.ts';
import { entity } from '../../responses/entity-diff.ts';

export const stateDeleteLeavesOrphans: Check = defineCheck({
  id: 'state.delete-leaves-orphans',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['orphan'],
  question:
    'Is a delete refused while another record refers to the item, or does that record go with it, as the document says?',
  guard:
    'Only items of the run whose delete was accepted. The delete must document a 409 that is not about a lock, version or state, or say that the records are deleted too. Only records below the path of the item, and records that must refer to an item and still refer to this one. Records that are deleted with it or lose the reference are correct.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'orphan') return [];
    const { pointer, parent, owner, remove, sentence, conflict, child } = story;
    const { status } = exchange.response;
    const read = exchange.operation?.id ?? 'A read';
    const rule = sentence ?? conflict;
    const place = rule === undefined ? {} : { sentence: rule };
    const isRefused = story.promise === '409' && sentence !== undefined;
    const says = isRefused ? 'the document has 409 for it' : 'the document';
    const quote = sentence === undefined ? '' : ` (${says}: ${quoteOf(sentence)})`;
    const deleted = `${remove} deleted the ${parent.singular} ${String(owner)}${quote}`;
    // A 409 that does not name such records may be about something else.
    const refusal =
      story.promise === '409'
        ? `, or 409 from ${remove}${conflict === undefined ? '' : ` (${quoteOf(conflict)})`}`
        : '';
    const wanted = (without: string): string => (isRefused ? `409 from ${remove}` : `${without}${refusal}`);
    if (pointer === undefined) {
      if (status > 299 || entity(exchange) === undefined) return [];
      return [
        {
          messagePointer: '/status',
          subject: remove,
          ...place,
          expected: wanted(`404 or 410 from ${read}`),
          actual: `${status} from ${read}`,
          message: `${deleted}, and ${read} still answers ${status} for its ${child}.`,
        },
      ];
    }
    const named = valueAt(entity(exchange) ?? null, pointer);
    if (named === undefined || String(named) !== String(owner)) return [];
    return [
      {
        messagePointer: `/body${pointer}`,
        subject: remove,
        ...place,
        expected: wanted('nothing that refers to it'),
        actual: `\`${memberPath(pointer)}\` of the ${child} is still ${String(named)}`,
        message: `${deleted}, and ${read} still shows it as \`${memberPath(pointer)}\` of the ${child}.`,
      },
    ];
  },
});
