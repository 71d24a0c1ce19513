import { parseParameters } from './media-type.ts';

/** One link of a `Link` field (RFC 8288 §3). `rel` may name several relation types, separated by spaces. */
export interface WebLink {
  readonly uri: string;
  readonly rel: string;
  /** Other target attributes, names lower-case. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * Writes a `Link` field value. Characters that are not allowed between angle brackets are percent-encoded.
 */
export function formatLink(links: readonly WebLink[]): string {
  return links.map(formatOne).join(', ');
}

function formatOne({ uri, rel, parameters = {} }: WebLink): string {
  const safe = uri.replace(/[^!-~]|[<>"\\^`{|}]/gu, (character) =>
    encodeURIComponent(/\p{Surrogate}/u.test(character) ? '\ufffd' : character),
  );
  const attributes = Object.entries({ rel, ...parameters }).map(([name, value]) => `; ${name}=${quote(value)}`);
  return `<${safe}>${attributes.join('')}`;
}

function quote(text: string): string {
  return `"${text.replace(/[^\t\u0020-\u007e]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

/** Reads a `Link` field value; elements that are malformed or have no `rel` are left out. */
export function parseLink(text: string): readonly WebLink[] {
  const links: WebLink[] = [];
  // A comma may be inside angle brackets and quotes.
  for (const element of text.match(/(?:[^,"<]|"(?:[^"\\]|\\.)*"?|<[^>]*>?)+/gs) ?? []) {
    const found = /^<([^>]*)>(.*)$/s.exec(element.trim());
    const parameters = found === null ? undefined : parseParameters(found[2] ?? '');
    const rel = parameters?.['rel'];
    if (found === null || parameters === undefined || rel === undefined) continue;
    const others = Object.entries(parameters).filter(([name]) => name !== 'rel');
    const link = { uri: found[1] ?? '', rel };
    links.push(others.length === 0 ? link : { ...link, parameters: Object.fromEntries(others) });
  }
  return links;
}
