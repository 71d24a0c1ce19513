import type { Json } from '../core/index.ts';
import type { Api, Operation, Schema } from '../spec/index.ts';
import { fieldValue, isArray, isJson, parseCookies, parseQuery } from '../wire/index.ts';
import type { Seen } from './check.ts';
import type { Case, CaseResult, Coverage, OperationCoverage, Ratio } from './events.ts';

/** What was seen of one operation. */
export interface OperationSeen {
  requests: number;
  reached: boolean;
  /** Statuses of answers to valid requests. */
  readonly valid: number[];
  readonly statuses: Map<number, number>;
  readonly durations: number[];
  readonly parameters: Set<string>;
  readonly properties: Set<string>;
  readonly tried: Set<string>;
}

export interface CoverageBook {
  saw(seen: Seen): void;
  finished(planned: Case, result: CaseResult): void;
  of(operation: string): OperationSeen | undefined;
  coverage(operations: readonly Operation[], cases: readonly Case[]): Coverage;
}

const MOST_DURATIONS = 200;

/** Keeps book of what the judged exchanges of a run have touched. */
export function createCoverage(api: Api): CoverageBook {
  const book = new Map<string, OperationSeen>();
  const open = (id: string): OperationSeen => {
    const known = book.get(id);
    if (known !== undefined) return known;
    const fresh = blank();
    book.set(id, fresh);
    return fresh;
  };
  return {
    saw(seen) {
      if (seen.operation !== undefined) note(api, open(seen.operation.id), seen.operation, seen);
    },
    finished(planned, result) {
      if (planned.operation !== undefined && (result.verdict === 'passed' || result.verdict === 'failed')) {
        open(planned.operation).tried.add(planned.id);
      }
    },
    of: (operation) => book.get(operation),
    coverage: (operations, cases) => summarise(api, operations, cases, book),
  };
}

function blank(): OperationSeen {
  return {
    requests: 0,
    reached: false,
    valid: [],
    statuses: new Map(),
    durations: [],
    parameters: new Set(),
    properties: new Set(),
    tried: new Set(),
  };
}

function note(api: Api, entry: OperationSeen, operation: Operation, seen: Seen): void {
  const { status, body } = seen.response;
  entry.requests += 1;
  entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1);
  if (seen.purpose.expect === 'valid') entry.valid.push(status);
  // What others sent and had a success with was a valid request; so was a step that a person wrote.
  const { expect, story } = seen.purpose;
  const meant = expect === 'valid' || story.kind === 'recorded' || story.kind === 'scenario';
  entry.reached ||= meant && status >= 200 && status < 400;
  if (entry.durations.length < MOST_DURATIONS) entry.durations.push(seen.timing.duration);
  for (const { name, in: place } of operation.parameters) {
    const key = `${place} ${name}`;
    if (!entry.parameters.has(key) && isSent(seen, place, name)) entry.parameters.add(key);
  }
  if (body.kind !== 'parsed' || status > 299) return;
  for (const { schema } of seen.documented?.content ?? []) {
    if (schema !== undefined) mark(api, schema, body.value, '', entry.properties, 0);
  }
}

function isSent({ request }: Seen, place: string, name: string): boolean {
  if (place === 'path' || place === 'querystring') return true;
  if (place === 'header') return fieldValue(request.headers, name) !== undefined;
  if (place === 'cookie') return parseCookies(request.headers).some((cookie) => cookie.name === name);
  const query = parseQuery(request.query);
  return query.ok && query.pairs.some((pair) => pair.name === name || pair.name.startsWith(`${name}[`));
}

const DEEPEST = 4;

/** Property places of a schema, as far as they go without running in circles. */
function places(api: Api, schema: Schema, place: string, found: Set<string>, depth: number): void {
  walk(api, schema, depth, (name, member) => {
    const at = `${place}/${name}`;
    if (name !== '*') found.add(at);
    places(api, member, at, found, depth + 1);
  });
}

function mark(api: Api, schema: Schema, value: Json, place: string, found: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  walk(api, schema, depth, (name, member) => {
    const at = `${place}/${name}`;
    if (name === '*') {
      if (isArray(value)) for (const item of value.slice(0, 20)) mark(api, member, item, at, found, depth + 1);
    } else if (!isArray(value) && Object.hasOwn(value, name)) {
      found.add(at);
      mark(api, member, value[name] ?? null, at, found, depth + 1);
    }
  });
}

