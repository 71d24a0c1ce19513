import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createMock,
  type Fact,
  type GateChoices,
  type GateDecision,
  gateDeployment,
  recordFact,
  runContract,
} from '../../src/library/index.ts';
import { writeDecision } from '../../src/report/index.ts';
import { folder } from '../system/folder.ts';
import { BATCH_PACT, edited, SHOP, WEB_HAR } from '../usage/shop.ts';

const NOW = Date.parse('2026-12-01');
const now = (): number => NOW;

/** The end of a `json` report of a check, as much of it as the gate reads. */
const report = (version: string, exitStatus = 0, at = NOW - 86_400_000): string =>
  `${JSON.stringify({
    type: 'run-finished',
    summary: {
      api: { title: 'Shop', version },
      exitStatus,
      reasons: [],
      findings: exitStatus === 0 ? [] : [{ severity: 'error' }],
      coverage: { totals: { operations: { covered: 3, total: 4 } } },
      startedAt: at,
    },
  })}\n`;

const NEXT = (...edits: readonly (readonly [from: string, to: string])[]): string =>
  edited(['version: 1.4.0', 'version: 1.5.0'], ...edits);
const GONE = NEXT(['price: { type: number }', 'currency: { type: string }']);
const SHORT = NEXT(['maxLength: 200', 'maxLength: 20']);

/** A registry where orders 1.4.0 and batch 1.0.0 are in production, and 1.5.0 of orders waits. */
async function registryOf(next: string, more: readonly Fact[] = []): Promise<string> {
  const cwd = await folder({
    'old.yaml': SHOP,
    'next.yaml': next,
    'batch.json': BATCH_PACT,
    'web.har': WEB_HAR,
    'check.ndjson': report('1.5.0'),
    'failed.ndjson': report('1.5.0', 1),
    'stale.ndjson': report('1.5.0', 0, NOW - 30 * 86_400_000),
    'other.ndjson': report('9.9.9'),
  });
  const facts: readonly Fact[] = [
    { kind: 'document', application: 'orders@1.4.0', document: 'old.yaml' },
    { kind: 'document', application: 'orders@1.5.0', document: 'next.yaml' },
    { kind: 'uses', application: 'batch@1.0.0', usage: ['pact=batch.json'], provider: 'orders' },
    { kind: 'deployed', application: 'orders@1.4.0', to: 'production' },
    { kind: 'deployed', application: 'batch@1.0.0', to: 'production' },
  ];
  for (const fact of [...facts, ...more]) await recordFact(fact, { cwd, now });
  return cwd;
}

const CHECKED: Fact = { kind: 'check', application: 'orders@1.5.0', report: 'check.ndjson' };
const ask = (cwd: string, more: Partial<GateChoices> = {}): Promise<GateDecision> =>
  gateDeployment({ subject: 'orders@1.5.0', to: 'production', cwd, now, ...more });
const told = ({ verdict, because }: GateDecision): readonly string[] => [
  verdict,
  ...because.map((reason) => `${reason.verdict} ${reason.rule} ${reason.subject}`),
];

