import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { anchorOf, fencesIn, pages, pageText, ROOT, stepsIn } from './page.ts';
import { createReader } from './run-page.ts';

const PAGES = pages();
/** Where files are that the package does not hold. A link that begins with it leads to a file of this folder. */
const REPOSITORY = 'https://github.com/standin-dev/standin/blob/main/';
/** Every block that is neither run nor taken from a project that is run: its first line, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'README.md: npm install --save-dev standin': 'fetches from a registry',
  'README.md: npm ci && npm start': 'fetches from a registry; the scripts are tested by name',
  'docs/start/front-end.md: npm install --save-dev standin': 'fetches from a registry',
  'docs/start/ci.md: npx standin check http://127.0.0.1:3000 openapi.yaml --wait 60s':
    'needs the service of the reader',
  'docs/guides/cypress.md: {': 'Cypress downloads a program of its own after its installation',
  "docs/guides/cypress.md: import type { WorldHandle } from 'standin';":
    'Cypress, as above; its requests are run with curl',
  'docs/guides/compare.md: npx standin diff openapi.yaml --base-ref origin/main': 'needs a repository with a remote',
  'docs/guides/compare.md: npx standin gate orders@1.4.0 --to production': 'needs recorded facts',
  'docs/guides/console.md: npx standin mock --open': 'opens a browser',
  'docs/guides/fleets.md: docker build -t standin .':
    'needs Docker; the steps of the Dockerfile are tested in a folder',
  'docs/guides/fleets.md: npx standin mock openapi.yaml --state "redis://redis:6379/0?prefix=team"': 'needs a Redis',
  'docs/guides/react-native.md: npx standin mock openapi.yaml --host 0.0.0.0': 'would open the machine to its network',
  'docs/guides/staging.md: npx standin check https://staging.example/api openapi.yaml --bearer "$TOKEN" --rate 20/s':
    'needs a service elsewhere',
  'docs/guides/staging.md: npx standin check https://staging.example/api openapi.yaml --allow-writes --ledger ledger.jsonl':
    'needs a service elsewhere',
  "docs/guides/vite.md: await fetch('/_standin/reset', { method: 'POST' });": 'runs in a page of the reader',
  'docs/recipes/https.md: npx standin mock openapi.yaml --public-url https://api.localhost': 'needs Caddy',
};

describe.skipIf(process.platform === 'win32')('what pages say to do', () => {
  for (const page of PAGES) {
    const steps = stepsIn(pageText(page));
    if (steps.length === 0) continue;
    describe(page, () => {
      const reader = createReader();
      afterAll(() => reader.leave());
      for (const step of steps) {
        const title = step.kind === 'command' ? step.command : step.kind === 'file' ? step.name : step.from;
        it(title, () => reader.take(step), 120_000);
      }
    });
  }
});

describe('pages', () => {
  it('have no block without a rule: run, written to a file, shown from a project that is run, or marked', () => {
    const loose = PAGES.flatMap((page) =>
      fencesIn(pageText(page))
        .filter((fence) => ruleOf(fence) === undefined)
        .map(({ language, code }) => `${page}: ${language} ${code.split('\n')[0]}`),
    );
    expect(loose).toEqual([]);
  });

  it('mark each block that is not run, and the list above says why', () => {
    const marked = PAGES.flatMap((page) =>
      fencesIn(pageText(page))
        .filter(({ rule }) => rule === 'not-run')
        .map(({ code }) => `${page}: ${code.split('\n')[0]}`),
    );
    expect(marked.sort()).toEqual(Object.keys(NOT_RUN).sort());
  });

  it('name each file that a reader writes or sees', () => {
    const nameless = PAGES.flatMap((page) => {
      const prose = proseOf(pageText(page));
      return fencesIn(pageText(page))
        .map(({ rule }) => /^(?:file|from)=(\S+)$/.exec(rule)?.[1])
        .filter((file) => file !== undefined && !prose.includes(basename(file)) && !file.startsWith('examples/ci/'))
        .map((file) => `${page}: ${file}`);
    });
    expect(nameless).toEqual([]);
  });

  it('run a command after each file that a reader writes', () => {
    const idle = PAGES.flatMap((page) => {
      const steps = stepsIn(pageText(page));
      return steps
        .filter((step, at) => step.kind === 'file' && !steps.slice(at).some((each) => each.kind === 'command'))
        .map((step) => [page, step]);
    });
    expect(idle).toEqual([]);
  });

  it('show files of projects as they are there', () => {
    const other = PAGES.flatMap((page) =>
      fencesIn(pageText(page))
        .filter(({ rule }) => rule.startsWith('from='))
        .filter(({ rule, code }) => !flat(readFileSync(join(ROOT, rule.slice(5)), 'utf8')).includes(flat(code)))
        .map(({ rule }) => `${page}: ${rule}`),
    );
    expect(other).toEqual([]);
  });

  it('link to files and headings that exist', () => {
    const more = [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'examples/README.md',
      'docs/decisions/README.md',
    ];
    const broken = [...PAGES, ...more].flatMap((page) =>
      linksIn(pageText(page))
        .filter((link) => !leadsSomewhere(page, link))
        .map((link) => `${page}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('are all reached from the first page', () => {
    const reached = new Set<string>();
    const walk = (page: string): void => {
      if (reached.has(page)) return;
      reached.add(page);
      for (const link of linksIn(pageText(page)).filter((each) => !each.startsWith('/'))) {
        const path = join(dirname(page), link.split('#')[0] ?? '');
        if (path.endsWith('.md') && path.startsWith('docs/')) walk(path);
      }
    };
    walk('docs/README.md');
    expect(PAGES.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
  });

  it('are short, and each begins with its title', () => {
    const long = PAGES.filter((page) => /^docs\/(start|guides|concepts|recipes|from)\//.test(page)).filter((page) => {
      const text = pageText(page);
      return !text.startsWith('# ') || text.split('\n').length > 130;
    });
    expect(long).toEqual([]);
    expect(pageText('README.md').split('\n').length).toBeLessThanOrEqual(150);
  });

  it('name scripts that exist', () => {
    const { scripts } = JSON.parse(pageText('package.json')) as { scripts: Record<string, string> };
    expect(pageText('README.md')).toContain('npm ci && npm start\n');
    expect(pageText('README.md')).toContain('npm ci && npm test\n');
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test', 'check', 'docs']));
  });

  it('describe every sample project', () => {
    const samples = readdirSync(join(ROOT, 'examples'), { withFileTypes: true }).filter((each) => each.isDirectory());
    const all = PAGES.map(pageText).join('\n');
    expect(samples.map(({ name }) => name).filter((name) => !all.includes(`examples/${name}`))).toEqual([]);
  });
});

/** What holds a block to the truth; `undefined` if nothing does. */
function ruleOf({ language, rule, code }: { language: string; rule: string; code: string }): string | undefined {
  if (language === 'console' && rule === '') return 'run';
  if (language === 'text' && rule === '' && !/^\$ /m.test(code)) return 'shown';
  return /^(file=\S+|from=\S+|not-run)$/.exec(rule)?.[0];
}

/** Lines without their indentation, so that an inner block can be shown by itself. */
const flat = (code: string): string =>
  code
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** A page without its blocks. */
const proseOf = (text: string): string => text.replaceAll(/^( *)(`{3,})[\s\S]*?^\1\2$/gm, '');

function linksIn(text: string): readonly string[] {
  return [
    ...proseOf(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
    .map(([, link = '']) => (link.startsWith(REPOSITORY) ? `/${link.slice(REPOSITORY.length)}` : link))
    .filter((link) => !/^https?:/.test(link));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? join(ROOT, from) : join(ROOT, path.startsWith('/') ? '' : dirname(from), path);
  if (!existsSync(file)) return false;
  if (heading === undefined) return true;
  const headings = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title));
  return headings.includes(heading);
}
