import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { MAIN, start, urlIn } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = load(text('action.yml')) as {
  readonly inputs: Readonly<Record<string, object>>;
  readonly runs: { readonly steps: readonly Step[] };
};

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Names', version: '1' },
  paths: {
    '/names': {
      get: {
        operationId: 'listNames',
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'array', items: { type: 'string' } } } },
          },
        },
      },
    },
  },
};

/** A folder of a runner: the built command as the project's own, and a document. */
function runner(): { readonly folder: string; readonly env: Readonly<Record<string, string>> } {
  const folder = mkdtempSync(join(tmpdir(), 'standin-runner-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  const bin = join(folder, 'node_modules/.bin/standin');
  writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  chmodSync(bin, 0o755);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(DOCUMENT));
  writeFileSync(join(folder, 'output'), '');
  const env = {
    PATH: process.env['PATH'] ?? '',
    RUNNER_TEMP: join(folder, 'temp'),
    GITHUB_OUTPUT: join(folder, 'output'),
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
    INPUT_TARGET: 'self',
    INPUT_DOCUMENT: 'openapi.json',
    INPUT_ARGS: '',
    INPUT_WAIT: '5s',
    INPUT_VERSION: 'latest',
  };
  return { folder, env };
}

function outputs(folder: string): Readonly<Record<string, string>> {
  const lines = readFileSync(join(folder, 'output'), 'utf8').trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
}

describe('the action', () => {
  it('hands inputs to the shell as variables only', () => {
    const steps = action.runs.steps.filter(({ run }) => run !== undefined);
    expect(steps.length).toBeGreaterThan(2);
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
    const given = steps.flatMap(({ env = {} }) => Object.values(env)).join(' ');
    for (const name of ['target', 'document', 'args', 'wait', 'version']) expect(given).toContain(`inputs.${name} `);
  });

  it('runs the check of the project, writes every report and the summary, and hands the exit status on', () => {
    const { folder, env } = runner();
    const out = execFileSync('bash', [join(ROOT, 'action/check.sh')], { cwd: folder, env, encoding: 'utf8' });
    expect(out).toContain('The contract is kept');
    expect(outputs(folder)).toEqual({ 'exit-status': '0', findings: '0', reports: join(folder, 'temp/standin') });
    expect(readdirSync(join(folder, 'temp/standin')).sort()).toEqual(
      ['html', 'json', 'md', 'sarif', 'xml'].map((ending) => `standin.${ending}`),
    );
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('Names');
  });

  it('counts findings, annotates, and takes no argument for code', async () => {
    const { folder, env } = runner();
    const broken = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end('7'));
    broken.listen(0, '127.0.0.1');
    await new Promise((done) => broken.once('listening', done));
    const target = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
    const hostile = {
      INPUT_TARGET: target,
      INPUT_ARGS: `--phase examples --tag $(touch${'$'}{IFS}hacked);touch hacked`,
    };
    const run = (more: object) =>
      new Promise<string>((done) =>
        execFile('bash', [join(ROOT, 'action/check.sh')], { cwd: folder, env: { ...env, ...more } }, (_, out, err) =>
          done(`${out}${err}`),
        ),
      );
    await run(hostile);
    expect(existsSync(join(folder, 'hacked'))).toBe(false);
    expect(outputs(folder)['exit-status']).toBe('2');
    const said = await run({ INPUT_TARGET: target, INPUT_ARGS: '--phase coverage' });
    broken.close();
    expect(said).toMatch(/^::error /m);
    expect(outputs(folder)['exit-status']).toBe('1');
    expect(Number(outputs(folder)['findings'])).toBeGreaterThan(0);
  });

  it('compares the document of a pull request with that of the base branch', () => {
    const { folder, env } = runner();
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', 'openapi.json');
    git('commit', '--quiet', '--message', 'base');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const compare = (document: object): string => {
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
      const more = { INPUT_BASE: 'main', INPUT_REPORTS: folder };
      return execFileSync('bash', [join(ROOT, 'action/compare.sh')], {
        cwd: folder,
        env: { ...env, ...more },
        encoding: 'utf8',
      });
    };
    compare(DOCUMENT);
    expect(outputs(folder)).toEqual({ 'exit-status': '0' });
    const said = compare({ ...DOCUMENT, paths: {} });
    expect(said).toMatch(/^::error .*GET \/names/m);
    expect(outputs(folder)).toEqual({ 'exit-status': '1' });
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toContain('1 breaking');
    expect(readFileSync(join(folder, 'standin.md'), 'utf8')).toContain('1 breaking');
  });

  it.each([
    ['writes a comment', [], 201, ['GET', 'POST /repos/o/r/issues/7/comments']],
    [
      'changes the comment of an earlier run',
      [{ id: 3, body: '<!-- standin -->\nold' }],
      200,
      ['GET', 'PATCH /repos/o/r/issues/comments/3'],
    ],
    ['does not fail where a fork may not comment', [], 403, ['GET', 'POST /repos/o/r/issues/7/comments']],
  ])('%s', async (_, comments, status, expected) => {
    const seen: string[] = [];
    const bodies: string[] = [];
    const api = createServer((request, answer) => {
      seen.push(request.method === 'GET' ? 'GET' : `${request.method} ${request.url}`);
      let body = '';
      request
        .on('data', (more) => (body += more))
        .on('end', () => {
          if (body !== '') bodies.push(JSON.parse(body).body);
          answer
            .writeHead(request.method === 'GET' ? 200 : status)
            .end(JSON.stringify(request.method === 'GET' ? comments : {}));
        });
    });
    api.listen(0, '127.0.0.1');
    await new Promise((done) => api.once('listening', done));
    const { folder } = runner();
    writeFileSync(join(folder, 'standin.md'), '# A report');
    const env = {
      GITHUB_API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: 'o/r',
      INPUT_NUMBER: '7',
      INPUT_TOKEN: 'secret',
      INPUT_REPORT: join(folder, 'standin.md'),
    };
    const out = await new Promise<string>((done, failed) =>
      execFile(process.execPath, [join(ROOT, 'action/comment.mjs')], { env }, (error, printed) =>
        error === null ? done(printed) : failed(error),
      ),
    );
    api.close();
    expect(seen).toEqual(expected);
    expect(bodies).toEqual(['<!-- standin -->\n# A report']);
    expect(out.includes('pull-requests: write')).toBe(status === 403);
  });
});