describe('the check of a document', () => {
  /** The report of a check of the document against its own mock. */
  const checked = async (text: string, parts: Readonly<Record<string, string>> = {}): Promise<string> => {
    const choices = { document: 'specs/api.yaml', cwd: await folder({ 'specs/api.yaml': text, ...parts }) };
    const target = await createMock(choices);
    const events: string[] = [];
    const run = await runContract({ ...choices, target, phases: ['examples'] });
    for await (const event of run.events) events.push(`${JSON.stringify(event)}\n`);
    await target.close();
    return events.join('');
  };
  /** The end of the report, as if nothing had been found, today. */
  const passed = (events: string): string => {
    const last = JSON.parse(events.trim().split('\n').at(-1) ?? '') as { summary: object };
    return JSON.stringify({ ...last, summary: { ...last.summary, exitStatus: 0, findings: [], startedAt: NOW } });
  };

  it('is recorded for the same document, and not for another one of the same title and version', async () => {
    const other = NEXT(['maxLength: 200', 'maxLength: 20']);
    const cwd = await registryOf(NEXT());
    writeFileSync(join(cwd, 'same.ndjson'), await checked(NEXT()));
    writeFileSync(join(cwd, 'changed.ndjson'), await checked(other));
    await expect(recordFact({ ...CHECKED, report: 'changed.ndjson' }, { cwd, now })).rejects.toThrow(
      'The check is of another document than the recorded one of orders@1.5.0',
    );
    expect(await recordFact({ ...CHECKED, report: 'same.ndjson' }, { cwd, now })).toContain('check.json');
  });

  describe('of two files', () => {
    const NOTE = 'note: { type: string, maxLength: 200 }';
    const PARTED = NEXT([NOTE, "note: { $ref: 'parts/note.yaml#/Note' }"]);
    const part = (length: number): string => `Note: { type: string, maxLength: ${length} }\n`;

    it('is recorded for the same files, in any folder, and not where the second file is another one', async () => {
      const cwd = await registryOf(NEXT());
      mkdirSync(join(cwd, 'parts'));
      writeFileSync(join(cwd, 'parts/note.yaml'), part(200));
      writeFileSync(join(cwd, 'next.yaml'), PARTED);
      const document: Fact = { kind: 'document', application: 'orders@1.5.0', document: 'next.yaml' };
      await recordFact(document, { cwd, now, replace: true });
      const same = await checked(PARTED, { 'specs/parts/note.yaml': part(200) });
      writeFileSync(join(cwd, 'same.ndjson'), passed(same));
      writeFileSync(join(cwd, 'changed.ndjson'), await checked(PARTED, { 'specs/parts/note.yaml': part(20) }));
      await expect(recordFact({ ...CHECKED, report: 'changed.ndjson' }, { cwd, now })).rejects.toThrow(
        'The check is of another document than the recorded one of orders@1.5.0',
      );
      await recordFact({ ...CHECKED, report: 'same.ndjson' }, { cwd, now });
      expect(told(await ask(cwd))).toContain('yes check orders@1.5.0');
      writeFileSync(join(cwd, 'parts/note.yaml'), part(300));
      await recordFact(document, { cwd, now, replace: true });
      expect(told(await ask(cwd))).toContain('unknown check orders@1.5.0');
    });

    it('that were put into the folder by hand are read with what they refer to, and a change makes the check stale', async () => {
      const cwd = await registryOf(NEXT());
      const version = join(cwd, 'contracts/registry/providers/orders/1.5.0');
      rmSync(join(version, 'document.json'));
      mkdirSync(join(version, 'parts'));
      writeFileSync(join(version, 'document.yaml'), PARTED);
      writeFileSync(join(version, 'parts/note.yaml'), part(200));
      const same = await checked(PARTED, { 'specs/parts/note.yaml': part(200) });
      writeFileSync(join(cwd, 'same.ndjson'), passed(same));
      await recordFact({ ...CHECKED, report: 'same.ndjson' }, { cwd, now });
      expect((await ask(cwd)).verdict).toBe('yes');
      writeFileSync(join(version, 'parts/note.yaml'), part(20));
      const decision = await ask(cwd);
      expect(told(decision)).toContain('unknown check orders@1.5.0');
      expect(decision.because.find(({ rule }) => rule === 'change')?.problems?.[0]?.input).toEqual({
        file: 'contracts/registry/providers/orders/1.5.0/parts/note.yaml',
        pointer: expect.any(String),
        line: 1,
      });
    });
  });
});

describe('a document and its clients', () => {
  const gated = async (text: string, usage: readonly string[]): Promise<GateDecision> => {
    const cwd = await folder({
      'api.yaml': text,
      'batch.json': BATCH_PACT,
      'web.har': WEB_HAR,
      'none.har': '{"log":{"entries":[]}}',
    });
    return gateDeployment({ subject: 'api.yaml', usage, cwd });
  };

  it.each([
    ['serves them', SHOP, ['pact=batch.json', 'har=web.har'], ['yes', 'yes consumer batch', 'yes consumer web/1.2']],
    [
      'does not serve what one reads',
      GONE,
      ['pact=batch.json', 'har=web.har'],
      ['no', 'no consumer batch', 'yes consumer web/1.2'],
    ],
    [
      'does not take what one sends',
      SHORT,
      ['pact=batch.json', 'har=web.har'],
      ['no', 'no consumer web/1.2', 'yes consumer batch'],
    ],
    ['knows of none', SHOP, ['har=none.har'], ['unknown', 'unknown record Shop 1.4.0']],
  ])('%s', async (_, text, usage, expected) => {
    expect(told(await gated(text, usage))).toEqual(expected);
  });

  it('names the place, the calls and the file of each problem', async () => {
    const { because } = await gated(GONE, ['pact=batch.json']);
    expect(because[0]?.problems).toEqual([
      {
        client: 'batch',
        at: '/response/200/body/price',
        message: 'GET /v1/orders/…: The document no longer promises /price.',
        calls: 1,
        input: { file: 'batch.json', pointer: '/interactions/0', line: 1 },
      },
    ]);
  });
});

