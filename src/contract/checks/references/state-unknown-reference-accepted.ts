import { refusalOfUnknown, spokenRefusal } from '../../../resources/index.ts';
import type { Operation } from '../../../spec/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';

export const stateUnknownReferenceAccepted: Check = defineCheck({
  id: 'state.unknown-reference-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['unknown-reference'],
  question: 'Is a reference to a record that does not exist refused, if the document says so?',
  guard:
    'Only if a documented refusal cannot mean anything else: a 404 of a path without ids whose GET has none, a description that mentions something that does not exist, or a property that is described as the name of something existing. Only the latter counts if the document does not say which resource is meant.',
  judge({ purpose: { story, proven }, response: { status }, operation, api }) {
    if (story.kind !== 'unknown-reference' || operation === undefined || status > 299 || !proven) return [];
    const named = story.loose ? spokenRefusal(operation) : refusalOfUnknown(operation, api);
    const promised = named ?? (story.existing === true ? refusalOfValues(operation) : undefined);
    if (promised === undefined) return [];
    const place = story.pointer.replace(/^\/body\//, '');
    return [
      {
        pointer: `${operation.pointer}/responses/${promised}`,
        messagePointer: story.pointer,
        expected: promised,
        actual: String(status),
        message: `${operation.id} accepted (${status}) a request whose \`${place}\` names a record that does not exist, where the document has ${promised}.`,
      },
    ];
  },
});

function refusalOfValues({ responses }: Operation): string | undefined {
  return ['422', '400', '409', '404'].find((status) => responses.some((each) => each.status === status));
}
