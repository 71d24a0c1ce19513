import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, start, urlIn } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The README and the reference: every command and every TypeScript block of both is run. */
const README = ['README.md', 'docs/reference.md'].map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n');
const MAIN = join(ROOT, 'dist/src/cli/main.js');

interface Typed {
  readonly command: string;
  readonly output: readonly string[];
}

/** Every `$ command` of the console blocks, in order, with the lines shown under it. */
function typed(): readonly Typed[] {
  return [...README.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...output] = text.split('\n');
        return { command, output: output.filter((line) => line.trim() !== '') };
      }),
  );
}

let folder: string;
let mock: Running;
let port: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standin-readme-'));
  mock = start(['mock', '--port', '0'], folder);
  port = new URL(urlIn(await mock.until(/Stop: +Ctrl-C/))).port;
});
afterAll(async () => {
  await mock.stop();
  rmSync(folder, { recursive: true });
});

function shell(command: string): Promise<string> {
  return new Promise((done) => {
    const child = spawn('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', PATH: `${folder}${delimiter}${process.env['PATH']}` },
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      out += chunk;
    });
    child.on('close', () => done(out));
  });
}

/** Shown lines stand in the output in order; `…` stands for anything. */
function shows(output: string, lines: readonly string[]): void {
  let rest = output;
  for (const line of lines.filter((each) => each.trim() !== '…')) {
    const part = line.replaceAll('4010', port).replace(/…$/, '');
    expect(rest).toContain(part);
    rest = rest.slice(rest.indexOf(part) + part.length);
  }
}

function linksIn(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^https?:/.test(link));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? join(ROOT, from) : join(ROOT, from, '..', path);
  if (!existsSync(file)) return false;
  if (heading === undefined) return true;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(heading);
}

describe.skipIf(process.platform === 'win32')('the README with its reference', () => {
  it.each(typed())('$command', async ({ command, output }) => {
    if (command === 'npx standin mock') return shows(await mock.until(/Stop: +Ctrl-C/), output);
    shows(
      await shell(command.replaceAll('4010', port).replace(/^npx standin/, `"${process.execPath}" "${MAIN}"`)),
      output,
    );
  });

  it('links to files and headings that exist', () => {
    const broken = [
      'README.md',
      'docs/reference.md',
      'docs/decisions/README.md',
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
    ].flatMap((file) =>
      linksIn(file)
        .filter((link) => !leadsSomewhere(file, link))
        .map((link) => `${file}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('names the two commands that a checkout has', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(README).toContain('npm ci && npm start\n');
    expect(README).toContain('npm ci && npm test\n');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', 'check']));
  });

  it('has TypeScript that runs as it stands', async () => {
    const blocks = [...README.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code);
    expect(blocks.length).toBe(3);
    const [use = '', check = '', mocks = ''] = blocks;
    const library = JSON.stringify(`file://${ROOT}/dist/src/library/index.js`);
    const app =
      "const app = { fetch: ({ url, method }) => (new URL(url).pathname !== '/ping' ? new Response(null, { status: 404 }) : method === 'GET' || method === 'HEAD' ? Response.json({ pong: true }) : new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })) };\nconst document = { openapi: '3.1.0', info: { title: 'Ping', version: '1' }, paths: { '/ping': { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } } } } } };\n";
    writeFileSync(
      join(folder, 'check.mjs'),
      app + check.replace("'standin'", library).replace("document: 'openapi.yaml'", 'document'),
    );
    expect(await shell(`"${process.execPath}" check.mjs`)).toBe('0\n');
    writeFileSync(join(folder, 'use.mjs'), use.replace("'standin'", library));
    expect(await shell(`"${process.execPath}" use.mjs`)).toMatch(/^200 \{ id: 1, name: 'Maggie', /);
    writeFileSync(join(folder, 'my-mocks.ts'), mocks);
    const own = start(
      ['mock', join(ROOT, 'spec/petstore.openapi.yaml'), '--mocks', join(folder, 'my-mocks.ts'), '--port', '0'],
      folder,
    );
    const url = urlIn(await own.until(/Stop: +Ctrl-C/));
    const pet = ((await (await fetch(`${url}/pets`)).json()) as { id: number }[])[0]?.id;
    await fetch(`${url}/store/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ petId: pet }),
    });
    const refused = await fetch(`${url}/pets/${pet}`, { method: 'DELETE' });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'pet_in_use']);
    await own.stop();
  });
});
