import type { Body, Json } from '../../core/index.ts';
import {
  type DecodedParameters,
  decodeParameters,
  judgedSchemaOf,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterSource,
  type Schema,
} from '../../spec/index.ts';
import {
  contentKind,
  decodeText,
  escapeRegExp,
  isForm,
  isJson,
  isMultipart,
  isXml,
  parseMediaType,
} from '../../wire/index.ts';
import type { PathCut } from '../model/path-cut.ts';
import type { Tools } from '../plan/draw-context.ts';
import type { DraftBody, GivenParameter, RequestTools } from './draft-parts.ts';
import { parameterTextOf, writeBody, writeFields, writePath, writeQuery } from './request-text.ts';

/** How the receiver reads a part of the request: `lost` is neither present nor refused. */
export type Proof = 'valid' | 'invalid' | 'lost';

/**
 * Serialises one parameter, parses it as the receiver will, and judges the result: in a query `"1"` is the
 * integer 1, and a list with one item is that item.
 */
export function proveParameter(made: RequestTools, operation: Operation, parameter: Parameter, value: Json): Proof {
  const decoded =
    parameter.in === 'path'
      ? readPath(made, operation, parameter, value)
      : readOther(made, operation, parameter, value);
  if (decoded === undefined) return 'lost';
  if (decoded.violations.length > 0) return 'invalid';
  const arrived =
    parameter.in === 'querystring'
      ? decoded.querystring
      : decoded[parameter.in][parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name];
  if (arrived === undefined) return parameter.required ? 'invalid' : 'lost';
  return made.accepts(parameter.schema ?? parameter.content?.schema ?? true, arrived) ? 'valid' : 'invalid';
}

/** As a power of two, because serialising and parsing is fast. */
const CHARACTERS_PER_STEP = 6;

const NOTHING_ELSE: ParameterSource = { query: '', headers: [] };

function readPath(
  { tools, aloneOf }: RequestTools,
  { path }: Operation,
  parameter: Parameter,
  value: Json,
): DecodedParameters | undefined {
  const raw = rawPath(tools, tools.cutOf(path), { parameter, value });
  if (raw === undefined || raw === '' || /^\.{1,2}$/.test(raw)) return undefined;
  return decodeParameters(aloneOf(parameter), NOTHING_ELSE, { [parameter.name]: raw }, tools.api);
}

function readOther(
  { tools, aloneOf }: RequestTools,
  { path }: Operation,
  parameter: Parameter,
  value: Json,
): DecodedParameters {
  const given = [{ parameter, value }];
  const query = writeQuery(tools, tools.cutOf(path), given);
  return decodeParameters(aloneOf(parameter), { query, headers: writeFields(tools, given) }, {}, tools.api);
}

/** The raw text of a parameter in a path, as the receiver finds it. */
function rawPath(tools: Tools, cut: PathCut, given: GivenParameter): string | undefined {
  const { name } = given.parameter;
  if (cut.whole.has(name)) {
    const text = parameterTextOf(tools, given);
    if (!text.includes('/')) return text;
  }
  const source = cut.texts.map(escapeRegExp).join('([^/]*)');
  return new RegExp(`^${source}$`).exec(writePath(tools, cut, [given]))?.[cut.names.indexOf(name) + 1];
}

/** Serialises the body, parses it and judges the result. */
export function proveBody(made: RequestTools, body: DraftBody): Proof {
  const schema = judgedSchemaOf(body.media);
  if (schema === undefined) return 'valid';
  const written = writeBody(made.tools, body);
  if (written.kind === 'parsed') made.tools.steps.count(written.text.length >> CHARACTERS_PER_STEP);
  const arrived = bodyValue(made, written, body.media);
  // An empty string is the same as no body.
  if (arrived === undefined || (arrived === '' && !isJson(body.mediaType))) return 'invalid';
  return made.accepts(schema, arrived) || fitsAsText(made, written, schema) ? 'valid' : 'invalid';
}

/** Whether content of a plain text media type fits as a string, which is valid if the schema has no type. */
function fitsAsText(made: RequestTools, written: Body, schema: Schema): boolean {
  if (written.kind !== 'parsed' || typeof written.value === 'string') return false;
  const type = parseMediaType(written.mediaType);
  return type !== undefined && contentKind(type) === 'text' && made.accepts(schema, written.text);
}

function bodyValue(made: RequestTools, body: Body, media: MediaType): Json | undefined {
  if (body.kind === 'bytes') return new TextDecoder('latin1').decode(body.bytes);
  if (body.kind !== 'parsed') return undefined;
  const { mediaType, text } = body;
  const form = isForm(mediaType) || isMultipart(mediaType);
  // An empty sequence is written as nothing.
  if (!form && !isXml(mediaType)) return text === '' ? undefined : body.value;
  const { shapes, typed } = made.tools.formOf(media);
  const decoded = decodeText(text, mediaType, shapes(mediaType));
  if (decoded.kind === 'none') return form ? typed({}, '') : {};
  if (decoded.kind !== 'parsed') return undefined;
  return form ? typed(decoded.value, text) : decoded.value;
}
