import type { Api, Operation } from '../../spec/index.ts';
import { refusalTexts } from './refusal-texts.ts';

const SPEAKS =
  /(does not|doesn.t|do not|must) exist|\bnames? no \w|unknown[ _-](?!propert|field|param|key|attribute|member|media|type|error)|\b(?!(?:propert\w+|fields?|param\w+|keys?|attributes?|members?|types?|errors?|causes?|reasons?|formats?) )\w+ (?:is|are) unknown\b|no such (?!propert|field)|non-?existent|missing (reference|parent)|\bis not an? (?!(?:valid|known|part|value|number|string|integer|boolean|multiple)\b)\w+ of the \w+/i;

/**
 * The documented status for a reference to a record that does not exist, if it cannot mean anything else: a
 * 404 of a path without ids whose GET has none (no GET of such a path, where this one has no GET), or a refusal whose description mentions a missing record.
 */
export function refusalOfUnknown(operation: Operation, api: Api): string | undefined {
  return isAlone404(operation, api) ? '404' : spokenRefusal(operation);
}

/** The same by descriptions only. */
export function spokenRefusal(operation: Operation): string | undefined {
  return ['409', '422', '400'].find((status) => refusalTexts(operation, status).some((text) => SPEAKS.test(text)));
}

function isAlone404({ path, responses }: Operation, api: Api): boolean {
  if (path.includes('{') || !responses.some(({ status }) => status === '404')) return false;
  const gets = api.operations.filter((each) => each.method === 'GET' && !each.path.includes('{'));
  const listed = gets.filter((each) => each.path === path);
  // A document that has 404 in every operation uses it without a specific meaning.
  const compared = listed.length > 0 ? listed : gets;
  return compared.length > 0 && !compared.some(({ responses: each }) => each.some(({ status }) => status === '404'));
}
