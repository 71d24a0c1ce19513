import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ask, type Heard } from './asking.ts';
import { mutants, servers } from './catalogue.ts';
import { compilerOf, type Doc, deref, operationsOf, readDocument } from './document.ts';
import type { Ask, ServerKind } from './fault.ts';
import { contractJudge, operationAt } from './keeps-contract.ts';
import { tours } from './tours.ts';

/** Faults of single answers that any validator must see. */
const SEEN_BY_SCHEMA =
  /^(schema\.(?!undocumented|int64|read-only|unenforceable|example)|header\.(required-missing|schema)|content-type\.(missing|undocumented|malformed)|body\.(empty|invalid-json)|status\.undocumented)/;

describe.each(servers.map((server) => [server.name, server] as const))('The correct server %s', (name, server) => {
  const document = readDocument(name);
  const judge = contractJudge(document);
  const { works, refused } = tours[name] ?? { works: [], refused: [] };

  test('does what each of its operations promises', async () => {
    const heard = await ask(server.create().fetch, works);
    works.forEach((one, index) => {
      expect(heard[index]?.status, `${one[0]} ${one[1]} ${heard[index]?.text}`).toBeLessThan(300);
      expect(judge(one, heard[index] as never), `${one[0]} ${one[1]}`).toEqual([]);
    });
    const used = new Set(works.map((one) => operationAt(document, one)?.id));
    expect([...used].sort()).toEqual(
      operationsOf(document)
        .map((one) => one.id)
        .sort(),
    );
  });

  test('refuses what its document refuses, in the way that it documents', async () => {
    const { fetch } = server.create();
    await ask(fetch, works);
    const heard = await ask(fetch, refused);
    refused.forEach((one, index) => {
      expect(heard[index]?.status, `${one[0]} ${one[1]}`).toBeGreaterThanOrEqual(400);
      expect(heard[index]?.status).toBeLessThan(500);
      expect(judge(one, heard[index] as never), `${one[0]} ${one[1]} ${JSON.stringify(one[2])}`).toEqual([]);
    });
  });

  test('answers other methods with 405 and Allow, HEAD as GET, and unknown paths with 404', async () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const parameters = [...(document.paths[path].parameters ?? []), ...(operation.parameters ?? [])];
      const filled = path.replace(
        /\{(\w+)\}/g,
        (_, wanted) => parameters.find((one: Doc) => one.name === wanted).example ?? '1',
      );
      const [wrong] = await ask(server.create().fetch, [['LOCK', filled]]);
      expect(wrong?.status).toBe(405);
      expect(wrong?.headers['allow']?.split(', ')).toContain(method);
      if (method !== 'GET') continue;
      const key = server.bearer === undefined ? {} : { Authorization: `Bearer ${server.bearer}` };
      const [head, get] = await ask(server.create().fetch, [
        ['HEAD', filled, undefined, key],
        ['GET', filled, undefined, key],
      ]);
      expect({ ...head, text: '' }).toEqual({ ...get, text: '' });
      expect(head?.text).toBe('');
    }
    expect((await ask(server.create().fetch, [['GET', '/nowhere']]))[0]?.status).toBe(404);
  });

  test('says the same over a socket', async () => {
    const running = await server.create().listen();
    try {
      const overSocket = await ask((request) => fetch(request), [...works, ...refused], running.url);
      const inMemory = await ask(server.create().fetch, [...works, ...refused]);
      expect(overSocket).toEqual(inMemory);
    } finally {
      await running.close();
    }
  });

  test('gives each of its instances a state of its own', async () => {
    const [one, other] = [server.create(), server.create()];
    await ask(one.fetch, works);
    expect(await ask(other.fetch, works)).toEqual(await ask(server.create().fetch, works));
  });

  test('publishes schemas that are schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    for (const [key, schema] of Object.entries<Doc>(document.components.schemas))
      expect(ajv.validateSchema(schema), `${key} ${ajv.errorsText()}`).toBe(true);
  });

  test('publishes examples that fit', () => {
    const compile = compilerOf(document, 'request');
    for (const { operation, id } of operationsOf(document)) {
      for (const media of Object.values<Doc>(deref(document, operation.requestBody)?.content ?? {})) {
        const values = [media.example, ...Object.values<Doc>(media.examples ?? {}).map((one) => one.value)];
        for (const value of values.filter((one) => one !== undefined))
          expect(compile(media.schema)(value), id).toBe(true);
      }
    }
  });
});

