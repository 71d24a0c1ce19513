import type { Body, Json } from '../../core/index.ts';
import { type Api, isJsonContent, type Operation, type Schema } from '../../spec/index.ts';
import { fieldValue, isArray, parseCookies, parseQuery } from '../../wire/index.ts';
import type { Case, CaseResult, Coverage, OperationCoverage, Ratio } from '../model/events.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { refusalWords } from '../responses/refusal-words.ts';
import { isOfLife, livesLed, livesOf } from './life-coverage.ts';

/** What a run has seen of one operation. */
export interface OperationSeen {
  requests: number;
  reached: boolean;
  /** Statuses of answers to valid requests. */
  readonly valid: number[];
  readonly statuses: Map<number, number>;
  /** Refusals of valid requests, by status and message. */
  readonly refusals: Map<string, CountedRefusal>;
  /** Reasons of inconclusive cases, with their number. */
  readonly inconclusiveReasons: Map<string, number>;
  /** Content-Type of answers with content, as received; an empty string if the field is missing. */
  readonly forms: Set<string>;
  readonly durations: number[];
  readonly parameters: Set<string>;
  readonly properties: Set<string>;
  readonly tried: Set<string>;
}

/** Refusals of valid requests with one message, counted. */
export interface CountedRefusal {
  readonly status: number;
  readonly words?: string;
  count: number;
}

export interface CoverageBook {
  saw(exchange: Exchange): void;
  finished(planned: Case, result: CaseResult): void;
  of(operation: string): OperationSeen | undefined;
  coverage(operations: readonly Operation[], cases: readonly Case[]): Coverage;
}

const MOST_DURATIONS = 200;

/** Collects what the judged exchanges of a run cover. */
export function createCoverage(api: Api): CoverageBook {
  const membersOf = createMembers(api);
  const book = new Map<string, OperationSeen>();
  const ofLives = new Map<string, CaseResult>();
  const open = (id: string): OperationSeen => getOr(book, id, blank);
  return {
    saw(exchange) {
      if (exchange.operation !== undefined) note(membersOf, open(exchange.operation.id), exchange.operation, exchange);
    },
    finished(planned, result) {
      if (isOfLife(planned)) ofLives.set(planned.id, result);
      if (planned.operation === undefined) return;
      const { inconclusiveReasons, tried } = open(planned.operation);
      if (result.verdict === 'passed' || result.verdict === 'failed') tried.add(planned.id);
      else inconclusiveReasons.set(result.reason, (inconclusiveReasons.get(result.reason) ?? 0) + 1);
    },
    of: (operation) => book.get(operation),
    coverage: (operations, cases) => summarise(membersOf, operations, cases, { book, ofLives }),
  };
}

function blank(): OperationSeen {
  return {
    requests: 0,
    reached: false,
    valid: [],
    statuses: new Map(),
    refusals: new Map(),
    inconclusiveReasons: new Map(),
    forms: new Set(),
    durations: [],
    parameters: new Set(),
    properties: new Set(),
    tried: new Set(),
  };
}

function note(membersOf: MembersOf, entry: OperationSeen, operation: Operation, exchange: Exchange): void {
  const { status, body, headers } = exchange.response;
  entry.requests += 1;
  entry.statuses.set(status, (entry.statuses.get(status) ?? 0) + 1);
  if (exchange.raw.bytes.length > 0) entry.forms.add(fieldValue(headers, 'content-type') ?? '');
  if (exchange.purpose.expect === 'valid') {
    entry.valid.push(status);
    if ((status >= 400 || exchange.refuses) && !entry.reached) noteRefusal(entry, status, body);
  }
  // A recorded request that succeeded was valid. So was a step of a scenario.
  const { expect, story } = exchange.purpose;
  const meant = expect === 'valid' || story.kind === 'recorded' || story.kind === 'scenario';
  entry.reached ||= meant && status >= 200 && status < 400 && !exchange.refuses;
  if (entry.durations.length < MOST_DURATIONS) entry.durations.push(exchange.timing.duration);
  for (const { name, in: place } of operation.parameters) {
    const key = `${place} ${name}`;
    if (!entry.parameters.has(key) && isSent(exchange, place, name)) entry.parameters.add(key);
  }
  if (body.kind !== 'parsed' || status > 299) return;
  for (const { schema } of exchange.documented?.content ?? []) {
    if (schema !== undefined) mark({ membersOf, found: entry.properties, depth: 0 }, schema, body.value, '');
  }
}

/** Refusals that are counted separately: the limit holds for a service whose message changes each time. */
const MOST_REFUSALS = 50;

function noteRefusal({ refusals }: OperationSeen, status: number, body: Body): void {
  const words = refusalWords(body);
  // Messages that differ only in quoted values and numbers are one refusal.
  const key = `${status} ${words?.replace(/["'`“][^"'`”]*["'`”]|\d+/g, '…') ?? ''}`;
  const known = refusals.get(key);
  if (known !== undefined) known.count += 1;
  else if (refusals.size < MOST_REFUSALS)
    refusals.set(key, { status, ...(words === undefined ? {} : { words }), count: 1 });
}

