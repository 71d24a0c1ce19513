import type { Finding, Summary } from '../../../src/contract/index.ts';
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
}

/** The catalogue: every correct server, and every faulty one. */
export const catalogued: readonly Catalogued[] = [
  ...servers.map((server) => ({
    name: server.name,
    server,
    document: () => readDocument(server.name),
    create: () => server.create(),
    now: '2026-12-01',
  })),
  ...mutants,
];

/** Records of a server as strings, by collection and id: `books/7`. */
export type Records = ReadonlyMap<string, string>;

/** One strict run in memory, with what it sent and what it left. */
export interface CatalogueRun {
  readonly findings: readonly Finding[];
  readonly summary: Summary;
  /** Every request that may change something, as method and decoded path. */
  readonly unsafe: readonly string[];
  readonly before: Records;
  readonly after: Records;
}

const runs = new Map<string, Promise<CatalogueRun>>();

/** The run with the first seed. It is made once for all tests of a process: a run of each server is most of what these tests cost. */
export function firstRunOf(each: Catalogued): Promise<CatalogueRun> {
  const known = runs.get(each.name) ?? runOf(each);
  runs.set(each.name, known);
  return known;
}

async function runOf({ server, create, document, now }: Catalogued): Promise<CatalogueRun> {
  const target = create();
  const before = recordsOf(target);
  const { unsafe, fetch } = recording(target);
  const { summary } = await tell({
    ...(await collaboratorsOf(document())),
    ...credentials(server),
    target: fetch,
    now: () => Date.parse(now),
    strict: true,
    seed: 1,
  });
  return { findings: summary.findings, summary, unsafe, before, after: recordsOf(target) };
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
