import { type Operation, sentencesIn } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { idIn, shownId } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';

export const idempotencyKeyIgnored: Check = defineCheck({
  id: 'idempotency.key-ignored',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['keyed'],
  question: 'Is a request with the same idempotency key done only once?',
  guard:
    'Only operations that document such a key. The same request is sent again right after a success. A refusal is correct unless the document promises the first answer again, and so is that answer; a second new record is not.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'keyed' || story.made === undefined || exchange.operation === undefined) return [];
    const { status } = exchange.response;
    if (REFUSALS.has(status) && promisesAnswer(exchange.operation, story.name, exchange.api.description))
      return [
        {
          messagePointer: '/status',
          keyword: 'refused',
          expected: 'the answer of the first request again',
          actual: String(status),
          message: `${exchange.operation.id} refuses (${status}) the same request with the same ${story.name}, where the document has the first answer again.`,
        },
      ];
    const { resource } = exchange.model.roleOf(exchange.operation);
    const item = entity(exchange);
    const id = (resource === undefined ? undefined : idIn(resource, item)) ?? shownId(exchange.api, resource, item);
    if (id === undefined || Object.values(story.made).some((known) => String(known) === String(id))) return [];
    return [
      {
        messagePointer: `/header/${story.name}`,
        expected: `the record that the first request made, or a refusal`,
        actual: `another one, ${String(id)}`,
        message: `${exchange.operation.id} did the same work twice for one ${story.name}: it created a second record, ${String(id)}.`,
      },
    ];
  },
});

/** Refusals of a record that exists already. */
const REFUSALS = new Set([409, 422, 400]);

/** What a text says of a request that is repeated with its key. */
const AGAIN =
  /\b(?:gets?|returns?|answers?(?: with)?|receives?|gives?|replays?|has|have|sends?)\b[^.;]*\b(?:first|original|same|earlier|previous|stored|saved)\b[^.;]{0,30}\b(?:answers?|responses?|results?|records?)\b/i;
/** A sentence that promises no answer, or not always. */
const OTHERWISE =
  /\b(?:refus\w*|reject\w*|conflict\w*|fail\w*|errors?|4\d\d|if|unless|once|until|while|may|might)\b|(?:\b(?:not|never|cannot|no longer)|n['’]t) (?:\w+ )?(?:get|return|answer|receive|give|replay|have|has|send)/i;
const OF_REPEATS = /\b(?:again|repeat\w*|retr(?:y|ie[sd])|replay\w*|twice|second time)\b/i;

/** Whether the text of an operation, of its key, or of the whole API promises the first answer to a repeated request. */
function promisesAnswer({ description = '', parameters }: Operation, name: string, general = ''): boolean {
  const own = parameters.find((each) => each.in === 'header' && each.name.toLowerCase() === name.toLowerCase());
  const ofKeys = sentencesIn(general).filter((sentence) => /\bkeys?\b|idempoten/i.test(sentence));
  return [description, own?.description ?? '']
    .flatMap(sentencesIn)
    .concat(ofKeys)
    .some((sentence) => AGAIN.test(sentence) && OF_REPEATS.test(sentence) && !OTHERWISE.test(sentence));
}
