import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareDocuments, writeComparison } from '../../src/library/index.ts';
import { type Finished, start } from '../system/command.ts';

const BASE = `openapi: 3.0.3
info: { title: Shop, version: 1.4.0 }
paths:
  /orders:
    $ref: parts/orders.yaml
`;
const ORDERS = `post:
  operationId: createOrder
  requestBody:
    required: true
    content:
      application/json:
        schema:
          type: object
          required: [note]
          properties:
            note: { type: string, maxLength: 200 }
  responses:
    '201': { description: Made }
`;

const folder = mkdtempSync(join(tmpdir(), 'standin-diff-'));
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const diff = (...args: readonly string[]): Promise<Finished> => start(['diff', ...args], folder).finished;

describe('standin diff', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'openapi.yaml'), BASE);
    writeFileSync(join(folder, 'parts/orders.yaml'), ORDERS);
    git('init', '--quiet', '--initial-branch=main', '.');
    git('add', '.');
    git('commit', '--quiet', '-m', 'first');
    writeFileSync(join(folder, 'parts/orders.yaml'), ORDERS.replace('200', '80'));
    writeFileSync(join(folder, 'fresh.yaml'), BASE);
    writeFileSync(join(folder, 'words.txt'), 'hello');
  });

  it('compares a tree of git, with the files that it refers to, with the working tree', async () => {
    const before = git('status', '--porcelain');
    const { status, out } = await diff('main:openapi.yaml', 'openapi.yaml');
    expect(status).toBe(1);
    expect(out).toContain('breaking request.max-length  POST /orders');
    expect(out).toContain('parts/orders.yaml:11:13');
    expect(out).toContain('worked before  curl -sS -X POST "$BASE/orders"');
    expect(out).toContain('refused now    body.schema /body/note maxLength');
    expect(git('status', '--porcelain')).toBe(before);
    expect((await diff('openapi.yaml', '--base-ref', 'main')).out).toContain('breaking request.max-length');
  });

  it('asks a running service, and ends with 3 where there is none', async () => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === '/v2/pets?limit=51' ? 400 : 200;
      response.end('[]');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
    const pets = (most: number): string =>
      `openapi: 3.0.3\ninfo: { title: T, version: 1.0.0 }\npaths:\n  /pets:\n    get:\n      parameters: [{ name: limit, in: query, schema: { type: integer, minimum: ${most}, maximum: ${most} } }]\n      responses: { '200': { description: ok } }\n`;
    writeFileSync(join(folder, 'wide.yaml'), pets(51));
    writeFileSync(join(folder, 'narrow.yaml'), pets(50));
    const asked = await diff('wide.yaml', 'narrow.yaml', '--prove-on', url, '--header', 'X-Team: qa');
    await new Promise<void>((resolve) => void server.close(() => resolve()));
    expect(asked.out).toContain('risky request.range  GET /pets');
    expect(asked.out).toContain('service        refuses it already (400): the document catches up');
    expect(asked.out).not.toContain('qa');
    expect(asked.status).toBe(0);
    const alone = await diff('wide.yaml', 'narrow.yaml', '--prove-on', url);
    expect([alone.status, alone.err]).toEqual([3, expect.stringContaining('cannot be reached')]);
    for (const wrong of [['--prove-on', 'ftp://a'], ['--prove-on', `${url}?a=b`], ['--allow-writes']])
      expect((await diff('wide.yaml', 'narrow.yaml', ...wrong)).status).toBe(2);
  });

  it('holds new sunsets and removals to what a stability level asks for', async () => {
    const lines = 'openapi: 3.0.3\ninfo: { title: T, version: 1.0.0 }\npaths:\n';
    const operation = (more: string): string => `    get: { ${more}responses: { '200': { description: ok } } }\n`;
    const [kept, ended] = [`  /kept:\n${operation('')}`, `  /old:\n${operation('deprecated: true, ')}`];
    writeFileSync(join(folder, 'before.yaml'), lines + kept + ended);
    const announced = kept.replace('get: { ', 'get: { deprecated: true, x-sunset: 2027-01-01, ');
    writeFileSync(join(folder, 'after.yaml'), lines + announced);
    const outcome = (...flags: readonly string[]): Promise<Finished> =>
      diff('before.yaml', 'after.yaml', '--now', '2026-11-25', ...flags);
    expect((await outcome()).status).toBe(0);
    expect((await outcome('--grace', 'stable=30d', '--removal', 'stable=deprecated')).status).toBe(0);
    const strict = await outcome('--grace', 'stable=180d', '--removal', 'stable=after-sunset');
    expect(strict.status).toBe(1);
    expect(strict.out).toContain('breaking lifecycle.grace-too-short  GET /kept');
    expect(strict.out).toContain('breaking lifecycle.removed-without-sunset  GET /old');
    for (const wrong of [
      ['--removal', 'stable=soon'],
      ['--grace', '180d'],
    ]) {
      const refused = await outcome(...wrong);
      expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('stable')]);
    }
  });

  it('breaks sentences at the width of the terminal, and leaves commands whole', async () => {
    const before = join(folder, 'whole.yaml');
    const document = BASE.replace('$ref: parts/orders.yaml', ORDERS.trimEnd().replaceAll('\n', '\n    '));
    writeFileSync(before, document);
    writeFileSync(join(folder, 'shorter.yaml'), document.replace('200', '80'));
    const { summary } = await compareDocuments({ base: before, revision: join(folder, 'shorter.yaml') });
    const textOf = (columns: number): string => writeComparison('terminal', summary, { columns, version: '1' });
    const long = (columns: number): readonly string[] =>
      textOf(columns)
        .split('\n')
        .filter((line) => line.length > columns);
    expect(textOf(60).replaceAll(/\s+/g, ' ')).toBe(textOf(1_000).replaceAll(/\s+/g, ' '));
    expect(long(60).every((line) => /^ +\S*\/|curl|refused now/.test(line))).toBe(true);
    expect(textOf(60).split('\n').length).toBeGreaterThan(textOf(1_000).split('\n').length);
  });

  it('takes a document that is new on a branch, and the same document twice', async () => {
    expect((await diff('fresh.yaml', '--base-ref', 'main')).status).toBe(0);
    const same = await diff('openapi.yaml', 'openapi.yaml');
    expect(same.status).toBe(0);
    expect(same.out).toContain('Both are the same document.');
  });

  it.each([
    ['a file that is missing', ['none.yaml', 'openapi.yaml'], 'none.yaml'],
    ['a file that is not a document', ['words.txt', 'openapi.yaml'], 'an OpenAPI document is an object'],
    ['a reference that git does not know', ['gone:openapi.yaml', 'openapi.yaml'], 'fetch-depth: 0'],
    ['a file that the tree does not have', ['main:none.yaml', 'openapi.yaml'], 'none.yaml'],
    ['a branch that git does not know', ['openapi.yaml', '--base-ref', 'gone'], 'no common commit'],
    ['one document alone', ['openapi.yaml'], 'standin diff compares two documents; the second is missing'],
    [
      'an operation that neither has',
      ['main:openapi.yaml', 'openapi.yaml', '--operation', 'createOrdr'],
      'createOrder',
    ],
    ['a word that does not exist', ['main:openapi.yaml', 'openapi.yaml', '--fail-on', 'all'], 'undecided'],
  ])('refuses %s with exit status 2', async (_, args, words) => {
    const { status, err } = await diff(...args);
    expect([status, err]).toEqual([2, expect.stringContaining(words)]);
  });

  it('writes a baseline that excuses what it knows, and fails for an entry that no longer occurs', async () => {
    const known = ['--baseline', 'known.json'];
    expect((await diff('main:openapi.yaml', 'openapi.yaml', ...known, '--update-baseline')).status).toBe(0);
    expect((await diff('main:openapi.yaml', 'openapi.yaml', ...known)).status).toBe(0);
    const stale = await diff('main:openapi.yaml', 'main:openapi.yaml', ...known);
    expect([stale.status, stale.out]).toEqual([1, expect.stringContaining('1 baseline entry no longer occurs')]);
  });

  it('sends the request that shows a change to mocks of both documents, where that is asked for', async () => {
    const { status, out } = await diff('main:openapi.yaml', 'openapi.yaml', '--prove');
    expect(status).toBe(1);
    expect(out).toMatch(/worked before {2}curl .*\n {2}refused now .*\n {2}mocks {10}201 before, 422 now\n/);
  });

  it('takes options of the config file, and writes reports', async () => {
    const config = {
      diff: { checks: { 'request.*': 'warning' }, failOn: ['warning'], report: ['sarif=out/diff.sarif'] },
    };
    writeFileSync(join(folder, 'standin.config.json'), JSON.stringify(config));
    const { status, out } = await diff('main:openapi.yaml', 'openapi.yaml', '--json');
    expect(status).toBe(1);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; finding?: { severity: string } });
    expect(events.at(-1)?.type).toBe('comparison-finished');
    expect(events.find(({ type }) => type === 'finding')?.finding?.severity).toBe('warning');
    const sarif = JSON.parse(readFileSync(join(folder, 'out/diff.sarif'), 'utf8')) as {
      runs: {
        results: { ruleId: string; locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[];
      }[];
    };
    const shown = sarif.runs[0]?.results.find(({ ruleId }) => ruleId === 'request.max-length');
    expect(shown?.locations[0]?.physicalLocation.artifactLocation.uri).toBe('parts/orders.yaml');
    writeFileSync(join(folder, 'standin.config.json'), '{}');
  });
});