describe('a provider', () => {
  it('may be deployed where every deployed consumer works, nothing breaks and a check passed', async () => {
    const decision = await ask(await registryOf(NEXT(), [CHECKED]));
    expect(told(decision)).toEqual([
      'yes',
      'yes consumer batch@1.0.0',
      'yes check orders@1.5.0',
      'yes change orders@1.4.0',
    ]);
    expect(decision.matrix).toEqual([{ consumer: 'batch@1.0.0', provider: 'orders@1.5.0', works: 'yes' }]);
  });

  it('may not where a deployed consumer reads what is gone', async () => {
    const decision = await ask(await registryOf(GONE, [CHECKED]));
    expect(told(decision)).toEqual([
      'no',
      'no consumer batch@1.0.0',
      'no change orders@1.4.0',
      'yes check orders@1.5.0',
    ]);
    expect(decision.because[1]?.problems?.[0]?.message).toContain('response.property-removed');
  });

  it.each<[string, readonly Fact[], Partial<GateChoices>, string]>([
    ['no check is recorded', [], {}, 'unknown check orders@1.5.0'],
    ['the check found something', [{ ...CHECKED, report: 'failed.ndjson' }], {}, 'no check orders@1.5.0'],
    ['the check is old', [{ ...CHECKED, report: 'stale.ndjson' }], {}, 'unknown check orders@1.5.0'],
    ['the check reached too little', [CHECKED], { minCoverage: 90 }, 'no check orders@1.5.0'],
    [
      'what a deployed consumer uses is not recorded for its version',
      [CHECKED, { kind: 'deployed', application: 'batch@2.0.0', to: 'production' }],
      {},
      'unknown consumer batch@2.0.0',
    ],
  ])('may not where %s', async (_, facts, more, reason) => {
    const decision = await ask(await registryOf(NEXT(), facts), more);
    expect(decision.verdict).toBe(reason.split(' ')[0]);
    expect(told(decision)).toContain(reason);
    for (const each of decision.because)
      if (each.verdict === 'unknown') expect(each.command).toMatch(/^standin gate record /);
  });

  it('may not with a document that was replaced after its check', async () => {
    const cwd = await registryOf(NEXT(), [CHECKED]);
    writeFileSync(join(cwd, 'next.yaml'), NEXT(['maxLength: 200', 'maxLength: 300']));
    const replaced: Fact = { kind: 'document', application: 'orders@1.5.0', document: 'next.yaml' };
    await recordFact(replaced, { cwd, now, replace: true });
    expect(told(await ask(cwd))).toContain('unknown check orders@1.5.0');
  });

  it('with a breaking change that no recorded consumer uses is not known to be safe, unless that is allowed', async () => {
    const cwd = await registryOf(SHORT, [CHECKED]);
    expect(told(await ask(cwd))).toEqual([
      'unknown',
      'unknown change orders@1.4.0',
      'yes consumer batch@1.0.0',
      'yes check orders@1.5.0',
    ]);
    expect((await ask(cwd, { allowUnused: true })).verdict).toBe('yes');
  });
});