function isSent({ request }: Exchange, place: string, name: string): boolean {
  if (place === 'path' || place === 'querystring') return true;
  if (place === 'header') return fieldValue(request.headers, name) !== undefined;
  if (place === 'cookie') return parseCookies(request.headers).some((cookie) => cookie.name === name);
  const query = parseQuery(request.query);
  return query.ok && query.pairs.some((pair) => pair.name === name || pair.name.startsWith(`${name}[`));
}

const DEEPEST = 4;

/** A walk over a schema. `found` gets the places. */
interface CoverageWalk {
  readonly membersOf: MembersOf;
  readonly found: Set<string>;
  readonly depth: number;
}

/** Adds the pointers of all properties of a schema. Recursive schemas are entered once. */
function places({ membersOf, found, depth }: CoverageWalk, schema: Schema, place: string): void {
  walk(membersOf, schema, depth, (name, member) => {
    const at = `${place}/${name}`;
    if (name !== '*') found.add(at);
    places({ membersOf, found, depth: depth + 1 }, member, at);
  });
}

function mark({ membersOf, found, depth }: CoverageWalk, schema: Schema, value: Json, place: string): void {
  if (typeof value !== 'object' || value === null) return;
  walk(membersOf, schema, depth, (name, member) => {
    if (name === '*') {
      if (!isArray(value)) return;
      for (const item of value.slice(0, 20)) mark({ membersOf, found, depth: depth + 1 }, member, item, `${place}/*`);
    } else if (!isArray(value) && Object.hasOwn(value, name)) {
      const at = `${place}/${name}`;
      found.add(at);
      mark({ membersOf, found, depth: depth + 1 }, member, value[name] ?? null, at);
    }
  });
}

function walk(
  membersOf: MembersOf,
  schema: Schema,
  depth: number,
  visit: (name: string, member: Schema) => void,
): void {
  if (depth > DEEPEST) return;
  const { subschemas, members } = membersOf(schema);
  for (const part of subschemas) walk(membersOf, part, depth + 1, visit);
  for (const [name, member] of members) visit(name, member);
}

/** The parts of a composed schema, and the properties of its values. `*` stands for each item of a list. */
interface Members {
  readonly subschemas: readonly Schema[];
  readonly members: readonly (readonly [name: string, member: Schema])[];
}

type MembersOf = (schema: Schema) => Members;

const NO_MEMBERS: Members = { subschemas: [], members: [] };

/** Computed once for each schema, because every answer is compared with its schema. */
function createMembers(api: Api): MembersOf {
  const known = new Map<Schema, Members>();
  return (schema) => getOr(known, schema, () => laidOut(api, schema));
}

function laidOut(api: Api, schema: Schema): Members {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean') return NO_MEMBERS;
  const items = rule.items === undefined ? [] : [['*', rule.items] as const];
  return {
    subschemas: [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])],
    members: [...items, ...Object.entries<Schema>(rule.properties ?? {})],
  };
}

/** What was seen of each operation, and the results of the cases of life cycles. */
interface Books {
  readonly book: ReadonlyMap<string, OperationSeen>;
  readonly ofLives: ReadonlyMap<string, CaseResult>;
}

function summarise(
  membersOf: MembersOf,
  operations: readonly Operation[],
  cases: readonly Case[],
  { book, ofLives }: Books,
): Coverage {
  const planned = new Map<string, { valid: string[]; broken: string[] }>();
  for (const { id, operation, phase } of cases) {
    if (operation === undefined || phase !== 'coverage') continue;
    const entry = getOr(planned, operation, () => ({ valid: [], broken: [] }));
    if (/-at(-\d+)?$/.test(id)) entry.valid.push(id);
    else if (/-broken(-\d+)?$/.test(id)) entry.broken.push(id);
  }
  const list = operations.map((operation) =>
    ofOperation(membersOf, operation, book.get(operation.id) ?? blank(), planned.get(operation.id)),
  );
  const sum = (pick: (each: OperationCoverage) => Ratio): Ratio => ({
    covered: list.reduce((total, each) => total + pick(each).covered, 0),
    total: list.reduce((total, each) => total + pick(each).total, 0),
  });
  const lives = livesOf(cases, ofLives);
  return {
    operations: list,
    lives,
    totals: {
      operations: { covered: list.filter(({ reached }) => reached).length, total: list.length },
      lives: livesLed(lives),
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
  membersOf: MembersOf,
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
      if (each.schema !== undefined && isJsonContent(each))
        places({ membersOf, found: all, depth: 0 }, each.schema, '');
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

/** The coverage of a run that has seen nothing. */
export const NO_COVERAGE: Coverage = {
  operations: [],
  lives: [],
  totals: {
    operations: NONE,
    lives: NONE,
    statuses: NONE,
    parameters: NONE,
    properties: NONE,
    keywordsValid: NONE,
    keywordsBroken: NONE,
  },
};
