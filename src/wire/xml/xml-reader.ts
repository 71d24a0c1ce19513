import { createRequire } from 'node:module';
import type { SaxesOptions, SaxesParser, SaxesTagPlain } from 'saxes';

/** One element with its direct text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly children: readonly XmlElement[];
  readonly text: string;
}

export type XmlResult =
  | { readonly ok: true; readonly element: XmlElement }
  | { readonly ok: false; readonly reason: string };

/** The name without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** An open element. */
interface Open {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: XmlElement[];
  text: string;
}

/**
 * The state of the reader: the open elements, innermost last, below one for the document; and the first
 * error.
 */
interface XmlReadState {
  readonly open: Open[];
  problem: string | undefined;
}

/** Without namespaces: prefixes are chosen by the sender, and many documents use unbound ones. */
type Plain = SaxesOptions & { readonly xmlns?: false };

/**
 * After this many characters the reader stops if there was an error, so that hostile content is not read to
 * its end.
 */
const CHUNK = 16_384;
/** A name in a reason may be as long as the text. */
const REASON_LENGTH = 120;

/** Most documents have no XML. It is loaded on first use, and never changes afterwards. */
let saxesModule: typeof import('saxes') | undefined;

/**
 * Reads an XML 1.0 document to its root element. Content that is not well-formed is refused, and so are
 * document types, so no entity can expand or access a file. Comments and processing instructions are
 * dropped.
 */
export function readXml(text: string, maxDepth = 256): XmlResult {
  const document: Open = { name: '', attributes: [], children: [], text: '' };
  const reading: XmlReadState = { open: [document], problem: undefined };
  const parser = createParser(reading, maxDepth);
  for (let at = 0; at < text.length && reading.problem === undefined; at += CHUNK)
    parser.write(text.slice(at, at + CHUNK));
  if (reading.problem === undefined) parser.close();
  const [element] = document.children;
  if (reading.problem === undefined && element !== undefined) return { ok: true, element };
  return { ok: false, reason: `not XML: ${reading.problem ?? 'there is no element'}` };
}

function createParser(reading: XmlReadState, maxDepth: number): SaxesParser<Plain> {
  saxesModule ??= createRequire(import.meta.url)('saxes') as typeof import('saxes');
  const parser = new saxesModule.SaxesParser<Plain>({
    position: false,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
  });
  const { open } = reading;
  const fail = (reason: string): void => {
    reading.problem ??= `${reason.slice(0, REASON_LENGTH)} at offset ${parser.position}`;
  };
  parser.on('error', ({ message }) => fail(message.replace(/\.$/, '')));
  parser.on('doctype', () => fail('document type declarations are refused'));
  parser.on('opentag', (tag) => {
    open.push(elementOf(tag));
    if (open.length > maxDepth + 1) fail(`nested deeper than ${maxDepth} levels`);
  });
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed !== undefined) open.at(-1)?.children.push(closed);
  });
  const addText = (text: string): void => {
    const current = open.at(-1);
    if (current !== undefined) current.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  return parser;
}

function elementOf({ name, attributes }: SaxesTagPlain): Open {
  return { name, attributes: Object.entries(attributes), children: [], text: '' };
}
