import { jsonBodyOf, type Parameter, propertiesOf, type Schema } from '../../../spec/index.ts';
import { parseQuery } from '../../../wire/index.ts';
import { quotesMissingRecord } from '../../hints/missing-records.ts';
import { quotedIn } from '../../hints/quoted-words.ts';
import { refusalEntries } from '../../hints/refusal-entries.ts';
import { scalarsIn } from '../../hints/shown-values.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { sentObject } from '../../requests/draw-request.ts';
import { itemSchemaOf } from '../../requests/value-places.ts';
import { documentsOnlyErrors } from '../../responses/only-errors.ts';
import { withWords } from '../../responses/refusal-words.ts';
import { isOver } from '../../responses/sunsets.ts';
import { asksTheImpossible, hasOtherCause, PROBED, sendsSteps } from '../rejection/refusals.ts';

export const statusUnexpected: Check = defineCheck({
  id: 'status.unexpected',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'status',
  needs: ['valid', 'refusal'],
  question: 'Does a valid request on existing data succeed?',
  guard:
    'Not if the outcome depends on other records (409, 404, 422 of an operation with references or actions). 401, 403, 409 and 429 are not about the request, nor is a 405 that is documented for a state of the item. An undocumented status belongs to `status.undocumented`, a refused request or probed value to `accept.*`. An operation whose sunset has passed, or that documents only errors, need not succeed. A value that the request allows and the item does not may be refused, and so may steps of a JSON Patch. A 404 may be about a record that an optional string or a list of strings in the query names; one of an operation that has worked, about something that a query, an optional string that the item does not show, or an optional value that the refusal quotes, names. A refusal that quotes a value of the body and calls another resource missing is about a record that the document shows, and one that names a state of the service (`not enabled`), says that a value is taken, or is about an object in a form is judged as by `accept.valid-rejected`.',
  judge(exchange) {
    const { operation, response, documented, purpose } = exchange;
    const { status } = response;
    if (isOver(exchange)) return [];
    if (operation === undefined || documented === undefined || purpose.expect !== 'valid' || !purpose.proven) return [];
    if (documentsOnlyErrors(operation)) return [];
    if (status < 400 || status >= 500 || SILENT.has(status) || PROBED.has(purpose.story.kind)) return [];
    if (purpose.relational && (status === 404 || status === 422 || status === 400)) return [];
    if (status === 404 && namesMore(exchange)) return [];
    if ((status === 400 || status === 404 || status === 422) && quotesMissingRecord(exchange)) return [];
    if ((status === 400 || status === 422) && (asksTheImpossible(exchange) || sendsSteps(exchange.request))) return [];
    if (hasOtherCause(exchange)) return [];
    if (status === 405 && OF_STATE.test(documented.description)) return [];
    return [
      {
        pointer: documented.pointer,
        messagePointer: '/status',
        keyword: String(status),
        expected: 'a success (2xx)',
        actual: withWords(status, exchange),
        message: `${operation.method} ${operation.path} answered ${status} to a valid request for data that exists.`,
      },
    ];
  },
});

/**
 * Whether a 404 may be about something that the request names: a query to a path without ids, a list of strings in
 * it, an optional string that the item does not show, such as `branch`, or an optional value that the refusal quotes.
 */
function namesMore({ operation, request, response, hasWorked, api, model }: Exchange): boolean {
  if (operation === undefined) return false;
  const isName = (schema: Schema | undefined): boolean => {
    const rule = schema === undefined ? true : api.deref(schema);
    return typeof rule === 'object' && rule.type === 'string' && rule.enum === undefined && rule.const === undefined;
  };
  const query = parseQuery(request.query);
  const sent = query.ok ? query.pairs.map(({ name }) => name) : [];
  const isNameList = (schema: Schema | undefined): boolean => {
    const items = schema === undefined ? undefined : itemSchemaOf(api, schema);
    return items !== undefined && isName(items);
  };
  // The same request without an optional one is another case. A list of strings may name one record each.
  const isFreeName = ({ in: place, name, required, schema }: Parameter): boolean =>
    place === 'query' && sent.includes(name) && ((!required && isName(schema)) || isNameList(schema));
  if (operation.parameters.some(isFreeName)) return true;
  if (!hasWorked) return false;
  if (request.query !== '' && !operation.path.includes('{')) return true;
  const { resource } = model.roleOf(operation);
  const shown = resource === undefined ? {} : propertiesOf(api, resource.schema);
  const properties = propertiesOf(api, jsonBodyOf(operation)?.schema ?? true);
  const quoted = new Set(refusalEntries(response.body).flatMap(({ text }) => quotedIn(text)));
  return Object.entries(sentObject(request) ?? {}).some(([name, value]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property?.required !== false) return false;
    const isQuoted = scalarsIn(value).some((each) => quoted.has(String(each)));
    return isQuoted || (!Object.hasOwn(shown, name) && isName(property.schema));
  });
}

/** What a documented 405 says of a state of the item: `The invoice is closed or has been paid already`. */
const OF_STATE =
  /\b(already|closed|locked|archived|merged|finished|states?|status|(has|have) been|not (yet )?\w+able)\b/i;

const SILENT = new Set([401, 403, 406, 409, 412, 415, 428, 429]);
