import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { expect } from 'vitest';
import { type Running, start } from '../system/command.ts';
import { freePort } from './free-port.ts';
import { ROOT, type Step } from './page.ts';

const MAIN = join(ROOT, 'dist/src/cli/main.js');
/** Packages that pages use beside standin; the others are run by the sample projects. */
const PACKAGES = ['vitest', 'hono', 'msw', '@playwright/test', 'playwright-core'];

/** The folder of a reader who follows one page. */
export interface Reader {
  take(step: Step): Promise<void>;
  leave(): Promise<void>;
}

export function createReader(): Reader {
  const folder = mkdtempSync(join(tmpdir(), 'standin-page-'));
  const mocks = new Map<string, Running>();
  /** Ports that the page names, with the ports in use. */
  const ports = new Map<string, string>();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of PACKAGES) link(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  link(ROOT, join(folder, 'node_modules/standin'));

  const here = (text: string): string => text.replaceAll(/\b(?:4\d{3}|3000)\b/g, (port) => ports.get(port) ?? port);

  async function startMock(command: string, output: readonly string[]): Promise<void> {
    const words = wordsOf(command).slice(2);
    const at = words.findIndex((word) => word === '--port' || word === '-p');
    const written = at < 0 ? '4010' : (words[at + 1] ?? '');
    if (at >= 0) words.splice(at, 2);
    await mocks.get(written)?.stop();
    ports.set(written, await freePort());
    const mock = start([...words.map(here), '--port', here(written)], folder);
    mocks.set(written, mock);
    const banner = await mock.until(/Stop: +Ctrl-C/);
    shows(banner, output.map(here));
  }

  return {
    async take(step) {
      if (step.kind === 'copy') return copyFileSync(join(ROOT, step.from), join(folder, basename(step.from)));
      if (step.kind === 'file') {
        mkdirSync(dirname(join(folder, step.name)), { recursive: true });
        return writeFileSync(join(folder, step.name), here(step.code));
      }
      if (/^npx standin mock\b/.test(step.command)) return startMock(step.command, step.output);
      const { out, status } = await shell(here(step.command), folder);
      shows(out, step.output.map(here));
      expect(status, out).toBe(0);
    },
    async leave() {
      for (const mock of mocks.values()) await mock.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function link(to: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(to, at);
}

/** The words of a command; quotes hold words together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => {
    return double ?? single ?? plain ?? '';
  });
}

function shell(command: string, folder: string): Promise<{ readonly out: string; readonly status: number | null }> {
  const own = command.replaceAll(/\bnpx standin\b/g, `"${process.execPath}" "${MAIN}"`).replaceAll(/\bnpx (?=\w)/g, '');
  return new Promise((done) => {
    const child = spawn('sh', ['-c', own], {
      cwd: folder,
      env: {
        ...process.env,
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
        GITHUB_ACTIONS: '',
        GITHUB_STEP_SUMMARY: '',
        NODE_OPTIONS: '',
        PATH: [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      },
    });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += chunk));
    child.on('close', (status) => done({ out, status }));
  });
}

/** Shown lines stand in the output in order; `…` stands for anything. */
function shows(output: string, lines: readonly string[]): void {
  let rest = output;
  for (const line of lines) {
    for (const part of line.split('…').filter((each) => each.trim() !== '')) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part) + part.length);
    }
  }
}
