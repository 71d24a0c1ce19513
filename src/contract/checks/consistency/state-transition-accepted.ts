import { stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const stateTransitionAccepted: Check = defineCheck({
  id: 'state.transition-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['in-state'],
  question: 'Is what the document refuses in a state refused there?',
  guard:
    'Only where the description of a 409 or 422 names a state of the item that its schema lists, or an action that documents 409 is done to an item that shows that it has been done already; the item was read in that state right before. Where the 409 speaks of states and names none, the states count that the text of the operation puts before the item (`Cancel an open order`), if it names no others. A 409 of which nothing is said counts only for an operation that has been refused so in none of the states that were visited. Conflicts of versions, of names that are taken, or of stock are none of states.',
  judge({ purpose: { story }, operation, response: { status } }) {
    if (story.kind !== 'in-state' || operation === undefined || status > 299) return [];
    const state = stringifyJson(story.state);
    return [
      {
        pointer: `${operation.pointer}/responses`,
        messagePointer: '/status',
        subject: state,
        expected: 'a refusal (409 or 422)',
        actual: String(status),
        message: `${operation.id} answers ${status} for an item whose ${story.property} is ${state}, where the document has a refusal (409 or 422).`,
      },
    ];
  },
});
