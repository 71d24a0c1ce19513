import type { Context, Hono } from 'hono';
import { type Json, type JsonObject, StandinError, type Violation } from '../../core/index.ts';
import type { Mock, RecordOutcome, RecordQuery, StoredRecord } from '../../mock/index.ts';
import { propertiesOf, typesOf } from '../../spec/index.ts';
import { isArray, isObject, parseJson, parseQuery, stringifyJson } from '../../wire/index.ts';
import { controlProblem, json, switchIn, wholeIn, worldIn } from './control-answer.ts';
import type { ControlDependencies } from './control-dependencies.ts';

type Resource = Mock['model']['resources'][number];

const PAGE = 50;
const MOST = 1_000;
/** Records that a search looks at, where the request does not say how many. */
const WITHIN = 100_000;

/**
 * Records of a world besides the documented API: validated, atomic, and recorded in the journal with the
 * origin `control`.
 */
export function dataRoutes(app: Hono, { mock, journal, now, prefix }: ControlDependencies): void {
  const about = (handle: (c: Context, resource: Resource) => Promise<Response>) => async (c: Context) => {
    const name = c.req.param('resource') ?? '';
    const { model } = mock();
    const resource = model.resource(name);
    if (resource !== undefined) return handle(c, resource);
    const known = model.resources.map((each) => each.name).join(', ');
    return controlProblem(c, 404, `The document has no resource \`${name}\`; it has ${known || 'none'}.`);
  };
  const address = (c: Context): string => c.req.param('address') ?? '';
  const absent = (c: Context): Response =>
    controlProblem(c, 404, `There is no record \`${address(c)}\` of \`${c.req.param('resource')}\` in this world.`);

  const noted = (
    c: Context,
    sent: Json | undefined,
    response: Response,
    violations: readonly Violation[],
  ): Response => {
    const url = new URL(c.req.url);
    journal.record({
      at: now(),
      duration: 0,
      world: worldIn(c),
      request: {
        method: c.req.method,
        path: `${prefix}${url.pathname}`,
        query: url.search.slice(1),
        headers: [],
        body: sent === undefined ? { kind: 'none' } : parsedBody(sent),
      },
      response: { status: response.status, headers: [], body: { kind: 'none' } },
      origin: 'control',
      violations,
      client: c.req.header('standin-client') ?? c.req.header('user-agent') ?? 'unknown',
    });
    return response;
  };

  app.get('/data', (c) => {
    const { api, model } = mock();
    return json(c, { resources: model.resources.map((each) => describedResource(api, each)) });
  });
  app.get(
    '/data/:resource',
    about(async (c, resource) => {
      const query = queryFrom(c);
      const { records, ...counts } = await mock().records.list(worldIn(c), resource, query);
      return json(c, { ...counts, offset: query.offset, limit: query.limit, records: records.map(recordAsJson) });
    }),
  );
  app.post(
    '/data/:resource',
    about(async (c, resource) => {
      const known = await recordIn(c);
      const record = { known, path: pathIn(c), fill: switchIn(c, 'fill', true), force: switchIn(c, 'force', false) };
      const outcome = await mock().records.create(worldIn(c), resource, record);
      return noted(c, known, answerOf(c, outcome, 201), violationsOf(outcome));
    }),
  );
  app.get(
    '/data/:resource/:address',
    about(async (c, resource) => {
      const record = await mock().records.read(worldIn(c), resource, address(c));
      if (record === undefined) return absent(c);
      c.header('etag', `"${record.version}"`);
      return json(c, recordAsJson(record));
    }),
  );
  app.get(
    '/data/:resource/:address/links',
    about(async (c, resource) => {
      const links = await mock().records.links(worldIn(c), resource, address(c));
      return links === undefined ? absent(c) : json(c, links as unknown as Json);
    }),
  );
  const change = (isPatch: boolean) =>
    about(async (c, resource) => {
      const value = await recordIn(c);
      const version = versionIn(c);
      const force = switchIn(c, 'force', false);
      const changed = { value, isPatch, force, ...(version === undefined ? {} : { version }) };
      const outcome = await mock().records.change(worldIn(c), resource, address(c), changed);
      return noted(c, value, outcome.kind === 'absent' ? absent(c) : answerOf(c, outcome, 200), violationsOf(outcome));
    });
  app.put('/data/:resource/:address', change(false));
  app.patch('/data/:resource/:address', change(true));
  app.delete(
    '/data/:resource/:address',
    about(async (c, resource) => {
      const outcome = await mock().records.remove(worldIn(c), resource, address(c), versionIn(c));
      const response =
        outcome.kind === 'done' ? c.body(null, 204) : outcome.kind === 'absent' ? absent(c) : answerOf(c, outcome, 200);
      return noted(c, undefined, response, []);
    }),
  );
}

/** A resource with the properties that its records have, in the order of the document. */
function describedResource(
  api: Mock['api'],
  { name, singular, singleton, id, parent, relations, schema }: Resource,
): Json {
  const properties = Object.entries(propertiesOf(api, schema)).map(([property, { schema: of, required }]) => ({
    name: property,
    types: typesOf(api, of),
    required,
  }));
  const described = {
    name,
    singular,
    singleton,
    id: id?.property ?? null,
    parent: parent ?? null,
    relations,
    properties,
  };
  // Resources of the model are plain data.
  return described as unknown as Json;
}

function recordAsJson({ address, version, value }: StoredRecord): JsonObject {
  return { address, version, value };
}

