import { type Operation, type Parameter, wordsOf } from '../../spec/index.ts';

const ONLY_CHECKS =
  /^(?:(?:is )?dry ?run|(?:validate|validation|check|test|simulate|preview) only|only (?:validate|check)|simulate)$/;
/** What the description of such a flag says. */
const KEEPS_NOTHING =
  /\b(?:nothing|no \w+|not|without) (?:(?:is|are|be|being|will be|gets?|actually|really) )*(?:stor(?:ed|ing)|sav(?:ed|ing)|creat(?:ed|ing)|persist(?:ed|ing)|appl(?:ied|ying)|written|executed|executing|changed|made)\b/i;
const MASK = /^(?:\w+ )?(?:update|field)s? masks?$/;

/** Whether a parameter asks that a write is only checked, and nothing is stored: `validateOnly`, `dry_run`. */
function isDryRun({ name, schema, description = '' }: Parameter): boolean {
  const isFlag = typeof schema === 'object' && [schema.type].flat().includes('boolean');
  return ONLY_CHECKS.test(wordsOf(name).join(' ')) || (isFlag && KEEPS_NOTHING.test(description));
}

/** Whether a parameter names the properties that an update takes from its body: `updateMask`. */
function isMask({ name }: Parameter): boolean {
  return MASK.test(wordsOf(name).join(' '));
}

const REPEATS =
  /\bidempoten|\b(?:request|call)s?\b[^.]*\b(?:repeat|retr(?:y|ie))|\b(?:repeat|retr(?:y|ie))\w*\b[^.]*\b(?:request|call)s?\b/i;

/** Whether a parameter marks repeats of one request, which create nothing: `requestId`, a UUID. */
function marksRepeats({ name, description = '' }: Parameter): boolean {
  const words = wordsOf(name);
  return (
    ['id', 'key', 'token'].includes(words.at(-1) ?? '') && (words.includes('idempotency') || REPEATS.test(description))
  );
}

/**
 * Optional query parameters of a write that decide what it does: whether it is only checked, which properties count, and
 * whether it repeats another one.
 */
export function writeOptions({ method, parameters }: Operation): readonly string[] {
  if (method === 'GET' || method === 'HEAD') return [];
  return parameters
    .filter((each) => each.in === 'query' && !each.required && (isDryRun(each) || isMask(each) || marksRepeats(each)))
    .map(({ name }) => name);
}
