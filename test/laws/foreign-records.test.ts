import { expect, test } from 'vitest';
import { isSafe } from '../../src/spec/index.ts';
import { collaboratorsOf, tell } from '../contract/harness.ts';
import { ask } from '../targets/asking.ts';
import { mutants, servers } from '../targets/catalogue.ts';
import { type Doc, deref, operationsOf, readDocument } from '../targets/document.ts';
import type { ServerKind } from '../targets/fault.ts';
import type { Target } from '../targets/http.ts';
import { tours } from '../targets/tours.ts';

/** What existed before a run: the answer of every item that lists show, by its path. */
type Existing = ReadonlyMap<string, string>;

const keyOf = ({ bearer }: ServerKind): Readonly<Record<string, string>> =>
  bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };

/** Reads every list without path parameters, and every item that it shows. */
async function readExisting(server: ServerKind, document: Doc, target: Target): Promise<Existing> {
  const gets = operationsOf(document).filter(({ method }) => method === 'GET');
  const existing = new Map<string, string>();
  for (const list of gets.filter(({ path }) => !path.includes('{'))) {
    const item = gets.find(
      ({ path }) => path.startsWith(`${list.path}/{`) && path.endsWith('}') && path.split('{').length === 2,
    );
    const parameter = item === undefined ? undefined : /\{(\w+)\}/.exec(item.path)?.[1];
    if (item === undefined || parameter === undefined) continue;
    for (const entry of (
      await Promise.all(listPaths(document, list).map((path) => itemsOf(server, target, path)))
    ).flat()) {
      const id = entry[parameter] ?? entry['id'] ?? entry['key'] ?? Object.values(entry)[0];
      const path = item.path.replace(/\{\w+\}/, encodeURIComponent(String(id)));
      const [heard] = await ask(target.fetch, [['GET', path, undefined, keyOf(server)]]);
      if (heard?.status === 200) existing.set(path, heard.text);
    }
  }
  return existing;
}

/** A list by each value of the query parameters that it requires. */
function listPaths(document: Doc, { path, operation }: ReturnType<typeof operationsOf>[number]): readonly string[] {
  const required = (operation.parameters ?? [])
    .map((each: Doc) => deref(document, each))
    .filter((each: Doc) => each.in === 'query' && each.required);
  const [only] = required;
  if (only === undefined) return [path];
  return (only.schema.enum ?? [only.example]).map((value: unknown) => `${path}?${only.name}=${String(value)}`);
}

async function itemsOf(server: ServerKind, target: Target, path: string): Promise<readonly Doc[]> {
  const [heard] = await ask(target.fetch, [['GET', path, undefined, keyOf(server)]]);
  const value: unknown = heard?.status === 200 ? JSON.parse(Buffer.from(heard.text, 'latin1').toString('utf8')) : [];
  const list = Array.isArray(value) ? value : Object.values(value as object).find(Array.isArray);
  return (list ?? []) as readonly Doc[];
}

interface Harm {
  /** Unsafe requests that named an existing record, or a place below one. */
  readonly named: readonly string[];
  /** Records that are not as they were. */
  readonly changed: readonly string[];
  readonly existing: number;
}

/** Runs all phases behind a recording proxy. */
async function harmOf(server: ServerKind, document: Doc, target: Target, now?: string): Promise<Harm> {
  await ask(
    target.fetch,
    (tours[server.name]?.works ?? []).filter(([method]) => method !== 'DELETE'),
  );
  const before = await readExisting(server, document, target);
  const unsafe: string[] = [];
  const parts = await collaboratorsOf(document);
  await tell({
    ...parts,
    ...(server.bearer === undefined ? {} : { credentials: { bearer: server.bearer } }),
    ...(now === undefined ? {} : { now: () => Date.parse(now) }),
    target: (request) => {
      const { pathname } = new URL(request.url);
      if (!isSafe(request.method)) unsafe.push(`${request.method} ${pathname}`);
      return target.fetch(request);
    },
    strict: true,
  });
  const after = await readExisting(server, document, target);
  const paths = [...before.keys()];
  return {
    named: unsafe.filter((each) => paths.some((path) => `${each}/`.includes(` ${path}/`))),
    changed: paths.filter((path) => after.get(path) !== before.get(path)),
    existing: paths.length,
  };
}

test.each(servers.map((server) => [server.name, server] as const))(
  'a run leaves the records of a correct server as they were (law): %s',
  async (_name, server) => {
    const harm = await harmOf(server, readDocument(server.name), server.create());
    expect(harm.existing).toBeGreaterThan(0);
    expect(harm).toMatchObject({ named: [], changed: [] });
  },
);

test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
  'a run names no record of a faulty server in a write (law): %s',
  async (_name, { server, document, create, now }) => {
    const { named } = await harmOf(server, document(), create(), now);
    expect(named).toEqual([]);
  },
);