const violationsOf = (outcome: RecordOutcome): readonly Violation[] =>
  'violations' in outcome ? outcome.violations : [];

const violationsAsJson = (violations: readonly Violation[]): Json =>
  violations.map((each) => ({ ...each })) as unknown as Json;

/** The answer to a write. A refusal names the fault, and nothing is stored. */
function answerOf(c: Context, outcome: RecordOutcome, status: number): Response {
  switch (outcome.kind) {
    case 'done':
      c.header('etag', `"${outcome.record.version}"`);
      return json(c, { ...recordAsJson(outcome.record), violations: violationsAsJson(outcome.violations) }, status);
    case 'absent':
      return controlProblem(c, 404, 'There is no such record in this world.');
    case 'invalid':
      return controlProblem(
        c,
        422,
        `The record breaks its schema: ${outcome.violations[0]?.message ?? ''}. \`?force\` stores it all the same.`,
        {
          violations: violationsAsJson(outcome.violations),
          value: outcome.value,
        },
      );
    case 'taken':
      return controlProblem(c, 409, `There is a record \`${outcome.address}\` already.`);
    case 'stale':
      return controlProblem(c, 412, `The record has changed: it is of version ${outcome.record.version} now.`, {
        record: recordAsJson(outcome.record),
      });
    case 'moved':
      return controlProblem(c, 422, `\`${outcome.pointer}\` says which record this is and cannot change.`);
    case 'unplaced':
      return controlProblem(
        c,
        422,
        `The record does not say where it belongs: add ${outcome.missing.map((name) => `\`path[${name}]\``).join(' and ')} to the query.`,
      );
    case 'full':
      return controlProblem(c, 507, 'No unused id fits the schema of this resource.');
  }
}

/** The record in a body. Throws `usage` if there is none. */
async function recordIn(c: Context): Promise<JsonObject> {
  const parsed = parseJson(await c.req.text());
  if (!parsed.ok) throw new StandinError('usage', `The body is not JSON: ${parsed.reason}.`);
  if (!isObject(parsed.value)) throw new StandinError('usage', 'A record must be a JSON object.');
  return parsed.value;
}

const parsedBody = (value: Json) =>
  ({ kind: 'parsed', mediaType: 'application/json', value, text: stringifyJson(value) }) as const;

/** The version in `If-Match` (RFC 9110 §13.1.1); undefined without it and for `*`. */
function versionIn(c: Context): number | undefined {
  const entityTag = c.req.header('if-match')?.trim();
  if (entityTag === undefined || entityTag === '*') return undefined;
  const [, version] = /^"(\d{1,15})"$/.exec(entityTag) ?? [];
  if (version === undefined) throw new StandinError('usage', 'If-Match takes the ETag of the record, such as "3".');
  return Number(version);
}

/** Names and values of `name[a]=1&name[b][c]=2` in the query. */
function bracketPairs(c: Context, name: string): readonly (readonly [path: readonly string[], value: string])[] {
  const parsed = parseQuery(new URL(c.req.url).search.slice(1));
  const pairs = parsed.ok ? parsed.pairs : [];
  return pairs.flatMap((pair) => {
    if (!pair.name.startsWith(`${name}[`)) return [];
    const path = [...pair.name.slice(name.length).matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
    return [[path, pair.value] as const];
  });
}

function pathIn(c: Context): JsonObject {
  return Object.fromEntries(bracketPairs(c, 'path').map(([[name = ''], value]) => [name, value]));
}

const OPERATORS = ['equals', 'contains', 'min', 'max'] as const;

/** `filter[name]=…`, `filter[price][min]=…`, `sort=name,-price`, `search`, `within`, `offset`, `limit`. */
function queryFrom(c: Context): RecordQuery {
  const where = bracketPairs(c, 'filter').map(([[name = '', operator = 'equals'], value]) => {
    const op = OPERATORS.find((each) => each === operator);
    if (op === undefined)
      throw new StandinError('usage', `A filter has no operator \`${operator}\`; use one of ${OPERATORS.join(', ')}.`);
    if (op === 'contains') return { pointer: pointerOf(name), op, value };
    const values = possibleValues(value);
    return op === 'equals'
      ? { pointer: pointerOf(name), op: 'in' as const, value: values }
      : { pointer: pointerOf(name), op, value: values.at(-1) ?? value };
  });
  const sort = c.req.query('sort')?.split(',') ?? [];
  const order = sort
    .filter((name) => name !== '' && name !== '-')
    .map((name) => ({ pointer: pointerOf(name.replace(/^-/, '')), descending: name.startsWith('-') }));
  const search = c.req.query('search');
  return {
    where,
    order,
    ...(search === undefined || search === '' ? {} : { search, within: wholeIn(c, 'within', WITHIN) }),
    offset: wholeIn(c, 'offset', 0),
    limit: wholeIn(c, 'limit', PAGE, MOST),
  };
}

/** A top-level property by its name, or a nested one by its JSON Pointer. */
const pointerOf = (name: string): string =>
  name.startsWith('/') ? name : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A query value as a string, and as the number, boolean or null that it may be. */
function possibleValues(text: string): readonly Json[] {
  const parsed = parseJson(text);
  const isScalar = parsed.ok && !isObject(parsed.value) && !isArray(parsed.value);
  return isScalar && typeof parsed.value !== 'string' ? [text, parsed.value] : [text];
}
