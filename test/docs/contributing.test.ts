import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
/** Everything in backticks, outside code blocks. */
const QUOTED = [...GUIDE.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, each = '']) => each);
/** What a recipe tells the reader to make. */
const MADE_BY_READER = new Set(['maxWords', 'src/report/reporters/tap.ts', 'method-range-refused.ts']);

function tracked(...patterns: readonly string[]): readonly string[] {
  return execFileSync('git', ['ls-files', '--', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');
}

test('every file and folder that the recipes name is there', () => {
  const names = new Set(tracked('src', 'test').map((file) => file.slice(file.lastIndexOf('/') + 1)));
  const isPath = (text: string): boolean => /^(?:src|test|docs|mocks|contracts|bench)\/[\w./-]*$/.test(text);
  const isFile = (text: string): boolean => /^[\w-]+\.tsx?$/.test(text);
  const missing = QUOTED.filter((each) => !MADE_BY_READER.has(each)).filter(
    (each) => (isPath(each) && !existsSync(join(ROOT, each))) || (isFile(each) && !names.has(each)),
  );
  expect(missing).toEqual([]);
});

test('every name of the code that the recipes mention is in the code', () => {
  const code = tracked('src/*.ts', 'test/*.ts', 'build.mjs', 'package.json', '*.config.ts')
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const isName = (text: string): boolean => /^[A-Za-z]\w+$/.test(text);
  expect(QUOTED.filter((each) => isName(each) && !MADE_BY_READER.has(each) && !words.has(each))).toEqual([]);
});

test('every test that the recipes quote is there', () => {
  const quoted = [...GUIDE.matchAll(/Without it:? ([^\n]*?)(?:\.\s|\.$)/gm)].flatMap(([, sentence = '']) =>
    [...sentence.matchAll(/"([^"]{20,})"/g)].map(([, name = '']) => name),
  );
  const tests = tracked('test/*.ts')
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  // The beginning of a name may come from its `describe`, or from a table.
  const isThere = (name: string): boolean => tests.includes(name.split(' ').slice(-5).join(' '));
  expect(quoted.length).toBeGreaterThan(5);
  expect(quoted.filter((name) => !isThere(name))).toEqual([]);
});
