import { vi } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import type { ContractOptions, Finding, Summary } from '../../../src/contract/index.ts';
import { runContract } from '../../../src/contract/index.ts';
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

/** The run in memory with the first seed. It is made once for all tests of a process: a run of each server is most of what these tests cost. */
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
  const { summary } = await tell(await optionsOf(each, running === undefined ? fetch : new URL(running.url), 1));
  await running?.close();
  restore();
  return { findings: summary.findings, summary, unsafe, before, after: recordsOf(target), spoken };
}

async function optionsOf(
  { document, server, now }: Catalogued,
  target: ContractOptions['target'],
  seed: number,
): Promise<ContractOptions> {
  return {
    ...(await collaboratorsOf(document())),
    ...credentials(server),
    target,
    now: () => Date.parse(now),
    strict: true,
    seed,
  };
}

/** The checks that have found something in a run with `seed`, which ends as soon as all that have to find the fault have. */
export async function foundWith(each: Catalogued, seed: number): Promise<ReadonlySet<string>> {
  const target = each.create();
  const running = ON_SOCKETS.has(each.name) ? await target.listen() : undefined;
  const options = await optionsOf(each, running === undefined ? target.fetch : new URL(running.url), seed);
  const found = new Set<string>();
  const enough = new AbortController();
  for await (const event of runContract({ ...options, signal: enough.signal })) {
    if (event.type === 'finding') found.add(event.finding.check);
    if (event.type === 'run-finished') for (const { check } of event.summary.findings) found.add(check);
    if (each.finds.every((check) => found.has(check))) enough.abort();
  }
  await running?.close();
  return found;
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