describe('a consumer', () => {
  it.each([
    ['works with the deployed provider', 'orders@1.4.0', ['yes', 'yes provider orders@1.4.0']],
    ['does not work with the deployed provider', 'orders@1.5.0', ['no', 'no provider orders@1.5.0']],
  ])('that %s', async (_, deployed, expected) => {
    const cwd = await registryOf(GONE, [{ kind: 'deployed', application: deployed, to: 'production' }]);
    expect(told(await ask(cwd, { subject: 'batch@1.0.0' }))).toEqual(expected);
  });

  it('of a provider that is not deployed there is not known to work', async () => {
    const cwd = await registryOf(NEXT(), [{ kind: 'environment', environment: 'staging' }]);
    const decision = await ask(cwd, { subject: 'batch@1.0.0', to: 'staging' });
    expect(told(decision)).toEqual(['unknown', 'unknown provider orders']);
  });

  it('whose recording is distilled by the document of the provider is asked by its parts', async () => {
    const web: Fact = { kind: 'uses', application: 'web@1.2.0', usage: ['har=web.har'], provider: 'orders@1.4.0' };
    const cwd = await registryOf(SHORT, [web, { kind: 'deployed', application: 'orders@1.5.0', to: 'production' }]);
    const kept = readFileSync(join(cwd, 'contracts/registry/consumers/web/1.2.0/orders.uses.json'), 'utf8');
    expect(kept).not.toMatch(/green door|abcdefgh/);
    const decision = await ask(cwd, { subject: 'web@1.2.0' });
    expect(told(decision)).toEqual(['no', 'no provider orders@1.5.0']);
    expect(decision.because[0]?.problems?.map(({ at }) => at)).toEqual(['/body/note']);
  });
});

describe('what is not known', () => {
  it.each([
    ['an environment with no facts', { to: 'prodution' }, ['unknown', 'unknown environment prodution']],
    ['a version of which nothing is recorded', { subject: 'orders@7.0.0' }, ['unknown', 'unknown record orders@7.0.0']],
    [
      'an application of which nothing is recorded',
      { subject: 'nothing@1.0.0' },
      ['unknown', 'unknown record nothing@1.0.0'],
    ],
  ])('is no: %s', async (_, more, expected) => {
    const decision = await ask(await registryOf(NEXT(), [CHECKED]), more);
    expect(told(decision)).toEqual(expected);
    expect(decision.because[0]?.command).toMatch(/^standin gate record/);
  });
});

