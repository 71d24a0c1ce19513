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
    'Only if the description of a 403, 409, 422 or 423 names a state that the schema of the item lists, or an action that documents 409 is repeated on an item that shows that it was done. The item was read in that state right before. If the 409 mentions states without naming one, the states in the description of the operation count (`Cancel an open order`). A 409 without a description counts only if the operation was not refused in any state so far. A delete of an item that others refer to counts if the document names them as the reason of its 409, and only if they are gone as well. Conflicts about versions, taken names or stock are not about states.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'in-state' || operation === undefined || status > 299) return [];
    const state = stringifyJson(story.state);
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        subject: state,
        expected: 'a refusal (403, 409, 422 or 423)',
        actual: String(status),
        message: `${operation.id} answers ${status} for an item ${
          story.because === undefined ? `whose \`${story.property}\` is ${state}` : `that has ${story.because}`
        }, where the document has a refusal.`,
      },
    ];
  },
});
