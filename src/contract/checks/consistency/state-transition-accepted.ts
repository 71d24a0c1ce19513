import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const stateTransitionAccepted: Check = defineCheck({
  id: 'state.transition-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['in-state'],
  question: 'Is a write refused in a state in which the document refuses it?',
  guard:
    'Only if the description of a 403, 409, 422 or 423 names a state that the schema of the item lists (or what a date of the item says, where its actions set or clear that date and nothing else is a state), or an action that documents 409 is repeated on an item that shows that it was done. The item was read in that state right before. If the 409 mentions states without naming one, the states in the description of the operation count (`Cancel an open order`). A 409 without a description counts only if the operation was not refused in any state so far. A delete of an item that others refer to counts if the document names them as the reason of its 409, and only if they are gone as well. Conflicts about versions, taken names or stock are not about states.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'in-state' || operation === undefined || status > 299) return [];
    const state = stringifyJson(story.state);
    const refusals = operation.responses.filter((each) => REFUSALS.has(each.status));
    const [refusal] = refusals;
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        subject: state,
        ...(refusal === undefined ? {} : { rule: refusal.pointer }),
        expected: `a refusal (${[...(refusals.length === 0 ? REFUSALS : refusals.map((each) => each.status))].join(' or ')})`,
        actual: String(status),
        message: `${operation.id} answers ${status} for an item ${
          story.because === undefined ? `whose \`${story.property}\` is ${state}` : `that has ${story.because}`
        }, where the document has ${refusal === undefined ? 'a refusal' : `the refusal ${refusal.status}${describedAs(refusal.description)}`}.`,
      },
    ];
  },
});

/** The statuses that refuse a write because of the state of an item. */
const REFUSALS: ReadonlySet<string> = new Set(['403', '409', '422', '423']);

/** The beginning of the description of a response, in parentheses. */
function describedAs(description = ''): string {
  const [line = ''] = description.trim().split('\n');
  return line === '' ? '' : ` (“${line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line}”)`;
}

const MOST_WORDS = 120;
