import type { HeaderFields, HttpResponse } from '../core/index.ts';
import type { ResponseSpec } from '../spec/index.ts';
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

/** Required fields that nothing has set yet are drawn from their schema, so that an answer keeps its own contract. */
export function requiredFields(
  parts: Pick<Parts, 'generator'> & { readonly options: { readonly seed: number } },
  spec: ResponseSpec,
  present: HeaderFields,
  at: string,
): HeaderFields {
  return spec.headers.flatMap((header): HeaderFields => {
    if (!header.required || hasField(present, header.name)) return [];
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

/** `requiredFields`, and optional ones where the document has an example of them; where a redirect leads, too. */
export function documentedFields(
  parts: Pick<Parts, 'generator'> & { readonly options: { readonly seed: number } },
  spec: ResponseSpec,
  present: HeaderFields,
  at: string,
): HeaderFields {
  const isRedirect = spec.status.startsWith('3');
  const shown = spec.headers.map((header) =>
    (header.examples.length > 0 && !OWN.test(header.name)) || (isRedirect && /^location$/i.test(header.name))
      ? { ...header, required: true }
      : header,
  );
  return requiredFields(parts, { ...spec, headers: shown }, present, at);
}
