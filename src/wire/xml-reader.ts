/** One element with the text directly in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  readonly text: string;
}

export type XmlResult =
  | { readonly ok: true; readonly element: XmlElement }
  | { readonly ok: false; readonly reason: string };

const NAME = '[:A-Z_a-z\\u00c0-\\uffff][-:.\\w\\u00b7\\u00c0-\\uffff]*';
const START_TAG = new RegExp(`<(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`, 'y');
const END_TAG = new RegExp(`</(${NAME})\\s*>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'g');
const ILLEGAL = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The name without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An element while it is open. */
interface Open {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: XmlElement[];
  text: string;
}

/**
 * Reads an XML 1.0 document to its root element. A strict reader of our own, because what is read here is judged: it refuses whatever is not
 * well-formed, and it has no document types, so there is no entity that could expand or reach outside. Comments and instructions are dropped.
 */
export function readXml(text: string, maxDepth = 256): XmlResult {
  const source = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const illegal = source.search(ILLEGAL);
  if (illegal >= 0) return failed('a character that XML does not allow', illegal);
  const document: Open = { name: '', attributes: [], children: [], text: '' };
  const open: Open[] = [document];
  let at = 0;
  while (at < source.length) {
    const current = open.at(-1) ?? document;
    const markup = source.indexOf('<', at);
    const end = markup < 0 ? source.length : markup;
    const problem = readText(source.slice(at, end), current, current === document);
    if (problem !== undefined) return failed(problem, at);
    if (markup < 0) break;
    const step = readMarkup(source, markup, open);
    if (typeof step === 'string') return failed(step, markup);
    if (open.length > maxDepth + 1) return failed(`nested deeper than ${maxDepth} levels`, markup);
    at = step;
  }
  if (open.length > 1) return failed(`<${open.at(-1)?.name}> is not closed`, source.length);
  const [element, second] = document.children;
  if (element === undefined) return failed('there is no element', source.length);
  return second === undefined ? { ok: true, element } : failed('there is more than one root element', source.length);
}

function failed(reason: string, offset: number): XmlResult {
  return { ok: false, reason: `not XML: ${reason} at offset ${offset}` };
}

/** Adds text to the open element; returns what is wrong with it. */
function readText(raw: string, target: Open, outside: boolean): string | undefined {
  if (outside) return raw.trim() === '' ? undefined : 'text outside the root element';
  if (raw.includes(']]>')) return '"]]>" in text';
  const text = decodeEntities(raw);
  if (text === undefined) return 'an unknown entity';
  target.text += text;
  return undefined;
}

function decodeEntities(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let known = true;
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));|&/g, (_, decimal, hex, name) => {
    const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
    const character = name === undefined ? fromCode(code) : ENTITIES.get(name);
    if (character === undefined) known = false;
    return character ?? '';
  });
  return known ? decoded : undefined;
}

function fromCode(code: number): string | undefined {
  const character = code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
  return character === undefined || ILLEGAL.test(character) ? undefined : character;
}

/** Reads what begins with `<`; returns where it ends, or what is wrong. */
function readMarkup(source: string, at: number, open: Open[]): number | string {
  if (source.startsWith('<!--', at)) return skipTo(source, '-->', at + 4, 'a comment that does not end');
  if (source.startsWith('<?', at)) return skipTo(source, '?>', at + 2, 'an instruction that does not end');
  if (source.startsWith('<![CDATA[', at)) return readCdata(source, at, open);
  if (source.startsWith('<!', at)) return 'document type declarations are refused';
  return source.startsWith('</', at) ? readEnd(source, at, open) : readStart(source, at, open);
}

function skipTo(source: string, end: string, from: number, problem: string): number | string {
  const found = source.indexOf(end, from);
  return found < 0 ? problem : found + end.length;
}

function readCdata(source: string, at: number, open: Open[]): number | string {
  const end = skipTo(source, ']]>', at + 9, 'a CDATA section that does not end');
  const current = open.at(-1);
  if (open.length < 2 || current === undefined) return 'a CDATA section outside the root element';
  if (typeof end === 'number') current.text += source.slice(at + 9, end - 3);
  return end;
}

function readEnd(source: string, at: number, open: Open[]): number | string {
  END_TAG.lastIndex = at;
  const found = END_TAG.exec(source);
  const closed = open.pop();
  if (found === null || closed === undefined || closed.name !== found[1])
    return `an end tag that does not close <${closed?.name ?? ''}>`;
  open.at(-1)?.children.push(closed);
  return at + found[0].length;
}

function readStart(source: string, at: number, open: Open[]): number | string {
  START_TAG.lastIndex = at;
  const found = START_TAG.exec(source);
  if (found?.[1] === undefined) return 'a malformed tag';
  const attributes = readAttributes(found[2] ?? '');
  if (typeof attributes === 'string') return attributes;
  const element: Open = { name: found[1], attributes, children: [], text: '' };
  if (found[3] === '/') open.at(-1)?.children.push(element);
  else open.push(element);
  return at + found[0].length;
}

function readAttributes(text: string): readonly (readonly [string, string])[] | string {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    // Literal white space in a value becomes a space (XML 1.0 §3.3.3).
    const value = decodeEntities((double ?? single ?? '').replace(/[\t\n]/g, ' '));
    if (value === undefined) return 'an unknown entity';
    if (attributes.has(name)) return `the attribute "${name}" stands twice`;
    attributes.set(name, value);
  }
  return [...attributes];
}