describe('facts', () => {
  it('are one file each, and the same fact is the same bytes', async () => {
    const cwd = await registryOf(NEXT(), [CHECKED]);
    const root = join(cwd, 'contracts/registry');
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    expect(files.map(({ name }) => name).sort()).toEqual([
      'batch.json',
      'check.json',
      'document.json',
      'document.json',
      'orders.json',
      'orders.pact.json',
    ]);
    const path = join(root, 'providers/orders/1.4.0/document.json');
    const before = readFileSync(path, 'utf8');
    await recordFact({ kind: 'document', application: 'orders@1.4.0', document: 'old.yaml' }, { cwd, now });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it.each<[string, Fact, string]>([
    [
      'another document of a released version',
      { kind: 'document', application: 'orders@1.4.0', document: 'next.yaml' },
      'holds something else',
    ],
    ['a check of another version', { ...CHECKED, report: 'other.ndjson' }, 'The check is of Shop 9.9.9'],
    [
      'a check without a recorded document',
      { ...CHECKED, application: 'orders@3.0.0' },
      'The document of orders@3.0.0 is not recorded',
    ],
    [
      'a name that leads out of the folder',
      { kind: 'deployed', application: '../x@1.0.0', to: 'production' },
      'cannot be the name',
    ],
    ['an environment that leads out of the folder', { kind: 'environment', environment: '..' }, 'cannot be the name'],
    ['no version', { kind: 'deployed', application: 'orders', to: 'production' }, 'is not a version of an application'],
    [
      'uses that are broken',
      { kind: 'uses', application: 'a@1', usage: ['pact=old.yaml'], provider: 'orders' },
      'is not JSON',
    ],
  ])('are refused: %s', async (_, fact, message) => {
    const cwd = await registryOf(NEXT());
    await expect(recordFact(fact, { cwd, now })).rejects.toThrow(message);
  });

  it('that are broken are named with their file', async () => {
    const cwd = await registryOf(NEXT(), [CHECKED]);
    const break1 = (path: string, text: string): void => writeFileSync(join(cwd, 'contracts/registry', path), text);
    break1('providers/orders/1.5.0/check.json', '{"digest":1}');
    await expect(ask(cwd)).rejects.toThrow(
      'contracts/registry/providers/orders/1.5.0/check.json: `at` is not a string',
    );
    break1('environments/production/batch.json', '{');
    await expect(ask(cwd)).rejects.toThrow('contracts/registry/environments/production/batch.json is not JSON');
  });

  it('behind a link are not read', async () => {
    const cwd = await registryOf(NEXT(), [CHECKED]);
    const file = join(cwd, 'contracts/registry/environments/staging/orders.json');
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(join(cwd, 'contracts/registry/environments/production/orders.json'), file);
    expect(told(await ask(cwd, { to: 'staging' }))).toEqual(['unknown', 'unknown environment staging']);
  });
});

describe('a registry in git', () => {
  it('is read from a tree, and git is not written', async () => {
    const cwd = await registryOf(NEXT(), [CHECKED]);
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'facts');
    const before = git('for-each-ref') + git('status', '--porcelain');
    writeFileSync(join(cwd, 'contracts/registry/environments/production/batch.json'), '{');
    expect((await ask(cwd, { registry: 'main:contracts/registry' })).verdict).toBe('yes');
    git('checkout', '-q', '--', '.');
    expect(git('for-each-ref') + git('status', '--porcelain')).toBe(before);
    await expect(ask(cwd, { registry: 'gone:contracts/registry' })).rejects.toThrow('git knows no commit gone');
    expect(existsSync(join(cwd, '.git/index.lock'))).toBe(false);
  });
});

describe('reports of the gate', () => {
  interface Result {
    readonly ruleId: string;
    readonly locations: readonly { readonly physicalLocation: PhysicalLocation }[];
    readonly relatedLocations?: Result['locations'];
  }
  interface PhysicalLocation {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  }
  const resultsOf = (decision: GateDecision): readonly string[] => {
    const log = JSON.parse(writeDecision('sarif', decision)) as { runs: [{ results: readonly Result[] }] };
    const shown = ({ physicalLocation: { artifactLocation, region } }: Result['locations'][number]): string =>
      `${artifactLocation.uri}:${region.startLine}`;
    return log.runs[0].results.map(({ ruleId, locations, relatedLocations = [] }) =>
      [ruleId, ...[...locations, ...relatedLocations].map(shown)].join(' '),
    );
  };

  it('in SARIF name the file and line of each problem, and the file of a fact that is missing', async () => {
    const registry = 'contracts/registry';
    const cwd = await registryOf(GONE);
    const pact = `${registry}/consumers/batch/1.0.0/orders.pact.json`;
    const lineOf = (file: string, text: string): number =>
      readFileSync(join(cwd, file), 'utf8')
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1;
    const use = `${pact}:${lineOf(pact, '"description"') - 1}`;
    const next = `${registry}/providers/orders/1.5.0/document.json`;
    const results = resultsOf(await ask(cwd));
    expect(results).toContain(`gate.consumer ${use}`);
    expect(results).toContain(`gate.check ${registry}/providers/orders/1.5.0/check.json:1`);
    expect(results).toContain(`gate.change ${next}:${lineOf(next, '"Order": {')} ${use}`);
    expect(results).toHaveLength(3);
    expect(resultsOf(await ask(await registryOf(NEXT(), [CHECKED])))).toEqual([]);
  });

  it('say the verdict, the reasons and the matrix, and let no control character through', async () => {
    const decision = await ask(await registryOf(GONE, [CHECKED]));
    const hostile: GateDecision = { ...decision, subject: 'x\u001b[2J<b>', notes: ['\u001b]0;title\u0007'] };
    for (const kind of ['terminal', 'json', 'junit', 'sarif', 'github', 'markdown'] as const) {
      const text = writeDecision(kind, hostile);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
      expect(text, kind).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
      expect(text, kind).toMatch(
        kind === 'json' ? /"verdict":"no"/ : /orders(@|&#64;)1\.5\.0 does not serve batch(@|&#64;)1\.0\.0/,
      );
    }
    expect(writeDecision('markdown', decision)).toContain('| batch&#64;1.0.0 | orders&#64;1.5.0 | no |');
  });
});
