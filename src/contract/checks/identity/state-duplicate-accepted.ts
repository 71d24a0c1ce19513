import { duplicateRefusal } from '../../../resources/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { describedAnswer, quoteOf } from '../../model/document-sentence.ts';

export const stateDuplicateAccepted: Check = defineCheck({
  id: 'state.duplicate-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['same-again'],
  question:
    'Is a second create of the same item refused, and a change to the value of another item, if the document says so?',
  guard:
    'Only if the create documents 409, or its text says that what exists already is refused, and the client names the item, or the description of the 409, 422 or 400 says that such an item already exists and the item shows values that were sent. So does a 409 or 422 that says that a record which the request names is taken (`The copy is on loan already`). The request is the same as the one just before, with all optional parts and another idempotency key; other letter case and spaces only where the document says that they make no difference. A change that gives an item the value of another one counts if the 409 of the change names the property, if no text limits that to some items (`another active member`), and if reads then show both items with the value.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'same-again' || operation === undefined || status > 299) return [];
    const promised = duplicateRefusal(operation) ?? story.taken;
    if (!story.named && promised === undefined) return [];
    const refusal = promised ?? operation.responses.find((each) => each.status === '409')?.status;
    const sentence = refusal === undefined ? undefined : describedAnswer(operation, refusal);
    const rule = story.sentence ?? sentence;
    const quote = sentence === undefined ? 'for what exists already' : `(${quoteOf(sentence)})`;
    const changed = story.form === undefined ? ' again' : ` with ${story.form}`;
    const sent =
      story.changed === undefined
        ? `the same request${changed}`
        : `a change that gives \`${story.changed}\` the value of another item`;
    return [
      {
        ...(rule === undefined ? {} : { sentence: rule }),
        pointer: refusal === undefined ? operation.pointer : `${operation.pointer}/responses/${refusal}`,
        messagePointer: '/status',
        expected: refusal ?? 'a refusal (4xx)',
        actual: String(status),
        ...(story.form === undefined ? {} : { keyword: 'form' }),
        message: `${operation.id} answers ${status} to ${sent}, where the document ${refusal === undefined ? 'refuses what exists already' : `has ${refusal} ${quote}`}.`,
      },
    ];
  },
});
