import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { isRaw, member, textOf } from '../model/raw.ts';
import type { ShapeFault } from './shape-fault.ts';

/** A method or the name of a header field (RFC 9110 §5.6.2). */
export const FIELD_NAME: RegExp = /^[\w!#$%&'*+.^`|~-]+$/;

/** Styles by location (OpenAPI 3.2 §4.12.2). */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
  'cookie of 3.2': ['form', 'cookie'],
};

/** A style that its location does not have; nothing where the location is none. */
export function styleIn(location: string, place: NodeLocation, fault: ShapeFault): void {
  const style = childOf(place, 'style');
  const styles = Object.hasOwn(STYLES, location) ? STYLES[location] : undefined;
  if (typeof style.node === 'string' && styles !== undefined) oneOf(style, styles, fault);
}

function oneOf(place: NodeLocation, values: readonly string[], fault: ShapeFault): void {
  if (!values.includes(String(place.node)))
    fault(place, 'invalid-field', `${JSON.stringify(place.node)} is none of ${values.join(', ')}`);
}

/** What `in` asks of a parameter. `is32`: whether the document is of 3.2 or later. */
export function parameterIn(place: NodeLocation, is32: boolean, fault: ShapeFault): void {
  const at = textOf(place.node, 'in');
  const name = textOf(place.node, 'name');
  const has = (field: string): boolean => member(place.node, field) !== undefined;
  const wrong = (field: string, code: string, message: string): void => fault(childOf(place, field), code, message);
  const later = at === 'path' || (at === 'cookie' && member(place.node, 'style') !== 'cookie');
  if (at !== undefined) oneOf(childOf(place, 'in'), is32 ? [...LOCATIONS, 'querystring'] : LOCATIONS, fault);
  styleIn(at === 'cookie' && is32 ? 'cookie of 3.2' : (at ?? ''), place, fault);
  if (has('allowReserved') && at !== 'query' && !(is32 && later))
    wrong('allowReserved', 'unknown-field', `\`allowReserved\` means nothing in ${at ?? 'no place'}`);
  if (has('allowEmptyValue') && at !== undefined && at !== 'query')
    wrong('allowEmptyValue', 'unknown-field', `\`allowEmptyValue\` means nothing in ${at}`);
  if (at === 'querystring' && has('schema'))
    wrong('schema', 'unknown-field', 'a querystring parameter is described by `content`');
  if (at === 'header' && name !== undefined && !FIELD_NAME.test(name))
    wrong('name', 'invalid-name', `${JSON.stringify(name)} is not a header field name`);
  if (at !== 'path') return;
  if (name !== undefined && /[{}]/.test(name))
    wrong('name', 'invalid-name', 'the name of a path parameter has no braces');
  if (member(place.node, 'required') !== true)
    fault(place, 'optional-path-parameter', 'a path parameter must say `required: true`');
}

const LOCATIONS = ['query', 'header', 'path', 'cookie'];

/** What parameters and headers have in common. */
export function checkDescribed(place: NodeLocation, fault: ShapeFault): void {
  const content = childOf(place, 'content');
  if (isRaw(content.node) && Object.keys(content.node).length !== 1)
    fault(content, 'invalid-field', '`content` must have exactly one media type');
  examplesAt(place, fault);
}

/** One example or several. */
export function examplesAt(place: NodeLocation, fault: ShapeFault): void {
  const example = childOf(place, 'example');
  if (example.node !== undefined && member(place.node, 'examples') !== undefined)
    fault(example, 'example-and-examples', '`example` and `examples` exclude each other');
}

/** Names of fields, where they are those that are sent. */
export function headerNames(place: NodeLocation, fault: ShapeFault): void {
  for (const [name, header] of childrenOf(childOf(place, 'headers')))
    if (!FIELD_NAME.test(name)) fault(header, 'invalid-name', `${JSON.stringify(name)} is not a header field name`);
}