describe('The catalogue', () => {
  test('has at least sixty faults, each with a name of its own', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(60);
    expect(new Set(mutants.map((one) => one.name)).size).toBe(mutants.length);
  });

  test('covers every area of checks', () => {
    const areas = new Set(mutants.flatMap((one) => one.finds.map((id) => id.split('.')[0])));
    const wanted =
      'status operation content-type body negotiation schema header deprecated sunset reject accept method idempotency write auth leak state page filter search sort vacuous job conditional put';
    expect([...areas].sort()).toEqual(wanted.split(' ').sort());
  });

  test('names an unknown fault as such', () => {
    for (const server of servers) expect(() => server.create('no-such-fault')).toThrow('no fault no-such-fault');
  });
});

const known = new Map<ServerKind, ReturnType<typeof ask>>();
const rightTour = (server: ServerKind): ReturnType<typeof ask> => {
  const heard = known.get(server) ?? ask(server.create().fetch, tours[server.name]?.works ?? []);
  known.set(server, heard);
  return heard;
};

describe.each(mutants.map((mutant) => [mutant.name, mutant] as const))('The fault %s', (_, mutant) => {
  test('can be seen from outside', async () => {
    expect(mutant.finds.length).toBeGreaterThan(0);
    const { server, probe } = mutant;
    if (probe.length === 0) {
      expect(mutant.document()).not.toEqual(readDocument(server.name));
      return;
    }
    const wrong = await ask(mutant.create().fetch, probe);
    const right = await ask(server.create().fetch, probe);
    expect(wrong).not.toEqual(right);
    // Nothing of the probe is answered alike by chance: the last answer is the one that gives the fault away.
    expect(wrong.at(-1)).not.toEqual(right.at(-1));
  });

  test('is wrong in the way that its checks are about', async () => {
    const { probe, finds, server } = mutant;
    if (probe.length === 0) return;
    const last = probe.at(-1) as Ask;
    const wrong = (await ask(mutant.create().fetch, probe)).at(-1) as Heard;
    const right = (await ask(server.create().fetch, probe)).at(-1) as Heard;
    const has = (...patterns: readonly RegExp[]) => finds.some((id) => patterns.some((pattern) => pattern.test(id)));
    if (has(SEEN_BY_SCHEMA)) expect(contractJudge(mutant.document())(last, wrong)).not.toEqual([]);
    // What must be refused (a made-up cursor, a key with another body) is no success of the correct server.
    if (
      has(
        SEEN_BY_SCHEMA,
        /^(accept|filter|sort|page\.(?!forged)|idempotency\.(?!key-reused)|deprecated\.header|sunset\.(header|mismatch))\./,
      )
    )
      expect(right.status).toBeLessThan(300);
    if (has(/^reject\.(?!error-shape|wrong-code)/, /^auth\.(missing|invalid)/, /^method\.unsupported/)) {
      expect(right.status).toBeGreaterThanOrEqual(400);
      expect(wrong.status).toBeLessThan(300);
    }
    if (has(/^accept\./, /^auth\.valid/)) expect(wrong.status).toBeGreaterThanOrEqual(400);
    if (has(/^reject\.(error-shape|wrong-code)/)) expect(wrong.status).toBeGreaterThanOrEqual(400);
    if (has(/^status\.server-error/, /not-implemented/)) expect(wrong.status).toBeGreaterThanOrEqual(500);
  });

  test('breaks nothing that it does not touch', async () => {
    const { works } = tours[mutant.server.name] ?? { works: [] };
    const heard = await ask(mutant.create().fetch, works);
    const right = await rightTour(mutant.server);
    const untouched = heard.filter((one, index) => JSON.stringify(one) === JSON.stringify(right[index]));
    if (!mutant.finds.some((id) => id.startsWith('vacuous'))) expect(untouched.length).toBeGreaterThan(0);
  });
});
