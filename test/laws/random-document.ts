/** Documents of every version, drawn from a number: styles, places, media types, security and schemas as they can stand together. */
export type Written = Record<string, unknown>;

type Version = '2.0' | '3.0' | '3.1' | '3.2';

interface Making {
  readonly next: () => number;
  readonly version: Version;
  readonly idType: 'integer' | 'string';
  readonly schemas: Record<string, Written>;
}

const VERSIONS: readonly Version[] = ['2.0', '3.0', '3.1', '3.2'];

export function randomDocument(seed: number): Written {
  const next = chanceOf(seed);
  const version = VERSIONS[seed % VERSIONS.length] ?? '3.1';
  const making: Making = { next, version, idType: next() < 0.5 ? 'integer' : 'string', schemas: {} };
  for (const name of ['Thing', 'Part', 'Node', 'Shape']) making.schemas[name] = component(making, name);
  const paths: Record<string, Written> = {};
  for (let n = between(making, 2, 4); n > 0; n--) addPath(making, paths, n);
  addCollection(making, paths);
  return written(making, paths);
}

function written(making: Making, paths: Record<string, Written>): Written {
  const { version, schemas } = making;
  const info = { title: 'random', version: '1' };
  const schemes = securitySchemes(making);
  const security = maybe(making, 0.3) ? { security: requirements(making) } : {};
  if (version === '2.0')
    return {
      swagger: '2.0',
      info,
      basePath: '/v1',
      paths,
      definitions: schemas,
      securityDefinitions: schemes,
      ...security,
    };
  const number = { '3.0': '3.0.3', '3.1': '3.1.1', '3.2': '3.2.0' }[version];
  return { openapi: number, info, paths, components: { schemas, securitySchemes: schemes }, ...security };
}

function securitySchemes({ version }: Making): Written {
  const basic = version === '2.0' ? { type: 'basic' } : { type: 'http', scheme: 'basic' };
  const bearer = version === '2.0' ? {} : { bearer: { type: 'http', scheme: 'bearer' } };
  return {
    header: { type: 'apiKey', in: 'header', name: 'X-Key' },
    query: { type: 'apiKey', in: 'query', name: 'key' },
    basic,
    ...bearer,
  };
}

function requirements(making: Making): readonly Written[] {
  const one = (): Written => ({ [pick(making, ['header', 'query', 'basic'])]: [] });
  const first = maybe(making, 0.3) ? { ...one(), ...one() } : one();
  return maybe(making, 0.4) ? [first, maybe(making, 0.3) ? {} : one()] : [first];
}

const refTo = ({ version }: Making, name: string): Written => ({
  $ref: `#/${version === '2.0' ? 'definitions' : 'components/schemas'}/${name}`,
});

function component(making: Making, name: string): Written {
  if (name === 'Part') return flat(making);
  if (name === 'Node') {
    const children = { type: 'array', items: refTo(making, 'Node'), ...(maybe(making, 0.5) ? { maxItems: 3 } : {}) };
    return {
      type: 'object',
      required: ['value'],
      properties: { value: scalar(making), children, next: refTo(making, 'Node') },
    };
  }
  if (name === 'Shape' && making.version !== '2.0') return alternatives(making);
  return object(making, 2, name === 'Thing' ? { id: { type: making.idType, readOnly: true } } : {});
}

/** Two forms that tell each other apart. */
function alternatives(making: Making): Written {
  const form = (kind: string): Written => {
    const tag = making.version === '3.0' ? { type: 'string', enum: [kind] } : { const: kind };
    const made = object(making, 1, {});
    return {
      ...made,
      properties: { ...(made['properties'] as Written), kind: tag },
      required: [...(made['required'] as string[]), 'kind'],
    };
  };
  making.schemas['Circle'] = form('Circle');
  making.schemas['Square'] = form('Square');
  const both = [refTo(making, 'Circle'), refTo(making, 'Square')];
  const hint = maybe(making, 0.6) ? { discriminator: { propertyName: 'kind' } } : {};
  return { [pick(making, ['oneOf', 'anyOf'])]: both, ...hint };
}

const NAMES = ['name', 'size', 'tags', 'note', 'when', 'x-y', 'a.b', 'état', 'count', 'flag', 'class'];