function walk(api: Api, schema: Schema, depth: number, visit: (name: string, member: Schema) => void): void {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST) return;
  for (const part of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])])
    walk(api, part, depth + 1, visit);
  if (rule.items !== undefined) visit('*', rule.items);
  for (const [name, member] of Object.entries<Schema>(rule.properties ?? {})) visit(name, member);
}

function summarise(
  api: Api,
  operations: readonly Operation[],
  cases: readonly Case[],
  book: ReadonlyMap<string, OperationSeen>,
): Coverage {
  const planned = new Map<string, { valid: string[]; broken: string[] }>();
  for (const { id, operation, phase } of cases) {
    if (operation === undefined || phase !== 'coverage') continue;
    const entry = planned.get(operation) ?? { valid: [], broken: [] };
    planned.set(operation, entry);
    if (/-at(-\d+)?$/.test(id)) entry.valid.push(id);
    else if (/-broken(-\d+)?$/.test(id)) entry.broken.push(id);
  }
  const list = operations.map((operation) =>
    ofOperation(api, operation, book.get(operation.id) ?? blank(), planned.get(operation.id)),
  );
  const sum = (pick: (each: OperationCoverage) => Ratio): Ratio => ({
    covered: list.reduce((total, each) => total + pick(each).covered, 0),
    total: list.reduce((total, each) => total + pick(each).total, 0),
  });
  return {
    operations: list,
    totals: {
      operations: { covered: list.filter(({ reached }) => reached).length, total: list.length },
      statuses: sum(({ statuses }) => ({
        covered: statuses.filter(({ documented, count }) => documented && count > 0).length,
        total: statuses.filter(({ documented }) => documented).length,
      })),
      parameters: sum(({ parameters }) => ({
        covered: parameters.filter(({ sent }) => sent).length,
        total: parameters.length,
      })),
      properties: sum(({ properties }) => properties),
      keywordsValid: sum(({ keywordsValid }) => keywordsValid),
      keywordsBroken: sum(({ keywordsBroken }) => keywordsBroken),
    },
  };
}

function ofOperation(
  api: Api,
  operation: Operation,
  entry: OperationSeen,
  planned: { readonly valid: readonly string[]; readonly broken: readonly string[] } | undefined,
): OperationCoverage {
  const documented = operation.responses.map(({ status }) => status);
  const matches = (status: number, key: string): boolean =>
    key === String(status) || (key === `${Math.floor(status / 100)}XX` && !documented.includes(String(status)));
  const counted = documented.map((status) => ({
    status,
    documented: true,
    count: [...entry.statuses].reduce((sum, [seen, count]) => sum + (matches(seen, status) ? count : 0), 0),
  }));
  const others = [...entry.statuses]
    .filter(([status]) => !documented.some((key) => matches(status, key)))
    .map(([status, count]) => ({ status: String(status), documented: false, count }));
  const all = new Set<string>();
  for (const { content, status } of operation.responses) {
    if (!status.startsWith('2')) continue;
    for (const each of content)
      if (each.schema !== undefined && isJson(each.mediaType)) places(api, each.schema, '', all, 0);
  }
  const tried = (ids: readonly string[] = []): Ratio => ({
    covered: ids.filter((id) => entry.tried.has(id)).length,
    total: ids.length,
  });
  return {
    operation: operation.id,
    endpoint: `${operation.method} ${operation.path}`,
    tags: operation.tags,
    requests: entry.requests,
    reached: entry.reached,
    statuses: [...counted, ...others],
    parameters: operation.parameters.map(({ name, in: place }) => ({
      name,
      in: place,
      sent: entry.parameters.has(`${place} ${name}`),
    })),
    properties: { covered: [...all].filter((place) => entry.properties.has(place)).length, total: all.size },
    keywordsValid: tried(planned?.valid),
    keywordsBroken: tried(planned?.broken),
  };
}

const NONE: Ratio = { covered: 0, total: 0 };

/** That of a run in which nothing was seen. */
export const NO_COVERAGE: Coverage = {
  operations: [],
  totals: {
    operations: NONE,
    statuses: NONE,
    parameters: NONE,
    properties: NONE,
    keywordsValid: NONE,
    keywordsBroken: NONE,
  },
};
