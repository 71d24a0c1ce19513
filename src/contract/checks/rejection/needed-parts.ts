import { standInsOf } from '../../../resources/index.ts';
import { jsonBodyOf, type Operation, operationTexts, propertiesOf } from '../../../spec/index.ts';
import { isObject, parsePointer, stringifyJson } from '../../../wire/index.ts';
import type { Exchange } from '../../model/exchange.ts';

const NEEDED =
  /\b(?:is|are) (?:required|mandatory)\b|\b(?:must|cannot|can not|can't|may not|must not) be (?:empty|blank|zero|omitted|at least|set|given|provided|specified|positive|greater|larger|more)\b|\b(?:empty|blank|missing)\b[^.]*\b(?:not allowed|refused|rejected|invalid|an error)\b/i;

/**
 * Whether a part of a request is needed although its schema does not require it: a text of the document says so, or it
 * is what names the item of a call by name.
 */
export function isNeededPart({ api, operation }: Pick<Exchange, 'api' | 'operation'>, pointer: string): boolean {
  const [place, name = '', ...deeper] = parsePointer(pointer) ?? [];
  if (operation === undefined || deeper.length > 0) return false;
  const names = standInsOf(api.operations, operation).flatMap(({ standsFor }) => [
    ...Object.values(standsFor.names),
    ...Object.keys(standsFor.constants),
  ]);
  if (place === 'body' && names.includes(name)) return true;
  const parameter = operation.parameters.find((each) => each.in === place && each.name === name);
  const property = place === 'body' ? propertiesOf(api, jsonBodyOf(operation)?.schema ?? true)[name] : undefined;
  const rule = property === undefined ? undefined : api.deref(property.schema);
  const own = parameter?.description ?? (typeof rule === 'object' ? (rule.description ?? '') : '');
  return NEEDED.test(own) || sentencesOf(operation).some((each) => hasWord(each, name) && NEEDED.test(each));
}

/**
 * Whether a refusal names a property that the request lacks, and a sentence of the operation names it together with a listed
 * value that was sent: “`addTag` adds the tag `tag`”. The schema cannot say that only this value needs it.
 */
export function lacksPartOfValue({
  api,
  operation,
  request,
  response,
}: Pick<Exchange, 'api' | 'operation' | 'request' | 'response'>): boolean {
  if (operation === undefined || request.body.kind !== 'parsed' || response.body.kind !== 'parsed') return false;
  const sent = request.body.value;
  if (!isObject(sent)) return false;
  const properties = Object.entries(propertiesOf(api, jsonBodyOf(operation)?.schema ?? true));
  const values = properties.flatMap(([name, { schema }]) => {
    const rule = api.deref(schema);
    const value = sent[name];
    return typeof rule === 'object' && rule.enum !== undefined && typeof value === 'string' ? [value] : [];
  });
  const refusal = stringifyJson(response.body.value);
  return properties.some(
    ([name]) =>
      !Object.hasOwn(sent, name) &&
      hasWord(refusal, name) &&
      sentencesOf(operation).some((each) => hasWord(each, name) && values.some((value) => hasWord(each, value))),
  );
}

function sentencesOf(operation: Operation): readonly string[] {
  return operationTexts(operation).flatMap((text) => text.split(/[.\n]\s*/));
}

function hasWord(text: string, name: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .includes(name.toLowerCase());
}
