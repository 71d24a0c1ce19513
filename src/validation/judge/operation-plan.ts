import {
  type Api,
  type Direction,
  type Encoding,
  headerReaderOf,
  judgedSchemaOf,
  type MediaType,
  type Operation,
  type Parameter,
  type ParameterReader,
  type ResponseHeader,
  type ResponseSpec,
  type Schema,
  typesOf,
} from '../../spec/index.ts';
import { escapeToken, formatPointer, isForm, isMultipart, mostSpecific } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { Schemas } from '../compile/schemas.ts';
import type { Subject } from './explain.ts';

/** A parameter with what is needed to judge it. */
export interface PlannedParameter {
  readonly parameter: Parameter;
  /** The key of the decoded parameter: header names in lower case. */
  readonly key: string;
  readonly subject: Subject;
  readonly schema?: CompiledSchema;
}

/** One documented representation of a body. */
export interface PlannedContent {
  readonly mediaType: MediaType;
  readonly schema?: CompiledSchema;
  readonly itemSchema?: CompiledSchema;
  /** Rules for its parts; absent if there are none. */
  readonly parts?: PlannedParts;
  /** Rules for form fields whose reserved characters must be encoded; absent if there are none. */
  readonly escaped?: ReadonlyMap<string, string>;
  /** Whether its schema allows only objects or lists. */
  isStructured(): boolean;
  /**
   * What its schema describes for a sequence: the list of items, one of them, or undefined if that is
   * uncertain.
   */
  whole(): 'list' | 'item' | undefined;
}

/** The documented representations of a body, found by the media type of a message. */
export interface PlannedBody {
  readonly contents: readonly PlannedContent[];
  /** The representation whose media type matches most closely; `undefined` if none does. */
  choose(mediaType: string): PlannedContent | undefined;
}

/** Rules of the Encoding Objects for multipart parts. */
export interface PlannedParts {
  readonly named: ReadonlyMap<string, PlannedPart>;
  readonly first: readonly PlannedPart[];
  readonly rest?: PlannedPart;
}

export interface PlannedPart {
  readonly pointer: string;
  /** Media types and ranges, one of which a part must have if it states one. */
  readonly contentTypes: readonly string[];
  readonly headers: readonly PlannedHeader[];
}

export interface PlannedHeader {
  readonly header: ResponseHeader;
  /** Made on first use. */
  reader(): ParameterReader;
  readonly subject: Subject;
  readonly schema?: CompiledSchema;
}

export interface PlannedResponse {
  readonly spec: ResponseSpec;
  readonly body: PlannedBody;
  readonly headers: readonly PlannedHeader[];
}

/** The rules of one operation for its messages. Built on first use; schemas are compiled even later. */
export interface ValidationPlan {
  readonly operation: Operation;
  readonly parameters: readonly PlannedParameter[];
  readonly body: PlannedBody | undefined;
  /** Exact status before `NXX` before `default` (OpenAPI 3.1 §4.8.16). */
  response(status: number): PlannedResponse | undefined;
  readonly schemas: readonly CompiledSchema[];
}

/** Definitions of these header fields "SHALL be ignored" (OpenAPI 3.1 §4.8.12.1). */
const RESERVED_FIELDS = new Set(['accept', 'content-type', 'authorization']);

export function planOperation(operation: Operation, api: Api, schemas: Schemas): ValidationPlan {
  const context: PlanContext = { api, schemas, used: new Set() };
  const parameters = operation.parameters.filter(isJudged).map((parameter) => planParameter(parameter, context));
  const body = operation.body === undefined ? undefined : planBody(operation.body.content, 'request', context);
  const responses = new Map(operation.responses.map((spec) => [spec.status, planResponse(spec, context)]));
  return {
    operation,
    parameters,
    body,
    response: (status) =>
      responses.get(String(status)) ?? responses.get(`${Math.floor(status / 100)}XX`) ?? responses.get('default'),
    schemas: [...context.used],
  };
}

interface PlanContext {
  readonly api: Api;
  readonly schemas: Schemas;
  readonly used: Set<CompiledSchema>;
}

function compileFor(
  schema: Schema | undefined,
  direction: Direction,
  context: PlanContext,
): { readonly schema?: CompiledSchema } {
  if (schema === undefined) return {};
  const made = context.schemas.compiled(schema, direction);
  context.used.add(made);
  return { schema: made };
}

function isJudged({ name, in: place }: Parameter): boolean {
  return place !== 'header' || !RESERVED_FIELDS.has(name.toLowerCase());
}

const NOUNS = {
  path: 'Path parameter',
  query: 'Query parameter',
  header: 'Header field',
  cookie: 'Cookie',
  querystring: 'The query',
} as const;

