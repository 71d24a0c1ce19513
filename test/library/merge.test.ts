import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RunEvent } from '../../src/contract/index.ts';
import { mergeReports } from '../../src/library/shards/merge.ts';
import { createReporter } from '../../src/report/index.ts';
import { collaboratorsOf, fromYaml, NOW, tell } from '../contract/harness.ts';
import { mutants, servers } from '../targets/catalogue.ts';
import { readDocument } from '../targets/document.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-merge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const orders = servers.find(({ name }) => name === 'orders');
if (orders === undefined) throw new Error('the catalogue has a server of orders');

type Options = Partial<Parameters<typeof tell>[0]>;

/** Runs the phases that need no life of a record, and writes the json report. */
async function reportOf(name: string, options: Options): Promise<string> {
  const target = orders?.create();
  const parts = await collaboratorsOf(readDocument('orders'));
  const { events } = await tell({
    ...parts,
    target: (request) => Promise.resolve(target?.fetch(request) ?? new Response()),
    phases: ['examples', 'coverage'],
    ...options,
  });
  return written(name, events);
}

function written(name: string, events: readonly RunEvent[]): string {
  const path = join(folder, name);
  writeFileSync(path, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  return path;
}

const shard = (index: number, of: number): Options => ({ shard: { index, of } });
const merged = (paths: readonly string[], allowMissing = false) => mergeReports(paths, { now: NOW, allowMissing });

describe('merged shards', () => {
  test('read as one run: its head without a shard, all its cases, and each phase once', async () => {
    const paths = await Promise.all([1, 2].map((index) => reportOf(`head-${index}.json`, shard(index, 2))));
    const whole = (
      await tell({
        ...(await collaboratorsOf(readDocument('orders'))),
        target: async () => new Response(),
        phases: ['examples', 'coverage'],
      })
    ).events[0];
    const events = await merged(paths);
    const [head] = events;
    if (head?.type !== 'run-started' || whole?.type !== 'run-started') throw new Error('a run begins');
    expect(head.settings.shard).toBeUndefined();
    expect(head.plan).toEqual(whole.plan);
    const phases = events.flatMap((event) => (event.type === 'phase-finished' ? [event] : []));
    expect(phases.map(({ phase }) => phase)).toEqual(['examples', 'coverage']);
    const cases = events.filter((event) => event.type === 'case-finished');
    expect(cases).toHaveLength(whole.plan.cases);
    const last = events.at(-1);
    if (last?.type !== 'run-finished') throw new Error('a run ends');
    expect(phases.reduce((sum, { counts }) => sum + counts.passed, 0)).toBe(last.summary.counts.passed);
    expect(last.summary.missing).toBeUndefined();
  });

  test('may be one shard of one, or the report of a whole run alone', async () => {
    const whole = await reportOf('whole.json', {});
    expect((await merged([whole])).at(-1)).toMatchObject({ type: 'run-finished' });
    await expect(merged([whole, await reportOf('one.json', shard(1, 1))])).rejects.toThrow(/whole run, not of a shard/);
  });
});

const FAULTY = mutants.filter(({ server }) => server === orders).slice(0, 4);

test.each([undefined, ...FAULTY].map((fault) => [fault?.name ?? 'a sound server', fault] as const))(
  'shards of %s are merged to what one run counts and finds',
  async (name, fault) => {
    const create = fault?.create ?? orders.create;
    const parts = await collaboratorsOf(fault?.document() ?? readDocument('orders'));
    const run = async (options: Options) => {
      const target = create();
      return tell({ ...parts, ...options, target: (request) => target.fetch(request) });
    };
    const whole = (await run({})).summary;
    const paths = await Promise.all(
      [1, 2, 3].map(async (index) =>
        written(`exact-${name.replaceAll('/', '-')}-${index}.json`, (await run(shard(index, 3))).events),
      ),
    );
    const last = (await merged(paths)).at(-1);
    if (last?.type !== 'run-finished') throw new Error('a run ends');
    const { counts, findings, exitStatus } = last.summary;
    expect(counts).toEqual(whole.counts);
    expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(
      whole.findings.map(({ fingerprint }) => fingerprint),
    );
    expect(exitStatus).toBe(whole.exitStatus);
  },
);

describe('what are not shards of the same run is refused with the files and the difference named', () => {
  test('a shard that is missing, unless that is allowed; then it is named where the reader looks last', async () => {
    const first = await reportOf('missing-1.json', shard(1, 3));
    await expect(merged([first])).rejects.toMatchObject({ code: 'usage', message: 'Shards 2/3, 3/3 are missing.' });
    const events = await merged([first], true);
    const pieces: string[] = [];
    const reporter = createReporter('terminal', { write: (text) => pieces.push(text) });
    for (const event of events) reporter.on(event);
    const [verdict, warning] = pieces.join('').trimEnd().split('\n').slice(-2);
    expect(verdict).toContain('The contract is kept in the shards that were merged');
    expect(warning).toContain('warning: shards 2/3, 3/3 are missing');
  });

  test('the same shard twice', async () => {
    const [one, two] = [await reportOf('twice-a.json', shard(1, 2)), await reportOf('twice-b.json', shard(1, 2))];
    await expect(merged([one, two])).rejects.toThrow(`${one} and ${two} are both shard 1/2.`);
    await expect(merged([one, one], true)).rejects.toThrow('are both shard 1/2.');
  });

  test.each<[string, Options, RegExp]>([
    ['another seed', { seed: 7 }, /the setting `seed` is 1 in one and 7 in the other/],
    ['other phases', { phases: ['examples'] }, /the setting `phases` is/],
    ['another number of shards', shard(2, 3), /the number of shards is 2 in one and 3 in the other/],
    ['another selection', { operations: ['listOrders'] }, /the setting `operations` is not given in one/],
  ])('%s', async (name, options, message) => {
    const one = await reportOf('other-1.json', shard(1, 2));
    const two = await reportOf(`other-${name}.json`, { ...shard(2, 2), ...options });
    await expect(merged([one, two])).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
  });

  test('another document', async () => {
    const one = await reportOf('document-1.json', shard(1, 2));
    const other = await collaboratorsOf(readDocument('notes'));
    const { events } = await tell({
      ...other,
      target: async () => new Response(),
      phases: ['examples', 'coverage'],
      ...shard(2, 2),
    });
    await expect(merged([one, written('document-2.json', events)])).rejects.toThrow(
      /the API is .* in one and .* in the other/,
    );
  });

  test('a document that changed between the shards while its cases stayed the same', async () => {
    const target = async () => new Response();
    const edition = async (description: string, index: number): Promise<string> => {
      const document = structuredClone(readDocument('orders')) as { info: { description?: string } };
      document.info.description = description;
      const parts = fromYaml(JSON.stringify(document));
      const { events } = await tell({ ...parts, target, phases: ['examples'], ...shard(index, 2) });
      return written(`edition-${description}-${index}.json`, events);
    };
    const one = await edition('first', 1);
    await expect(merged([one, await edition('second', 2)])).rejects.toThrow(/their plans differ/);
    await expect(merged([one, await edition('first', 2)])).resolves.toBeDefined();
  });
});
