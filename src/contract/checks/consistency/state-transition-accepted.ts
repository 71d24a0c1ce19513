import type { Operation, PlacedText } from '../../../spec/index.ts';
import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { describedAnswer, placedSentences, quoteOf } from '../../model/document-sentence.ts';

export const stateTransitionAccepted: Check = defineCheck({
  id: 'state.transition-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['in-state'],
  question: 'Is a write refused in a state in which the document refuses it?',
  guard:
    'Only if the description of a 403, 409, 422 or 423 names a state that the schema of the item lists (or what a date of the item says, where its actions set or clear that date and nothing else is a state), or an action that documents 409 is repeated on an item that shows that it was done. The item was read in that state right before. So is a record that the body names, where the document says in which states it cannot be named (`Only published events can be booked`), and an item on the path, where the document calls it read-only in a state (`Archived projects are read-only`). If the 409 mentions states without naming one, the states in the description of the operation count (`Cancel an open order`). A 409 without a description counts only if the operation was not refused in any state so far. A delete of an item that others refer to counts if the document names them as the reason of its 409, and only if they are gone as well. Conflicts about versions, taken names or stock are not about states.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'in-state' || operation === undefined || status > 299) return [];
    const state = stringifyJson(story.state);
    const own = story.refusal;
    const refusals = [...(own === undefined ? REFUSALS : [own.status])].flatMap(
      (each) => operation.responses.find((one) => one.status === each) ?? [],
    );
    const limit = limitOf(operation);
    // A 403 is mostly about rights.
    const described = refusals.find(
      (each) => describedAnswer(operation, each.status) !== undefined && (each.status !== '403' || limit === undefined),
    );
    const refusal = described ?? refusals[0];
    const sentence = own?.text ?? (described === undefined ? limit : describedAnswer(operation, described.status));
    const quote = sentence === undefined ? '' : ` (${quoteOf(sentence)})`;
    const expected = described === undefined ? refusals.map((each) => each.status) : [described.status];
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        subject: state,
        ...(refusal === undefined ? {} : { rule: refusal.pointer }),
        ...(sentence === undefined ? {} : { sentence }),
        expected: `a refusal (${[...(expected.length === 0 ? REFUSALS : expected)].join(' or ')})`,
        actual: String(status),
        message: `${operation.id} answers ${status} for ${
          story.names !== undefined
            ? `the ${story.names} that the request names,`
            : story.below === undefined
              ? 'an item'
              : `something below a ${story.below}`
        } ${
          story.because === undefined ? `whose \`${story.property}\` is ${state}` : `that has ${story.because}`
        }, where the document has ${refusal === undefined ? 'a refusal' : `the refusal ${refusal.status}`}${quote}.`,
      },
    ];
  },
});

/** The statuses that refuse a write because of the state of an item, the one first that means nothing else. */
const REFUSALS: ReadonlySet<string> = new Set(['409', '423', '422', '403']);

/** The sentence of an operation that says when it is possible: `Only drafts can be sent.` */
function limitOf({ description, pointer }: Operation): PlacedText | undefined {
  return placedSentences(description, `${pointer}/description`).find(({ text }) => LIMIT.test(text));
}

const LIMIT = /\b(?:only|cannot|can ?not|can['’]t|must not|may not|unless|already|no longer|not (?:be )?possible)\b/i;
