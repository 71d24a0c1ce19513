import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runContract } from '../../src/library/index.ts';
import { api, object, path, sending, text } from '../mock/little.ts';
import { mutants } from '../targets/catalogue.ts';
import { documentUrl } from '../targets/document.ts';
import { type Finished, finish, start } from './command.ts';

const sh = promisify(execFile);
const NOW = ['--now', '2026-12-01'];
let folder: string;
let good: { url: string; close(): Promise<void> };
let bad: { url: string; close(): Promise<void> };
const document = fileURLToPath(documentUrl('books'));
const fault = mutants.find((mutant) => mutant.server.name === 'books' && mutant.finds.includes('schema.type'));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standin-check-'));
  good = await (mutants.find((mutant) => mutant.server.name === 'books') as NonNullable<typeof fault>).server
    .create()
    .listen();
  bad = await (fault as NonNullable<typeof fault>).create().listen();
});
afterAll(async () => {
  await Promise.all([good.close(), bad.close()]);
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string): string => join(folder, name);

describe('standin check', () => {
  it('is silent about a service that keeps its contract', async () => {
    const { status, out } = await finish(['check', good.url, document, '--strict', ...NOW]);
    expect(out).toContain('0 errors');
    expect(status).toBe(0);
  });

  it('tells what is wrong, where in the document, and how to see it again', async () => {
    const { status, out } = await finish([
      'check',
      bad.url,
      document,
      ...NOW,
      '--report',
      `json=${inFolder('bad.json')}`,
    ]);
    expect(status).toBe(1);
    expect(out).toContain('schema.type');
    expect(out).toMatch(/books\.openapi\.yaml:\d+:\d+/);
    const { summary } = JSON.parse(readFileSync(inFolder('bad.json'), 'utf8').trim().split('\n').at(-1) ?? '');
    const finding = summary.findings.find((each: { check: string }) => each.check === 'schema.type');
    expect(finding.position.line).toBeGreaterThan(1);
    const { stdout } = await sh('sh', ['-c', finding.curl]);
    expect(stdout).toContain(finding.exchange.response.body.text.slice(0, 20));
  });

  const KINDS = ['json', 'junit', 'sarif', 'github', 'html', 'markdown', 'har'] as const;
  let written: Promise<Finished> | undefined;
  /** One run that writes a report of each kind. */
  const reported = (): Promise<Finished> => {
    const reports = KINDS.flatMap((kind) => ['--report', `${kind}=${inFolder(`report.${kind}`)}`]);
    written ??= finish(['check', bad.url, document, '--phase', 'examples', '--phase', 'coverage', ...NOW, ...reports]);
    return written;
  };

  it.each(KINDS)('writes a %s report', async (kind) => {
    const { status } = await reported();
    expect(status).toBe(1);
    const path = inFolder(`report.${kind}`);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(kind === 'har' ? '/books' : 'schema.type');
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('excuses what a baseline knows, and fails on what is no longer seen', async () => {
    const baseline = inFolder('baseline.json');
    const written = await finish(['check', bad.url, document, ...NOW, '--baseline', baseline, '--update-baseline']);
    expect([written.status, written.out]).toEqual([0, expect.stringContaining('Nothing but known findings')]);
    expect(written.err).toMatch(/was written: it now excuses \d+ findings?/);
    expect((await finish(['check', bad.url, document, ...NOW, '--baseline', baseline])).status).toBe(0);
    const stale = await finish(['check', good.url, document, ...NOW, '--baseline', baseline]);
    expect([stale.status, stale.out]).toEqual([1, expect.stringContaining('no longer occurs')]);
  });

  it('counts shards together once', async () => {
    const parts = [1, 2].map((index) => inFolder(`shard-${index}.json`));
    for (const [index, path] of parts.entries())
      await finish(['check', bad.url, document, ...NOW, '--shard', `${index + 1}/2`, '--report', `json=${path}`]);
    const merged = await finish(['merge', ...parts, ...NOW]);
    expect([merged.status, merged.out]).toEqual([1, expect.stringContaining('schema.type')]);
  });

  it('prints its plan without sending anything, the same each time', async () => {
    const [first, second] = await Promise.all([
      finish(['check', 'http://127.0.0.1:9', document, '--dry-run']),
      finish(['check', 'http://127.0.0.1:9', document, '--dry-run']),
    ]);
    expect(first.status).toBe(0);
    expect(first.out).toBe(second.out);
    expect(first.out).toMatch(/\d+ cases of \d+ operations/);
    // A name that only begins as this machine's do is another machine: it is read, and not written to.
    const away = await finish(['check', 'http://127.example.com', document, '--dry-run']);
    expect(away.out).not.toMatch(/^ {2}(?:POST|PUT|PATCH|DELETE) /m);
    expect(first.out).toMatch(/^ {2}(?:POST|PUT|PATCH|DELETE) /m);
  });

  it('removes later what an interrupted run left behind', async () => {
    const path = inFolder('left.json');
    await finish(['check', good.url, document, '--phase', 'examples', ...NOW, '--report', `json=${path}`]);
    const cleaned = await finish(['check', good.url, document, '--clean', path]);
    expect([cleaned.status, cleaned.out]).toEqual([0, 'All records of that run are removed.\n']);
    expect((await finish(['check', good.url, '--clean', document])).status).toBe(2);
  });

  it('writes its reports when it is interrupted, and says by its status that it was', async () => {
    const path = inFolder('interrupted.json');
    const run = start(['check', good.url, document, '--rate', '5/s', ...NOW, '--report', `json=${path}`]);
    await run.until(/cases/);
    const ended = await run.stop('SIGINT');
    expect(ended.status).toBe(130);
    expect(JSON.parse(readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'run-finished',
    });
  });

  it.each([
    [['check'], 2, 'The target URL is missing'],
    [['check', 'localhost'], 2, 'not an http or https URL'],
    [['check', 'http://127.0.0.1:1', '--phase', 'exmaples'], 2, 'It must be one of'],
    [['check', 'http://127.0.0.1:1', '--report', 'pdf=x'], 2, 'Kinds: '],
    [['check', 'http://127.0.0.1:1', '--phase', 'examples'], 3, 'cannot be reached'],
    [['check', 'http://127.0.0.1:1', '--baseline', 'nowhere.json'], 2, 'cannot be read'],
  ])('%j ends with %i', async (args, status, words) => {
    const ended = await finish(args, folder);
    expect([ended.status, ended.out + ended.err]).toEqual([status, expect.stringContaining(words)]);
  });

  it('ends with 3 where a report cannot be written', async () => {
    const ended = await finish([
      'check',
      good.url,
      document,
      '--phase',
      'examples',
      ...NOW,
      '--report',
      // No folder can be made below a device.
      'json=/dev/null/report.json',
    ]);
    expect([ended.status, ended.err]).toEqual([3, expect.stringContaining('cannot be written')]);
  });

  it('closes the whole loop with --self', async () => {
    const { status, out } = await finish(['check', '--self', '--strict', ...NOW]);
    expect(out).toMatch(/operations 100 %/);
    expect(out).toContain('0 errors');
    expect(status).toBe(0);
  });

  it('checks the mock of a document that describes no answers against the answers that the mock supposes', async () => {
    const bare = (status: string): object => ({ responses: { [status]: { description: 'done' } } });
    const task = sending(object({ title: { ...text, minLength: 1 } }, ['title']));
    const paths = {
      '/tasks': { get: bare('200'), post: { ...bare('201'), ...task } },
      '/tasks/{id}': { ...path('id'), get: bare('200'), put: { ...bare('200'), ...task }, delete: bare('204') },
    };
    writeFileSync(inFolder('tasks.json'), JSON.stringify(api(paths)));
    const { status, out } = await finish(['check', '--self', inFolder('tasks.json'), '--strict', ...NOW]);
    expect(out).toContain('life cycles tested to the end: 1 of 1');
    expect(out).not.toContain('body.present-when-undocumented');
    expect(status).toBe(0);
  });
});

describe('standin checks', () => {
  it('prints id, tier, question and guard of every check', async () => {
    const { checks } = JSON.parse((await finish(['checks', '--json'])).out) as {
      checks: { id: string; tier: number; question: string; guard?: string }[];
    };
    expect(new Set(checks.map((check) => check.id)).size).toBe(checks.length);
    for (const { id, tier, question } of checks)
      expect([id, tier, question.length > 10], id).toEqual([
        expect.stringMatching(/^[a-z0-9-]+\.[a-z0-9-]+$/),
        expect.any(Number),
        true,
      ]);
    expect(checks.filter((check) => check.guard !== undefined).length).toBeGreaterThan(80);
    expect((await finish(['checks', 'page.limit-ignored'])).out).toContain(
      'Fewer items than requested are always correct.',
    );
  });
});

describe('runContract', () => {
  it('checks a Hono app in three lines', async () => {
    const app = new Hono().get('/ping', (c) => c.json({ pong: 'yes' }));
    const { summary } = await runContract({
      target: app,
      document: {
        openapi: '3.1.0',
        info: { title: 'Ping', version: '1' },
        paths: {
          '/ping': {
            get: {
              operationId: 'ping',
              responses: {
                200: {
                  description: 'ok',
                  content: {
                    'application/json': {
                      schema: { type: 'object', required: ['pong'], properties: { pong: { type: 'boolean' } } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
    const { findings, exitStatus } = await summary;
    expect(exitStatus).toBe(1);
    expect(findings.map((finding) => finding.check)).toContain('schema.type');
  });

  it('tells the story as events, with exactly one last one', async () => {
    const { events, summary } = await runContract({
      target: good.url,
      document: documentUrl('books'),
      now: '2026-12-01',
      phases: ['examples'],
    });
    const types: string[] = [];
    for await (const event of events) types.push(event.type);
    expect([types[0], types.at(-1), types.filter((type) => type === 'run-finished').length]).toEqual([
      'run-started',
      'run-finished',
      1,
    ]);
    expect((await summary).exitStatus).toBe(0);
  });
});
