import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mutants } from '../targets/catalogue.ts';
import { documentUrl } from '../targets/document.ts';
import { type Finished, finish, start, urlIn } from './command.ts';

const NOW = ['--now', '2026-12-01'];
const books = fileURLToPath(documentUrl('books'));
const fault = mutants.find((mutant) => mutant.server.name === 'books' && mutant.finds.includes('schema.type'));
if (fault === undefined) throw new Error('there is no such mutant');

let good: { url: string; close(): Promise<void> };
let bad: { url: string; close(): Promise<void> };
let folder: string;

beforeAll(async () => {
  good = await fault.server.create().listen();
  bad = await fault.create().listen();
});
afterAll(async () => {
  await Promise.all([good.close(), bad.close()]);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-check-options-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const check = (...args: readonly string[]): Promise<Finished> => finish(['check', ...args, ...NOW], folder);

describe('a config file', () => {
  it('says how a service is checked: target, document, options, single checks; paths start from its folder', async () => {
    write(
      'standin.config.yaml',
      `document: ${books}\ncheck:\n  target: ${bad.url}\n  phase: [examples, stateful]\n  report: json=out.json\n  checks:\n    schema.type: warning\n`,
    );
    const quiet = await check();
    expect([quiet.status, quiet.out]).toEqual([0, expect.stringContaining('warning schema.type')]);
    expect(quiet.out).toContain('check schema.type is set to warning');
    expect(existsSync(join(folder, 'out.json'))).toBe(true);
    const strict = await check('--fail-on', 'warning');
    expect(strict.status).toBe(1);
  });

  it('yields to flags', async () => {
    write('standin.config.json', JSON.stringify({ document: books, check: { target: good.url, phase: ['examples'] } }));
    const { out } = await check('--phase', 'lifecycle');
    expect(out).not.toContain('examples');
  });

  it('yields to --check, whatever its own keys are', async () => {
    const checks = { 'schema.type': 'error', 'schema.t*': { severity: 'error', operations: ['getBook'] } };
    write('standin.config.json', JSON.stringify({ document: books, check: { target: bad.url, checks } }));
    const stateful = ['--phase', 'stateful'];
    const off = await check(...stateful, '--check', 'schema.*=off');
    expect(off.out).not.toContain('error schema.type');
    expect(off.out).toContain('check schema.* is set to off');
    const some = await check(...stateful, '--check', '*=off,schema.type=warning', '--check', 'page.*=off');
    expect([some.status, some.out]).toEqual([0, expect.stringContaining('warning schema.type')]);
    const on = await check(...stateful, '--check', 'schema.type=off', '--check', 'schema.type=on');
    expect([on.status, on.out]).toEqual([1, expect.stringContaining('error schema.type')]);
  });

  it('turns switches on that a flag turns off again', async () => {
    const settings = { target: good.url, phase: ['lifecycle'], strict: true, follow: true };
    write('standin.config.json', JSON.stringify({ document: books, check: settings }));
    const { out } = await check('--json', '--no-strict');
    expect(JSON.parse(out.split('\n')[0] ?? '')).toMatchObject({ settings: { strict: false, follow: true } });
  });

  it('may be TypeScript, typed by defineConfig', async () => {
    write(
      'standin.config.ts',
      `import { defineConfig } from 'standin';
export default defineConfig({
  document: ${JSON.stringify(books)},
  check: { target: '${bad.url}', phase: 'stateful', failOn: ['warning'], checks: { 'schema.*': { severity: 'off', operations: ['GET /*'] }, 'schema.type': 'off' } },
});`,
    );
    const { out } = await check();
    expect(out).not.toContain('error schema.type');
  });

  it.each([
    ['check: { concurrencie: 4 }', ':1: there is no option `check.concurrencie`', 'Did you mean `concurrency`?'],
    ['check:\n  concurrency: many', ':2: `check.concurrency` is wrong. It must be a whole number', ''],
    ['check:\n  strict: yes please', ':2: `check.strict` must be true or false', ''],
    ['check:\n  rate: [1/s, 2/s]', ':2: `check.rate` must be a single value', ''],
    ['check:\n  bearer: { a: b }', ':2: `check.bearer` must be a string or a number', ''],
    ['check:\n  checks:\n    schema.tpye: off', ':3: there is no check `schema.tpye`', 'Did you mean `schema.type`?'],
    [
      'check:\n  checks:\n    schema.type:\n      severity: off\n      operations:\n        - getBok',
      ':6: the document has no operation `getBok`',
      'Did you mean `getBook`?',
    ],
    ['check:\n  minCoverage: routes=90', ':2: `check.minCoverage` is wrong. It must be one of operations, ', ''],
    ['check: 4', '`check` must be an object', ''],
    ['chekc: {}', 'there is no option `chekc`', 'Did you mean `check`?'],
  ])('that is wrong is reported with its line: %j', async (text, message, hint) => {
    write('standin.config.yaml', text);
    const { status, err } = await check(good.url, books);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  it('shows in standin checks what it sets', async () => {
    write('standin.config.yaml', 'check:\n  checks:\n    schema.type: { severity: info, operations: [GET /*] }\n');
    const { out } = await finish(['checks'], folder);
    expect(out).toMatch(/schema\.type\n +Does every value.*\n +set: info for GET \/\*/);
    const { checks } = JSON.parse((await finish(['checks', '--json'], folder)).out) as {
      checks: { id: string; settings?: unknown }[];
    };
    expect(checks.filter(({ settings }) => settings !== undefined)).toEqual([
      expect.objectContaining({ id: 'schema.type', settings: [{ severity: 'info', operations: ['GET /*'] }] }),
    ]);
  });
});

describe('--check', () => {
  it.each([
    ['schema.tpye=off', '--check schema.tpye=off: there is no check `schema.tpye`.', 'Did you mean `schema.type`?'],
    ['schema.type=of', '`schema.type` cannot be `of`', 'Did you mean `off`?'],
    ['schema.type', 'Write the id of a check and its severity, such as schema.type=off.', ''],
    ['schema.type=off,', 'Write the id of a check and its severity, such as schema.type=off.', ''],
  ])('that is wrong is reported before anything is sent: %s', async (setting, message, hint) => {
    const { status, err } = await check('http://127.0.0.1:9', 'no-such-file.yaml', '--check', setting);
    expect(status).toBe(2);
    expect(err).toContain(message);
    expect(err).toContain(hint);
  });

  it('is a word of one call: a config file has a table of its own for it', async () => {
    write('standin.config.yaml', 'check: { check: schema.type=off }');
    const { status, err } = await check(good.url, books);
    expect([status, err]).toEqual([2, expect.stringContaining('Did you mean `checks`?')]);
  });
});

describe('--ledger', () => {
  it('outlives a run that is killed: --clean removes what was left, and the second time finds nothing', async () => {
    // With its control routes elsewhere it is a service like any other: a run gets no world of its own there, which would need no clean-up.
    const mock = start(['mock', books, '--port', '0', '--control-prefix', '/_own'], folder);
    const url = urlIn(await mock.until(/Stop: +Ctrl-C/));
    const ledger = join(folder, 'ledger.ndjson');
    // Of a phase that deletes nothing: what was created is there until the run cleans up, which it will not.
    const narrow = ['--phase', 'coverage', '--operation', 'createBook'];
    const run = start(['check', url, books, '--rate', '5/s', ...narrow, '--ledger', ledger, ...NOW], folder);
    await run.until(/cases/);
    await until(() => existsSync(ledger) && readFileSync(ledger, 'utf8').includes('"created"'));
    await run.stop('SIGKILL');
    const [heading, created] = readFileSync(ledger, 'utf8')
      .split('\n')
      .map((line) => JSON.parse(line === '' ? 'null' : line));
    expect(heading).toMatchObject({ ledger: 1, target: url.replace(/\/$/, '') });
    const there = async (): Promise<number> => (await fetch(new URL(created.entry.path, url))).status;
    expect(await there()).toBe(200);
    // The ledger knows its target.
    const cleaned = await finish(['check', '--clean', ledger], folder);
    expect([cleaned.status, cleaned.out]).toEqual([0, 'All records of that run are removed.\n']);
    expect(await there()).toBe(404);
    expect((await finish(['check', url, '--clean', ledger], folder)).out).toBe(
      'All records of that run are removed.\n',
    );
    await mock.stop();
  });

  it('names each record that is still there: by its path, else by what created it', async () => {
    const entry = { operation: 'createBook', resource: 'books', createdAt: Date.UTC(2026, 10, 1) };
    const lines = [
      { ledger: 1, target: 'http://127.0.0.1:9', at: 0 },
      { kind: 'created', entry: { ...entry, path: '/books/7' } },
      { kind: 'created', entry },
    ];
    write('ledger.ndjson', lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { status, out } = await finish(['check', '--clean', 'ledger.ndjson'], folder);
    expect(status).toBe(1);
    expect(out).toContain('still there: books /books/7 (');
    expect(out).toContain('still there: books of createBook, created 2026-11-01T00:00:00.000Z (');
    write(
      'report.json',
      `${JSON.stringify({ type: 'run-finished', at: 0, summary: { target: 'in-process', leftovers: [] } })}\n`,
    );
    const nowhere = await finish(['check', '--clean', 'report.json'], folder);
    expect([nowhere.status, nowhere.err]).toEqual([2, expect.stringContaining('does not name a target URL')]);
  });

  it('that cannot be written ends the command before anything is sent', async () => {
    const { status, err } = await check(good.url, books, '--ledger', join(folder, 'no/such/folder'));
    expect([status, err]).toEqual([3, expect.stringContaining('cannot be written')]);
  });
});

describe('--auth-cmd', () => {
  const run = (command: string): Promise<Finished> =>
    check(good.url, books, '--phase', 'examples', '--auth-cmd', command, '--report', 'json=out.json');

  it('gives the token that is sent, and no report shows it', async () => {
    const { status, out } = await run('echo canary-token-1');
    expect(status).toBe(0);
    const report = readFileSync(join(folder, 'out.json'), 'utf8');
    expect(report + out).not.toContain('canary');
    expect(report).toContain('"secrets":["STANDIN_BEARER"]');
  });

  it('or header fields, one a line', async () => {
    await run(`printf 'X-Team: canary-a\\nX-Key: canary-b\\n'`);
    const report = readFileSync(join(folder, 'out.json'), 'utf8');
    expect(report).toContain('"secrets":["STANDIN_HEADER_X_TEAM","STANDIN_HEADER_X_KEY"]');
    expect(report).not.toContain('canary');
  });

  it.each(['echo "canary two words"', 'true', 'echo canary >&2; exit 3', 'no-such-canary-command'])(
    '%s: what is wrong is said without what was printed',
    async (command) => {
      const { status, out, err } = await run(command);
      expect(status).toBe(2);
      expect(out + err).toMatch(/--auth-cmd/);
      expect(out + err).not.toContain('canary');
    },
  );

  const marks = (name: string): boolean => existsSync(join(folder, name));
  const later = 'touch begun; (sleep 1.5; touch late) & wait; echo token';
  const waited = (): Promise<unknown> => new Promise((done) => setTimeout(done, 2_000));

  it.skipIf(process.platform === 'win32')('is ended, with what it started, by what ends the check', async () => {
    const running = start(['check', good.url, books, '--auth-cmd', later], folder);
    await until(() => marks('begun'));
    expect(await running.stop()).toMatchObject({ status: null, out: '', err: '' });
    expect(running.child.signalCode).toBe('SIGTERM');
    await waited();
    expect(marks('late')).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('and so it is where a refused credential has it run again', async () => {
    const refusing = createServer((_, response) => response.writeHead(401).end()).listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    write(
      'locked.yaml',
      `openapi: 3.1.0
info: { title: T, version: "1" }
security: [{ key: [] }]
paths: { /a: { get: { responses: { "200": { description: ok } } } } }
components: { securitySchemes: { key: { type: http, scheme: bearer } } }
`,
    );
    const again = `test -e once || { touch once; echo token; exit; }; ${later}`;
    const running = start(['check', `http://127.0.0.1:${port}`, 'locked.yaml', '--auth-cmd', again], folder);
    await until(() => marks('begun'));
    const { status, out } = await running.stop();
    expect([status, out]).toEqual([143, expect.stringContaining('interrupted (SIGTERM)')]);
    await waited();
    expect(marks('late')).toBe(false);
    refusing.close();
  });
});

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((next) => setTimeout(next, 10));
}