function object(making: Making, depth: number, fixed: Written): Written {
  const properties: Written = { ...fixed };
  const required: string[] = Object.keys(fixed);
  for (let n = between(making, 1, 4); n > 0; n--) {
    const name = pick(making, NAMES);
    if (Object.hasOwn(properties, name)) continue;
    const made = schema(making, depth - 1);
    const mark =
      '$ref' in made
        ? {}
        : maybe(making, 0.08)
          ? { readOnly: true }
          : maybe(making, 0.06) && making.version !== '2.0'
            ? { writeOnly: true }
            : {};
    properties[name] = { ...made, ...mark };
    if (maybe(making, 0.5)) required.push(name);
  }
  const rest = maybe(making, 0.25) ? { additionalProperties: pick(making, [false, { type: 'integer' }, true]) } : {};
  return {
    type: 'object',
    ...(required.length > 0 || making.version !== '2.0' ? { required } : {}),
    properties,
    ...rest,
  };
}

function schema(making: Making, depth: number): Written {
  const kind = between(making, 0, depth > 0 ? 9 : 3);
  if (kind <= 3) return nullable(making, scalar(making));
  if (kind <= 5) return nullable(making, list(making, depth));
  if (kind <= 6) return nullable(making, object(making, depth, {}));
  if (kind === 7) return refTo(making, pick(making, ['Part', 'Node', 'Shape']));
  if (kind === 8) return { allOf: [refTo(making, 'Part'), { type: 'object', properties: { extra: scalar(making) } }] };
  return newer(making, depth);
}

function list(making: Making, depth: number): Written {
  const items = schema(making, depth - 1);
  const bounds = maybe(making, 0.4) ? { minItems: between(making, 0, 2), maxItems: between(making, 2, 5) } : {};
  const isPlain = items['type'] === 'string' && items['enum'] === undefined;
  return { type: 'array', items, ...bounds, ...(isPlain && maybe(making, 0.3) ? { uniqueItems: true } : {}) };
}

