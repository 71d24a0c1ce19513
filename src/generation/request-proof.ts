import type { Body, Json } from '../core/index.ts';
import {
  decodeParameters,
  type MediaType,
  type Operation,
  type Parameter,
  templateNames,
  templateOf,
} from '../spec/index.ts';
import { decodeText, isForm, isJson, isMultipart, isXml } from '../wire/index.ts';
import type { DraftBody, RequestTools } from './request-draft.ts';
import { writeBody, writeRequest } from './request-text.ts';

/** What the receiver makes of a part of the request: `lost` is neither there nor refused. */
export type Proof = 'valid' | 'invalid' | 'lost';

/** Writes one parameter, reads it as the receiver will, and judges what arrives: in a query `"1"` is the integer 1, and a list of one item is that item. */
export function proveParameter(made: RequestTools, operation: Operation, parameter: Parameter, value: Json): Proof {
  const { api } = made.tools;
  const alone = made.aloneOf(operation, parameter);
  const { path, query, headers } = writeRequest(made.tools, {
    operation: alone,
    parameters: [{ parameter, value }],
    body: undefined,
  });
  const raw = parameter.in === 'path' ? rawPath(templateOf(operation.path), path, parameter.name) : undefined;
  if (parameter.in === 'path' && (raw === undefined || raw === '' || /^\.{1,2}$/.test(raw))) return 'lost';
  const decoded = decodeParameters(alone, { query, headers }, raw === undefined ? {} : { [parameter.name]: raw }, api);
  if (decoded.violations.length > 0) return 'invalid';
  const arrived =
    parameter.in === 'querystring'
      ? decoded.querystring
      : decoded[parameter.in][parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name];
  if (arrived === undefined) return parameter.required ? 'invalid' : 'lost';
  return made.accepts(parameter.schema ?? parameter.content?.schema ?? true, arrived) ? 'valid' : 'invalid';
}

function rawPath(template: string, path: string, name: string): string | undefined {
  const whole = template.split('/').indexOf(`{${name}}`);
  // A parameter that is a whole segment, as nearly all are, stands where its template says unless another one brought a slash along.
  if (whole >= 0 && template.split('/').length === path.split('/').length) return path.split('/')[whole];
  const names = templateNames(template);
  const source = template
    .split(/\{[^{}]+\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]*)');
  return new RegExp(`^${source}$`).exec(path)?.[names.indexOf(name) + 1];
}

/** Writes the body, reads it back and judges it. */
export function proveBody(made: RequestTools, body: DraftBody): Proof {
  const { schema } = body.media;
  if (schema === undefined) return 'valid';
  const arrived = read(made, writeBody(made.tools, body), body.media);
  // A text without a character is no body at all.
  if (arrived === undefined || (arrived === '' && !isJson(body.mediaType))) return 'invalid';
  return made.accepts(schema, arrived) ? 'valid' : 'invalid';
}

function read(made: RequestTools, body: Body, media: MediaType): Json | undefined {
  if (body.kind === 'bytes') return new TextDecoder('latin1').decode(body.bytes);
  if (body.kind !== 'parsed') return undefined;
  const { mediaType, text } = body;
  const form = isForm(mediaType) || isMultipart(mediaType);
  // A sequence of nothing leaves nothing on the wire.
  if (!form && !isXml(mediaType)) return text === '' ? undefined : body.value;
  const { shapes, typed } = made.tools.formOf(media);
  const decoded = decodeText(text, mediaType, shapes(mediaType));
  if (decoded.kind === 'none') return form ? typed({}, '') : {};
  if (decoded.kind !== 'parsed') return undefined;
  return form ? typed(decoded.value, text) : decoded.value;
}