describe('examples of pipelines', () => {
  it.each(['examples/ci/github.yml', 'examples/ci/gitlab.yml', '.github/workflows/release.yml'])(
    '%s is YAML',
    (path) => {
      expect(load(text(path))).toBeTypeOf('object');
    },
  );

  it('wait for the service wherever they check one', () => {
    const checks = ['examples/ci/github.yml', 'examples/ci/gitlab.yml'].flatMap((path) =>
      text(path)
        .split('\n')
        .filter((line) => /standin check http/.test(line)),
    );
    expect(checks.length).toBe(2);
    for (const line of checks) expect(line).toContain('--wait');
    expect(text('examples/ci/github.yml')).toContain('wait: 60s');
  });

  it('name inputs that the action has', () => {
    const { jobs } = load(text('examples/ci/github.yml')) as {
      jobs: Record<string, { steps: { uses?: string; with?: object }[] }>;
    };
    const own = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith('standin-dev/'));
    expect(own.length).toBe(1);
    for (const name of Object.keys(own[0]?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
  });
});

describe('the Dockerfile', () => {
  const lines = text('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const instruction = (word: string): string =>
    last.find((line) => line.startsWith(`${word} `))?.slice(word.length + 1) ?? '';

  it('runs as a user without rights, and ends on SIGTERM', () => {
    expect(instruction('USER')).toBe('node');
    expect(instruction('STOPSIGNAL')).toBe('SIGTERM');
    expect(last.findIndex((line) => line.startsWith('USER '))).toBeLessThan(
      last.findIndex((line) => line.startsWith('ENTRYPOINT ')),
    );
  });

  it('starts a mock by its variables, whose health check sees it come and go', async () => {
    const given = Object.fromEntries(
      instruction('ENV')
        .split(' ')
        .map((pair) => pair.split('=') as [string, string]),
    );
    expect(given['STANDIN_HOST']).toBe('0.0.0.0');
    const entry: string[] = JSON.parse(instruction('ENTRYPOINT'));
    const words: string[] = JSON.parse(instruction('CMD'));
    expect(entry).toEqual(['standin']);
    const { folder } = runner();
    const env = { ...given, STANDIN_PORT: '0', STANDIN_DOCUMENT: 'openapi.json', STANDIN_CONTROL_PREFIX: '/_own' };
    const mock = start(words, folder, env);
    const banner = await mock.until(/Stop:/);
    expect(banner).toContain('Names 1');
    const port = new URL(urlIn(banner)).port;
    const [, command = '[]'] = /CMD (\[.*\])/.exec(instruction('HEALTHCHECK')) ?? [];
    const [, ...args]: string[] = JSON.parse(command);
    const healthy = () =>
      new Promise<number>((done) =>
        execFile(process.execPath, args, { env: { STANDIN_PORT: port, STANDIN_CONTROL_PREFIX: '/_own' } }, (error) =>
          done(error === null ? 0 : Number(error.code)),
        ),
      );
    expect(await healthy()).toBe(0);
    expect((await mock.stop()).status).toBe(0);
    expect(await healthy()).toBe(1);
  });

  it('copies what the build needs: nothing that it uses is left out', () => {
    const ignored = text('.dockerignore').trim().split('\n');
    for (const name of ['src', 'spec', 'mocks', 'contracts', 'docs', 'build.mjs']) expect(ignored).not.toContain(name);
  });
});
