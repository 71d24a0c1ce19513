import pc from 'picocolors';
import { expect, test } from 'vitest';
import { exchangeText } from '../../src/cli/exchange-text.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { ExchangeNote } from '../../src/library/index.ts';
import { start, urlIn } from '../system/command.ts';

const plain: Terminal = {
  out: () => undefined,
  err: () => undefined,
  colours: pc.createColors(false),
  interactive: false,
  safe: (text) => text.replaceAll('\u001b', '\\x1b'),
};
const note: ExchangeNote = {
  sequence: 1,
  at: new Date(2026, 10, 22, 9, 5, 7).getTime(),
  method: 'GET',
  path: '/pets',
  query: '',
  status: 200,
  origin: 'resource',
  world: 'default',
  duration: 0.6,
  violations: [],
};

test('A request is one line: when, what was asked, the status and where the answer came from', () => {
  expect(exchangeText(note, plain)).toBe('  09:05:07  GET    /pets  200  resource · 1 ms\n');
  expect(exchangeText({ ...note, query: 'limit=2', world: 'test-1' }, plain)).toBe(
    '  09:05:07  GET    /pets?limit=2  200  resource · world test-1 · 1 ms\n',
  );
});

test('What was wrong with a request stands below it, at most three of it, and nothing a terminal obeys', () => {
  const violations = ['one', 'two\u001b[2J', 'three', 'four', 'five'].map((message) => ({
    code: 'body.schema' as const,
    pointer: '/body',
    message,
  }));
  const [, ...below] = exchangeText({ ...note, status: 422, violations }, plain)
    .trimEnd()
    .split('\n');
  expect(below.map((line) => line.trim())).toEqual(['one', 'two\\x1b[2J', 'three', '… and 2 more']);
});

test('The status has the colour of its class', () => {
  const colours = pc.createColors(true);
  for (const [status, painted] of [
    [201, colours.green('201')],
    [304, colours.cyan('304')],
    [404, colours.yellow('404')],
    [500, colours.red('500')],
  ] as const)
    expect(exchangeText({ ...note, status }, { ...plain, colours })).toContain(painted);
});

test('a refusal says why, also one that breaks no rule of the document, and the query is as it came', async () => {
  const running = start(['mock', '--petstore', '--port', '0', '--log']);
  const url = urlIn(await running.until(/Stop: +Ctrl-C/));
  await fetch(`${url}/users`);
  await fetch(`${url}/pets`, { method: 'PATCH' });
  await fetch(`${url}/pets/999999`);
  await fetch(`${url}/pets?__code=599`);
  const { out } = await running.until(/__code=599.*\n.+\n/).then(() => running.stop());
  const after = (start: string): string =>
    out.split('\n')[out.split('\n').findIndex((line) => line.includes(start)) + 1] ?? '';
  expect(after('GET    /users')).toMatch(/^ {12}\S.*users/);
  expect(after('PATCH  /pets')).toMatch(/^ {12}\S.*(GET|POST)/);
  expect(after('GET    /pets/999999')).toMatch(/^ {12}\S.*999999/);
  expect(after('GET    /pets?__code=599')).toMatch(/^ {12}\S.*599/);
});