/** Keywords that only 3.1 and later have. */
function newer(making: Making, depth: number): Written {
  if (making.version === '2.0' || making.version === '3.0') return list(making, depth);
  switch (between(making, 0, 5)) {
    case 0:
      return {
        type: 'array',
        prefixItems: [scalar(making), scalar(making)],
        items: maybe(making, 0.5) ? false : scalar(making),
        minItems: 1,
      };
    case 1:
      return { ...object(making, depth, {}), patternProperties: { '^p_': scalar(making) }, additionalProperties: true };
    case 2:
      return { ...object(making, depth, {}), dependentRequired: { name: ['size'] }, additionalProperties: true };
    case 3:
      return {
        allOf: [object(making, depth, {}), { properties: { more: scalar(making) } }].map(withoutRest),
        unevaluatedProperties: false,
      };
    case 4:
      return {
        type: 'object',
        if: { properties: { on: { const: true } }, required: ['on'] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema.
        then: { required: ['why'] },
        properties: { on: { type: 'boolean' }, why: { type: 'string' } },
      };
    default:
      return { type: ['string', 'integer', 'null'] };
  }
}

function withoutRest(made: Written): Written {
  const { additionalProperties: _, ...left } = made;
  return left;
}

function nullable({ version, next }: Making, made: Written): Written {
  if (next() > 0.12) return made;
  if (version === '3.0') return made['enum'] === undefined ? { ...made, nullable: true } : made;
  if (version === '2.0') return { ...made, 'x-nullable': true };
  if (typeof made['type'] !== 'string' || made['enum'] !== undefined) return made;
  return { ...made, type: [made['type'], 'null'] };
}

function scalar(making: Making): Written {
  switch (between(making, 0, 8)) {
    case 0:
      return {
        type: 'integer',
        ...(maybe(making, 0.5) ? { minimum: between(making, -5, 5), maximum: between(making, 6, 300) } : {}),
      };
    case 1:
      return {
        type: 'integer',
        format: pick(making, ['int32', 'int64']),
        ...(maybe(making, 0.3) ? { multipleOf: 5 } : {}),
      };
    case 2:
      return { type: 'number', ...(maybe(making, 0.4) ? { minimum: 0, maximum: 1 } : {}) };
    case 3:
      return { type: 'boolean' };
    case 4:
      return {
        type: 'string',
        format: pick(making, ['date', 'date-time', 'uuid', 'email', 'uri', 'ipv4', 'byte', 'hostname']),
      };
    case 5:
      return {
        type: 'string',
        enum: pick(making, [
          ['a', 'b'],
          ['on', 'off', 'n/a'],
          ['x y', 'ü'],
        ]),
      };
    case 6:
      return { type: 'string', pattern: pick(making, ['^[a-z]{2,5}$', '^\\d{3}-\\d{2}$', '^[A-Z]\\w*$']) };
    case 7:
      return { type: 'string', minLength: between(making, 0, 3), maxLength: between(making, 3, 20) };
    default:
      return { type: 'string' };
  }
}

function addPath(making: Making, paths: Record<string, Written>, n: number): void {
  const names = Array.from({ length: between(making, 0, 2) }, (_, at) => `p${at}`);
  const path = `/op${n}${names.map((name) => `/{${name}}`).join('/sub')}`;
  const method = pick(making, ['get', 'post', 'put', 'patch', 'delete', making.version === '3.2' ? 'query' : 'get']);
  paths[path] = { ...paths[path], [method]: operation(making, method, names) };
}

function addCollection(making: Making, paths: Record<string, Written>): void {
  const thing = refTo(making, 'Thing');
  const id = parameter(making, 'path', 'id', {
    type: making.idType,
  });
  const all = { type: 'array', items: thing };
  const body = bodyOf(making, 'application/json', thing);
  paths['/things'] = {
    get: { ...plainly(making), responses: answers(making, '200', all) },
    post: { ...body, responses: answers(making, '201', thing) },
  };
  const one = {
    get: { responses: answers(making, '200', thing) },
    put: { ...body, responses: answers(making, '200', thing) },
    delete: { responses: { 204: { description: '' } } },
  };
  paths['/things/{id}'] = { parameters: [id], ...one };
}

const plainly = (making: Making): Written => ({
  parameters: [parameter(making, 'query', 'limit', { type: 'integer', minimum: 1, maximum: 50 })],
});

function answers(making: Making, status: string, made: Written): Written {
  const error = { type: 'object', properties: { message: { type: 'string' } } };
  return {
    [status]: answer(making, 'application/json', made),
    ...(maybe(making, 0.5) ? { 404: answer(making, 'application/json', error) } : {}),
  };
}

function answer({ version }: Making, mediaType: string, made: Written): Written {
  return version === '2.0'
    ? { description: '', schema: made }
    : { description: '', content: { [mediaType]: { schema: made } } };
}

function bodyOf({ version }: Making, mediaType: string, made: Written): Written {
  if (version === '2.0') return { parameters: [{ in: 'body', name: 'body', required: true, schema: made }] };
  return { requestBody: { required: true, content: { [mediaType]: { schema: made } } } };
}

const SENDS = new Set(['post', 'put', 'patch', 'query']);
const TYPES = [
  'application/json',
  'application/vnd.a+json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
  'application/octet-stream',
  'application/x-ndjson',
  'application/yaml',
];

function operation(making: Making, method: string, names: readonly string[]): Written {
  const parameters: Written[] = names.map((name) => parameter(making, 'path', name, parameterSchema(making, 'path')));
  for (let n = between(making, 0, 4); n > 0; n--) {
    const place = pick(making, making.version === '2.0' ? ['query', 'header'] : ['query', 'query', 'header', 'cookie']);
    const name = place === 'header' ? `X-H${n}` : `q${n}`;
    parameters.push(parameter(making, place, name, parameterSchema(making, place)));
  }
  const mediaType = pick(making, TYPES);
  const body = SENDS.has(method) && maybe(making, 0.8) ? requestBody(making, mediaType) : {};
  const all = [...parameters, ...((body['parameters'] as Written[] | undefined) ?? [])];
  const answered = pick(making, TYPES);
  const responses = maybe(making, 0.2) ? { 204: { description: '' } } : { 200: response(making, answered) };
  const produced = making.version === '2.0' ? { produces: [answered] } : {};
  const security = maybe(making, 0.15) ? { security: maybe(making, 0.3) ? [] : requirements(making) } : {};
  return { ...body, ...produced, ...(all.length > 0 ? { parameters: all } : {}), responses, ...security };
}

function response(making: Making, mediaType: string): Written {
  const headers = maybe(making, 0.3) ? { headers: { 'X-Count': header(making) } } : {};
  return { ...answer(making, mediaType, contentSchema(making, mediaType)), ...headers };
}

function header(making: Making): Written {
  const value = maybe(making, 0.5) ? scalar(making) : { type: 'array', items: { type: 'integer' }, minItems: 1 };
  if (making.version === '2.0')
    return value['type'] === 'array' ? { ...value, collectionFormat: pick(making, ['csv', 'ssv', 'pipes']) } : value;
  return { required: maybe(making, 0.5), schema: value };
}

function contentSchema(making: Making, mediaType: string): Written {
  if (/text|octet/.test(mediaType)) return { type: 'string' };
  if (/form/.test(mediaType)) return flat(making);
  if (/ndjson/.test(mediaType))
    return maybe(making, 0.5) ? { type: 'array', items: schema(making, 1) } : object(making, 1, {});
  if (/xml/.test(mediaType)) return { ...object(making, 1, {}), xml: { name: 'root' } };
  return schema(making, 3);
}

/** An object of scalars and lists of them. */
function flat(making: Making): Written {
  const properties: Written = {
    a: scalar(making),
    b: scalar(making),
    l: { type: 'array', items: scalar(making), minItems: 1 },
  };
  return { type: 'object', required: ['a', 'l'], properties };
}

function requestBody(making: Making, mediaType: string): Written {
  if (making.version === '2.0') return { consumes: [mediaType], parameters: swaggerBody(making, mediaType) };
  const encoding =
    /form/.test(mediaType) && maybe(making, 0.5) ? { encoding: { l: encodingOf(making, mediaType) } } : {};
  return {
    requestBody: {
      required: maybe(making, 0.7),
      content: { [mediaType]: { schema: contentSchema(making, mediaType), ...encoding } },
    },
  };
}

function encodingOf(making: Making, mediaType: string): Written {
  if (/multipart/.test(mediaType) && maybe(making, 0.5))
    return { contentType: pick(making, ['application/json', 'text/plain']), headers: { 'X-Part': header(making) } };
  return pick(making, [
    { style: 'form', explode: false },
    { style: 'pipeDelimited', explode: false },
    { style: 'spaceDelimited', explode: false },
    { explode: true },
  ]);
}

function swaggerBody(making: Making, mediaType: string): readonly Written[] {
  if (!/form/.test(mediaType))
    return [{ in: 'body', name: 'body', required: maybe(making, 0.7), schema: contentSchema(making, mediaType) }];
  const field = (name: string, required: boolean, value: Written): Written => ({
    in: 'formData',
    name,
    required,
    ...value,
  });
  const several = {
    type: 'array',
    items: scalar(making),
    minItems: 1,
    collectionFormat: pick(making, ['csv', 'ssv', 'pipes', 'multi']),
  };
  const file = /multipart/.test(mediaType) ? [field('f', maybe(making, 0.5), { type: 'file' })] : [];
  return [field('a', true, scalar(making)), field('l', maybe(making, 0.5), several), ...file];
}

function parameterSchema(making: Making, place: string): Written {
  const kind = between(making, 0, 5);
  if (kind <= 2) return nonEmpty(scalar(making), place);
  if (kind <= 4 || making.version === '2.0')
    return { type: 'array', items: nonEmpty(scalar(making), place), minItems: 1 };
  return {
    type: 'object',
    required: ['r'],
    properties: { r: { type: 'integer' }, g: { type: 'string', minLength: 1, pattern: '^[a-z]+$' } },
  };
}

/** Nothing stands in an empty segment or field. */
function nonEmpty(made: Written, place: string): Written {
  if (
    place === 'query' ||
    made['type'] !== 'string' ||
    made['pattern'] !== undefined ||
    made['format'] !== undefined ||
    made['enum'] !== undefined
  )
    return made;
  return { ...made, pattern: '^[a-z]+$', minLength: 1 };
}

const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

function parameter(making: Making, place: string, name: string, made: Written): Written {
  const common = { name, in: place, required: place === 'path' || maybe(making, 0.5) };
  const type = made['type'];
  if (making.version === '2.0') {
    const formats = place === 'query' ? ['csv', 'ssv', 'tsv', 'pipes', 'multi'] : ['csv', 'ssv', 'pipes'];
    return { ...common, ...made, ...(type === 'array' ? { collectionFormat: pick(making, formats) } : {}) };
  }
  if (maybe(making, 0.08)) return { ...common, content: { 'application/json': { schema: made } } };
  const isDefined = (style: string): boolean =>
    style === 'deepObject' ? type === 'object' : style.endsWith('Delimited') ? type === 'array' : true;
  const style = pick(making, (STYLES[place] ?? []).filter(isDefined));
  const explode = maybe(making, 0.6)
    ? {
        explode:
          style === 'deepObject'
            ? true
            : style.endsWith('Delimited') || place === 'cookie'
              ? false
              : maybe(making, 0.5),
      }
    : {};
  // Objects of several parameters that stand as pairs of their own cannot be told apart.
  const safe = type === 'object' && style === 'form' ? { explode: false } : explode;
  return { ...common, ...(maybe(making, 0.8) || style !== STYLES[place]?.[0] ? { style } : {}), ...safe, schema: made };
}

function chanceOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>({ next }: Making, list: readonly T[]): T => list[Math.floor(next() * list.length)] as T; // Never empty here.
const between = ({ next }: Making, low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
const maybe = ({ next }: Making, share: number): boolean => next() < share;
