import { expect, test } from 'vitest';
import { collaboratorsOf, tell } from '../contract/harness.ts';
import { mutants, servers } from '../targets/catalogue.ts';
import { readDocument } from '../targets/document.ts';
import type { StatefulTarget } from '../targets/fault.ts';

/** Every record of a server, as text, by its collection and its id: `books/7`. */
function recordsOf(target: StatefulTarget): ReadonlyMap<string, string> {
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

/** Faults that change records of others by themselves, whatever the request names. */
const SPOILS_OTHERS: ReadonlySet<string> = new Set([]);

const all = [
  ...servers.map((server) => ({
    name: server.name,
    server,
    document: () => readDocument(server.name),
    create: () => server.create(),
    now: '2026-12-01',
  })),
  ...mutants,
];

test.each(all.map((each) => [each.name, each] as const))(
  'a run names no record that was there before in any request that may change something, and leaves them all as they were: %s',
  async (name, { server, create, document, now }) => {
    const target = create();
    const before = recordsOf(target);
    expect(before.size).toBeGreaterThan(0);
    const { unsafe, fetch } = recording(target);
    const { summary } = await tell({
      ...(await collaboratorsOf(document())),
      ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
      target: fetch,
      now: () => Date.parse(now),
      strict: true,
    });
    const named = unsafe.filter((line) => [...before.keys()].some((record) => `${line}/`.includes(`/${record}/`)));
    expect(named).toEqual([]);
    const after = recordsOf(target);
    const changed = [...before].filter(([record, text]) => after.get(record) !== text).map(([record]) => record);
    if (!SPOILS_OTHERS.has(name)) expect(changed).toEqual([]);
    expect(summary.foreignWrites).toEqual([]);
  },
);
