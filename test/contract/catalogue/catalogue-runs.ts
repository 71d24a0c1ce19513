import { vi } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import type { ContractOptions, Finding, Summary } from '../../../src/contract/index.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { mutants, servers } from '../../targets/catalogue.ts';
import { readDocument } from '../../targets/document.ts';
import type { ServerKind, StatefulTarget } from '../../targets/fault.ts';
import { collaboratorsOf, tell } from '../harness.ts';

/** A server of the catalogue, correct or with one fault, and what it publishes. */
export interface Catalogued {
  readonly name: string;
  readonly server: ServerKind;
  readonly now: string;
  readonly document: () => object;
  readonly create: () => StatefulTarget;
  /** Checks that have to find its fault; none for a correct server. */
  readonly finds: readonly string[];
}

/** The catalogue: every correct server, and every faulty one. */
export const catalogued: readonly Catalogued[] = [
  ...servers.map((server) => ({
    name: server.name,
    server,
    document: () => readDocument(server.name),
    create: () => server.create(),
    now: '2026-12-01',
    finds: [],
  })),
  ...mutants,
];

/** Records of a server as strings, by collection and id: `books/7`. */
export type Records = ReadonlyMap<string, string>;

/** `Response` adds a Content-Type to every text, so that none can be missing in memory. */
const ON_SOCKETS = new Set(['books/reads-without-content-type']);

/** One strict run, with what it sent and what it left. */
export interface CatalogueRun {
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** Every request that may change something, as method and decoded path. */
  readonly unsafe: readonly string[];
  readonly before: Records;
  readonly after: Records;
  /** Exchanges of which a check that has to find the fault said something. */
  readonly spoken: readonly Exchange[];
}

const runs = new Map<string, Promise<CatalogueRun>>();

/** The run in memory. It is made once for all tests of a process: a run of each server is most of what these tests cost. */
export function firstRunOf(each: Catalogued): Promise<CatalogueRun> {
  const known = runs.get(each.name) ?? runOf(each);
  runs.set(each.name, known);
  return known;
}

const socketRuns = new Map<string, Promise<CatalogueRun>>();

/** The run that can show the fault: over a socket where memory hides it, else the first one. */
export function tellingRunOf(each: Catalogued): Promise<CatalogueRun> {
  if (!ON_SOCKETS.has(each.name)) return firstRunOf(each);
  const known = socketRuns.get(each.name) ?? runOf(each, true);
  socketRuns.set(each.name, known);
  return known;
}

async function runOf(each: Catalogued, overSocket = false): Promise<CatalogueRun> {
  const target = each.create();
  const before = recordsOf(target);
  const { unsafe, fetch } = recording(target);
  const { spoken, restore } = listenTo(each.finds);
  const running = overSocket ? await target.listen() : undefined;
  const { summary } = await tell(await optionsOf(each, running === undefined ? fetch : new URL(running.url)));
  await running?.close();
  restore();
  return { findings: summary.findings, summary, unsafe, before, after: recordsOf(target), spoken };
}

/** Half of the faulty servers get values of another seed, so that no fault is found by the values of one alone. */
function seedOf({ name, finds }: Catalogued): number {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return finds.length > 0 && sum % 2 === 1 ? 6 : 1;
}

async function optionsOf(each: Catalogued, target: ContractOptions['target']): Promise<ContractOptions> {
  const { document, server, now } = each;
  return {
    ...(await collaboratorsOf(document())),
    ...credentials(server),
    target,
    now: () => Date.parse(now),
    strict: true,
    seed: seedOf(each),
  };
}

/** Keeps the exchanges of which one of `checks` says something, until `restore` is called. */
function listenTo(checks: readonly string[]): { readonly spoken: readonly Exchange[]; readonly restore: () => void } {
  const spoken: Exchange[] = [];
  const spies = EXCHANGE_CHECKS.filter(({ id }) => checks.includes(id)).map((check) => {
    const { judge } = check;
    return vi.spyOn(check, 'judge').mockImplementation((seen) => {
      const drafts = judge(seen);
      if (drafts.length > 0) spoken.push(seen);
      return drafts;
    });
  });
  return {
    spoken,
    restore: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}

export function credentials({ bearer }: ServerKind): { credentials?: { bearer: string } } {
  return bearer === undefined ? {} : { credentials: { bearer } };
}

function recordsOf(target: StatefulTarget): Records {
  const collections = Object.entries(target.state() as object).filter(
    (entry): entry is [string, ReadonlyMap<unknown, unknown>] => entry[1] instanceof Map && entry[0] !== 'keys',
  );
  const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
  return new Map(
    collections.flatMap(([name, records]) =>
      [...records].map(([id, record]) => [`${name}/${id}`, JSON.stringify(record, digits)] as const),
    ),
  );
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Stands before a server: writes down every request that may change something. */
function recording(target: StatefulTarget): {
  readonly unsafe: string[];
  readonly fetch: (request: Request) => Promise<Response>;
} {
  const unsafe: string[] = [];
  return {
    unsafe,
    fetch: (request) => {
      if (!SAFE.has(request.method)) unsafe.push(`${request.method} ${decoded(new URL(request.url).pathname)}`);
      return target.fetch(request);
    },
  };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