function planParameter(parameter: Parameter, context: PlanContext): PlannedParameter {
  const key = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
  const whole = parameter.in === 'querystring';
  return {
    parameter,
    key,
    subject: {
      pointer: whole ? '/querystring' : formatPointer([parameter.in, key]),
      noun: NOUNS[parameter.in],
      name: whole ? '' : parameter.name,
      code: 'parameter.schema',
    },
    ...compileFor(parameter.schema ?? parameter.content?.schema, 'request', context),
  };
}

function planBody(content: readonly MediaType[], direction: Direction, context: PlanContext): PlannedBody {
  const contents = content.map((mediaType): PlannedContent => {
    const { schema: itemSchema } = compileFor(mediaType.itemSchema, direction, context);
    return {
      mediaType,
      ...compileFor(judgedSchemaOf(mediaType), direction, context),
      ...(itemSchema === undefined ? {} : { itemSchema }),
      ...planParts(mediaType, direction, context),
      ...planEscaped(mediaType),
      isStructured: () => isStructured(context.api, judgedSchemaOf(mediaType)),
      whole: () => wholeOf(context.api, judgedSchemaOf(mediaType)),
    };
  });
  const byName = new Map(contents.map((planned) => [planned.mediaType.mediaType, planned]));
  const offers = [...byName.keys()];
  return {
    contents,
    choose: (mediaType) => {
      const known = byName.get(mediaType);
      if (known !== undefined) return known;
      const offer = mostSpecific(offers, mediaType);
      return offer === undefined ? undefined : byName.get(offer);
    },
  };
}

function planParts(media: MediaType, direction: Direction, context: PlanContext): Pick<PlannedContent, 'parts'> {
  if (!isMultipart(media.mediaType)) return {};
  const { prefixEncoding = [], itemEncoding } = media;
  const plan = (encoding: Encoding, name: string): PlannedPart => ({
    pointer: `${media.pointer}/${name}`,
    // With any of these it is serialised as text, and the content type is ignored (OpenAPI 3.1
    // §4.8.15.1.2).
    contentTypes: isStyled(encoding) ? [] : (encoding.contentType?.split(',') ?? []).map((each) => each.trim()),
    headers: encoding.headers.map((header) => planHeader(header, context, direction)),
  });
  const named = Object.entries(media.encoding).map(
    ([name, encoding]) => [name, plan(encoding, `encoding/${escapeToken(name)}`)] as const,
  );
  const first = prefixEncoding.map((encoding, at) => plan(encoding, `prefixEncoding/${at}`));
  const rest = itemEncoding === undefined ? undefined : plan(itemEncoding, 'itemEncoding');
  if (named.length === 0 && first.length === 0 && rest === undefined) return {};
  return { parts: { named: new Map(named), first, ...(rest === undefined ? {} : { rest }) } };
}

/** Only what the document states: without `allowReserved` nothing is asked of a form. */
function planEscaped({ mediaType, encoding, pointer }: MediaType): Pick<PlannedContent, 'escaped'> {
  if (!isForm(mediaType) && !isMultipart(mediaType)) return {};
  const named = Object.entries(encoding)
    .filter(([, { allowReserved }]) => allowReserved === false)
    .map(([name]) => [name, `${pointer}/encoding/${escapeToken(name)}/allowReserved`] as const);
  return named.length === 0 ? {} : { escaped: new Map(named) };
}

const isStyled = ({ style, explode, allowReserved }: Encoding): boolean =>
  style !== undefined || explode !== undefined || allowReserved !== undefined;

function isStructured(api: Api, schema: Schema | undefined): boolean {
  const types = schema === undefined ? [] : typesOf(api, schema);
  return types.length > 0 && types.every((type) => type === 'object' || type === 'array');
}

function wholeOf(api: Api, schema: Schema | undefined): 'list' | 'item' | undefined {
  const types = schema === undefined ? [] : typesOf(api, schema);
  if (types.length === 1 && types[0] === 'array') return 'list';
  return types.length === 0 || types.some((type) => type === 'array' || type === 'string') ? undefined : 'item';
}

function planResponse(spec: ResponseSpec, context: PlanContext): PlannedResponse {
  const headers = spec.headers.filter(({ name }) => name.toLowerCase() !== 'content-type');
  return {
    spec,
    body: planBody(spec.content, 'response', context),
    headers: headers.map((header) => planHeader(header, context, 'response')),
  };
}

function planHeader(header: ResponseHeader, context: PlanContext, direction: Direction): PlannedHeader {
  const key = header.name.toLowerCase();
  const pointer = formatPointer(['header', key]);
  let reader: ParameterReader | undefined;
  return {
    header,
    reader: () => (reader ??= headerReaderOf(context.api, header)),
    subject: { pointer, noun: 'Header field', name: header.name, code: 'response.header-schema' },
    ...compileFor(header.schema ?? header.content?.schema, direction, context),
  };
}
