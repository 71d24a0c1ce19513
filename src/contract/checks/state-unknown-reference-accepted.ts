import type { Api, Operation } from '../../spec/index.ts';
import { type Check, defineCheck } from '../check.ts';

export const stateUnknownReferenceAccepted: Check = defineCheck({
  id: 'state.unknown-reference-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  question: 'Is a record that names another one that does not exist refused where the document says so?',
  guard:
    'Only where a documented refusal cannot mean anything else: a 404 of a path without ids whose GET has none, or one whose description speaks of something that does not exist.',
  judge({ purpose: { story, proven }, response: { status }, operation, api }) {
    if (story.kind !== 'unknown-reference' || operation === undefined || status > 299 || !proven) return [];
    const promised = promiseOf(operation, api);
    if (promised === undefined) return [];
    const place = story.pointer.replace(/^\/body\//, '');
    return [
      {
        pointer: `${operation.pointer}/responses/${promised}`,
        messagePointer: story.pointer,
        expected: promised,
        actual: String(status),
        message: `${operation.id} accepted (${status}) a request whose ${place} names nothing, where the document has ${promised}.`,
      },
    ];
  },
});

const SPEAKS =
  /(does not|doesn.t|do not|must) exist|unknown (?!propert|field|param|key|attribute|member|media|type|error)|no such (?!propert|field)|non-?existent|missing (reference|parent)/i;

/** The refusal that the document has for a reference to nothing. */
function promiseOf({ path, responses }: Operation, api: Api): string | undefined {
  const of = (status: string): Operation['responses'][number] | undefined =>
    responses.find((each) => each.status === status);
  const listed = api.operations.find((each) => each.path === path && each.method === 'GET');
  // A document that has 404 for everything has it for nothing.
  const alone = listed !== undefined && !listed.responses.some(({ status }) => status === '404');
  if (!path.includes('{') && of('404') !== undefined && alone) return '404';
  return ['409', '422', '400'].find((status) => SPEAKS.test(of(status)?.description ?? ''));
}
