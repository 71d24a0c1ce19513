import type { HttpRequest, Json, Violation } from '../../core/index.ts';
import type { DecodedParameters } from '../../spec/index.ts';
import { formatPointer, parsePointer, stringifyJson, withoutValueAt } from '../../wire/index.ts';

/** A request and its decoded parameters. */
export interface DecodedRequest {
  readonly request: HttpRequest;
  readonly parameters: DecodedParameters;
}

/** Whether the request can be answered without its invalid values. An invalid path names no item. */
export function isTolerable(violations: readonly Violation[]): boolean {
  return violations.length > 0 && !violations.some(({ pointer }) => pointer.startsWith('/path/'));
}

/** The request without its invalid values, as if the client had not sent them. */
export function withoutFaults(
  { request, parameters }: DecodedRequest,
  violations: readonly Violation[],
): DecodedRequest {
  const pointers = violations.map(({ pointer }) => pointer);
  return {
    request: { ...request, body: bodyWithout(request.body, pointers) },
    parameters: without(parameters, pointers),
  };
}

function bodyWithout(body: HttpRequest['body'], pointers: readonly string[]): HttpRequest['body'] {
  if (pointers.includes('/body')) return { kind: 'none' };
  const inBody = pointers
    .filter((pointer) => pointer.startsWith('/body/'))
    .map((pointer) => pointer.slice('/body'.length));
  if (body.kind !== 'parsed' || inBody.length === 0) return body;
  // From last to first, so that the indexes of other items stay valid.
  const value = inBody.sort(byPlaceDown).reduce<Json>((left, pointer) => withoutValueAt(left, pointer), body.value);
  return { ...body, value, text: stringifyJson(value) };
}

function byPlaceDown(one: string, other: string): number {
  return other.localeCompare(one, 'en', { numeric: true });
}

function without(parameters: DecodedParameters, pointers: readonly string[]): DecodedParameters {
  const left = (place: 'query' | 'header' | 'cookie'): Readonly<Record<string, Json>> =>
    Object.fromEntries(Object.entries(parameters[place]).filter(([name]) => !isAt(pointers, place, name)));
  return { ...parameters, query: left('query'), header: left('header'), cookie: left('cookie') };
}

/** Whether a violation is about this parameter or a value in it. */
function isAt(pointers: readonly string[], place: string, name: string): boolean {
  const own = formatPointer([place, name]);
  return pointers.some(
    (pointer) => pointer === own || (pointer.startsWith(`${own}/`) && parsePointer(pointer) !== undefined),
  );
}
