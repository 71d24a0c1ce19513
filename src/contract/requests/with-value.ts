import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import {
  escapeRegExp,
  escapeXmlAttribute,
  escapeXmlText,
  isForm,
  isJson,
  isObject,
  isXml,
  jsonEquals,
  stringifyJson,
} from '../../wire/index.ts';

/**
 * The request with another value as its body. The request itself if its body is not JSON and cannot have the whole value
 * (see `withValue`).
 */
export function withJson(request: HttpRequest, value: Json): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed') return request;
  if (isJson(body.mediaType)) return { ...request, body: { ...body, value, text: stringifyJson(value) } };
  const { value: before } = body;
  if (writerOf(body.mediaType) === undefined || !isObject(before) || !isObject(value)) return request;
  const left = Object.keys(before).filter((name) => !Object.hasOwn(value, name));
  const made = withValue(withoutFields(request, left), value);
  return made.body.kind === 'parsed' && jsonEquals(made.body.value, value) ? made : request;
}

/**
 * A request with another value in its body: JSON; a form or XML, in which only single values are replaced; or
 * multipart content, in which parts are replaced that hold JSON or text.
 */
export function withValue(request: HttpRequest, value: Json): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed') return request;
  const write = writerOf(body.mediaType);
  if (write === undefined) return withJson(request, value);
  const { value: before } = body;
  if (!isObject(before) || !isObject(value)) return request;
  const changed = Object.entries(value).filter(([name, each]) => each !== before[name]);
  const { text, names } = write(body.text, before, changed);
  const written = Object.fromEntries(changed.filter(([name]) => names.has(name)));
  return { ...request, body: { ...body, value: { ...before, ...written }, text } };
}

/** The request without some properties of its form. Other bodies stay as they are. */
export function withoutFields(request: HttpRequest, names: readonly string[]): HttpRequest {
  const { body } = request;
  if (body.kind !== 'parsed' || !isForm(body.mediaType) || !isObject(body.value)) return request;
  const { value } = body;
  const left = names.filter((name) => Object.hasOwn(value, name));
  if (left.length === 0) return request;
  const isLeft = (field: string): boolean => left.some((name) => field === name || field.startsWith(`${name}[`));
  const fields = [...new URLSearchParams(body.text)].filter(([field]) => !isLeft(field));
  const rest = Object.entries(value).filter(([name]) => !left.includes(name));
  return {
    ...request,
    body: { ...body, value: Object.fromEntries(rest), text: new URLSearchParams(fields).toString() },
  };
}

function writerOf(mediaType: string): typeof fieldsWith | undefined {
  if (isXml(mediaType)) return elementsWith;
  if (isForm(mediaType)) return fieldsWith;
  return /^multipart\/form-data\b/i.test(mediaType) ? partsWith : undefined;
}

type ChangedFields = readonly (readonly [name: string, next: Json])[];

/** A text, and the names of the properties that it has with their new values. */
interface WrittenText {
  readonly text: string;
  readonly names: ReadonlySet<string>;
}

function fieldsWith(text: string, before: JsonObject, changed: ChangedFields): WrittenText {
  const fields = new URLSearchParams(text);
  const names = new Set<string>();
  for (const [name, next] of changed) {
    if (!isSingle(next) || !isSingle(before[name] ?? '')) continue;
    fields.set(name, String(next));
    names.add(name);
  }
  return { text: fields.toString(), names };
}

/**
 * Replaces the content of the element or attribute that has the name of a property and its value. A value is
 * left alone if no place or several places have it.
 */
function elementsWith(text: string, before: JsonObject, changed: ChangedFields): WrittenText {
  let written = text;
  const names = new Set<string>();
  for (const [name, next] of changed) {
    const was = before[name];
    if (was === undefined || !isSingle(was) || !isSingle(next)) continue;
    const word = `(?:[\\w.-]+:)?${escapeRegExp(name)}`;
    const places = [
      {
        pattern: new RegExp(`(<${word}(?:\\s[^<>]*)?>)${escapeRegExp(elementText(was))}(?=</)`, 'gu'),
        write: elementText,
      },
      { pattern: new RegExp(`(\\s${word}=")${escapeRegExp(attributeText(was))}(?=")`, 'gu'), write: attributeText },
    ];
    const place = places.find(({ pattern }) => [...written.matchAll(pattern)].length === 1);
    if (place === undefined) continue;
    written = written.replace(place.pattern, (_, opening: string) => `${opening}${place.write(next)}`);
    names.add(name);
  }
  return { text: written, names };
}

const elementText = (value: Json): string => escapeXmlText(String(value));
const attributeText = (value: Json): string => escapeXmlAttribute(String(value));

function partsWith(text: string, before: JsonObject, changed: ChangedFields): WrittenText {
  let written = text;
  const names = new Set<string>();
  for (const [name, next] of changed) {
    const head = written.indexOf(`; name="${name}"`);
    const old = `\r\n\r\n${partText(before[name] ?? '')}\r\n--`;
    const at = head < 0 ? -1 : written.indexOf(old, head);
    if (at < 0) continue;
    written = `${written.slice(0, at)}\r\n\r\n${partText(next)}\r\n--${written.slice(at + old.length)}`;
    names.add(name);
  }
  return { text: written, names };
}

const partText = (value: Json): string => (isSingle(value) ? String(value) : stringifyJson(value));

const isSingle = (value: Json): boolean => typeof value !== 'object';
