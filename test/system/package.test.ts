import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlIn } from './command.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(([path]) => path !== '');
/** The packages that `npm install standin` brings, as paths such as `node_modules/hono`. */
const brought = installed
  .filter(([, { dev, devOptional, optional, peer }]) => !dev && !devOptional && !optional && !peer)
  .map(([path]) => path);
let folder: string;

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
  readonly license?: string;
  readonly resolved?: string;
}

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(path, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-pack-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: ROOT,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  execFileSync('tar', ['-xzf', tarball], { cwd: folder });
  for (const path of brought) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path), 'junction');
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the tarball', () => {
  it('installs at most 15 packages and 30 MB', () => {
    expect(brought.length).toBeGreaterThan(5);
    expect(brought.length + 1).toBeLessThanOrEqual(15);
    const bytes = brought.map((path) => bytesIn(join(ROOT, path))).reduce((sum, each) => sum + each, 0);
    expect((bytes + bytesIn(join(folder, 'package'))) / 1e6).toBeLessThanOrEqual(30);
  });

  it('carries the validators of Prism as one file that needs no other package', () => {
    const vendor: unknown = createRequire(import.meta.url)(join(folder, 'package/dist/chunks/prism-vendor.cjs'));
    expect(vendor).toMatchObject({ validateInput: expect.any(Function), transformOas3Operation: expect.any(Function) });
  });

  it('serves the petstore from another folder, with its own mocks, and refuses with Prism what breaks the document', async () => {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, [join(folder, 'package/dist/src/cli/main.js'), 'mock', '--port', '0'], {
      cwd: tmpdir(),
      env: { ...process.env, NO_COLOR: '1' },
    });
    const text = await new Promise<string>((done) => {
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
        if (/Stop: +Ctrl-C/.test(out)) done(out);
      });
    });
    const send = (body: string): Promise<Response> =>
      fetch(`${urlIn(text)}/pets`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const created = await send('{"name":"Rex","categoryId":1}');
    expect([created.status, created.headers.get('standin-origin')]).toEqual([201, 'behaviour']);
    const refused = await send('{"name":"","categoryId":1}');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ message: '`name` must have at least 1 character, but has 0' });
    child.kill('SIGTERM');
    await new Promise((done) => child.on('close', done));
  });

  /** Entries whose users have the types of Node: they bring requests of its servers. */
  const OF_NODE = ['./node', './vite'];

  it('has types that a project reads without those of Node, but for the entries that are made for its servers', () => {
    const { exports } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly types?: string }>>;
    };
    const reached = (entry: string, seen: Set<string>): Set<string> => {
      if (seen.has(entry)) return seen;
      seen.add(entry);
      for (const [, to = ''] of readFileSync(entry, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g))
        reached(resolve(dirname(entry), to.replace(/\.[jt]s$/, '.d.ts')), seen);
      return seen;
    };
    const all = new Set<string>();
    for (const [name, { types }] of Object.entries(exports)) {
      if (types === undefined) continue;
      const seen = reached(join(folder, 'package', types), new Set());
      for (const file of seen) {
        all.add(file);
        if (!OF_NODE.includes(name))
          expect(readFileSync(file, 'utf8'), file).not.toMatch(/\bBuffer\b|\bNodeJS\.|from 'node:|types="node"/);
      }
    }
    expect(all.size).toBeGreaterThan(20);
    const shipped = readdirSync(join(folder, 'package/dist'), { recursive: true, encoding: 'utf8' });
    const declarations = shipped
      .filter((name) => name.endsWith('.d.ts'))
      .map((name) => join(folder, 'package/dist', name));
    expect(new Set(declarations)).toEqual(all);
  });

  it('has types that hold where a project checks those of its libraries, too', () => {
    const door = './package/dist/src/library/entry.js';
    writeFileSync(
      join(folder, 'user.mts'),
      `import { createMock } from '${door}';\nexport const { app } = await createMock();\n`,
    );
    const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022'];
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, ...options, '--lib', 'es2023,dom', '--types', '', 'user.mts'], {
      cwd: folder,
      encoding: 'utf8',
    });
  });

  it('carries what a user needs and nothing of the workshop', () => {
    const names = readdirSync(join(folder, 'package'));
    for (const name of ['dist', 'spec', 'contracts', 'docs', 'README.md', 'LICENSE', 'package.json'])
      expect(names).toContain(name);
    for (const name of ['src', 'test', 'bench', 'mocks']) expect(names).not.toContain(name);
  });

  it('has pages whose links lead into the package, or to an address', () => {
    const packed = join(folder, 'package');
    const pages = readdirSync(join(packed, 'docs'), { recursive: true, encoding: 'utf8' }).map(
      (name) => `docs/${name}`,
    );
    const dead = ['README.md', ...pages.filter((name) => name.endsWith('.md'))].flatMap((page) => {
      const links = [...readFileSync(join(packed, page), 'utf8').matchAll(/\]\(([^)\s#]+)[^)]*\)/g)];
      return links
        .map(([, link = '']) => link)
        .filter((link) => !/^https?:/.test(link) && !existsSync(join(packed, dirname(page), link)))
        .map((link) => `${page}: ${link}`);
    });
    expect(pages.length).toBeGreaterThan(50);
    expect(dead).toEqual([]);
  });
});

describe('the lock file', () => {
  const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const older = (version: string, floor: string): boolean => {
    const [a, b] = [version, floor].map((text) => text.split(/[.-]/).map(Number));
    for (const index of [0, 1, 2])
      if ((a?.[index] ?? 0) !== (b?.[index] ?? 0)) return (a?.[index] ?? 0) < (b?.[index] ?? 0);
    return false;
  };

  it.each([
    ['hono', '4.13.19'],
    ['@hono/node-server', '2.1.8'],
    ['undici', '7.24.0'],
    ['js-yaml', '4.3.2'],
    ['ajv', '8.18.0'],
  ])('keeps %s at %s or newer, below which there are advisories', (name, floor) => {
    const direct = installed.filter(([path]) => path === `node_modules/${name}`);
    expect(direct.length).toBe(1);
    for (const [, { version }] of direct) expect(older(version ?? '0', floor), version).toBe(false);
  });

  it('runs no install script of a package that users get', () => {
    expect(
      installed
        .filter(([, entry]) => entry.dev !== true && entry.hasInstallScript === true)
        .map(([path]) => nameOf(path)),
    ).toEqual([]);
  });

  it('names no download address', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined && /^https?:/.test(resolved))).toEqual([]);
  });
});
