import type { HeaderFields, HttpResponse } from '../core/index.ts';
import type { ResponseHeader, ResponseSpec } from '../spec/index.ts';
import { encodeParameter, safeFieldValue } from '../wire/index.ts';
import type { Parts } from './parts.ts';

export function hasField(fields: HeaderFields, name: string): boolean {
  const wanted = name.toLowerCase();
  return fields.some(([other]) => other.length === wanted.length && other.toLowerCase() === wanted);
}

/** The answer with more fields; one that it has already stands, except `Link`, which is a list (RFC 8288 §3). */
export function withFields(response: HttpResponse, fields: HeaderFields): HttpResponse {
  if (fields.length === 0) return response;
  const links = fields.filter(([name]) => name === 'Link').map(([, value]) => value);
  const own = response.headers.map(([name, value]) =>
    name.toLowerCase() === 'link' ? ([name, [value, ...links].join(', ')] as const) : ([name, value] as const),
  );
  return { ...response, headers: [...own, ...fields.filter(([name]) => !hasField(own, name))] };
}

/** Fields that nothing has set yet are drawn from their schema or shown as their example, so that an answer keeps its own contract. */
export function drawnFields(
  parts: Pick<Parts, 'generator'> & { readonly options: { readonly seed: number } },
  headers: readonly ResponseHeader[],
  present: HeaderFields,
  at: string,
): HeaderFields {
  return headers.flatMap((header): HeaderFields => {
    if (hasField(present, header.name)) return [];
    const schema = header.schema ?? header.content?.schema;
    const drawn =
      header.examples[0] === undefined && schema !== undefined
        ? parts.generator.value(schema, { seed: parts.options.seed, at: `${at}/header/${header.name}` })
        : undefined;
    const value = header.examples[0]?.value ?? (drawn?.ok === true ? drawn.value : '');
    const text = encodeParameter({ name: header.name, in: 'header', style: 'simple', explode: header.explode }, value);
    return [[header.name, safeFieldValue(typeof text === 'string' ? text : '')]];
  });
}

/** Fields that say something of the message itself, or that a client acts on: no example of them is true of this answer. */
const OWN =
  /^(content-.*|transfer-encoding|connection|date|etag|last-modified|location|link|set-cookie|www-authenticate)$/i;

/** What every answer of a kind has to show: required fields, optional ones of which the document has an example, and where a redirect leads. */
export function shownFieldsOf({ headers, status }: ResponseSpec): readonly ResponseHeader[] {
  const isRedirect = status.startsWith('3');
  return headers.filter(
    ({ name, required, examples }) =>
      required || (examples.length > 0 && !OWN.test(name)) || (isRedirect && /^location$/i.test(name)),
  );
}
