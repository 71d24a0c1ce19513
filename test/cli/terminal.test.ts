import { expect, test } from 'vitest';
import { isColoured } from '../../src/cli/terminal.ts';
import { finish } from '../system/command.ts';

test.each<[env: NodeJS.ProcessEnv, atTerminal: boolean, elsewhere: boolean]>([
  [{}, true, false],
  [{ TERM: 'dumb' }, false, false],
  [{ FORCE_COLOR: '0' }, false, false],
  [{ FORCE_COLOR: 'false' }, false, false],
  [{ FORCE_COLOR: '' }, true, false],
  [{ FORCE_COLOR: '1' }, true, true],
  [{ FORCE_COLOR: '2' }, true, true],
  [{ FORCE_COLOR: '3', TERM: 'dumb' }, true, true],
  [{ FORCE_COLOR: 'true' }, true, true],
  [{ NO_COLOR: '1' }, false, false],
  [{ NO_COLOR: '0' }, false, false],
  [{ NO_COLOR: '' }, true, false],
  [{ NO_COLOR: '1', FORCE_COLOR: '1' }, false, false],
])('%j prints in colours at a terminal: %s, into a file: %s', (env, atTerminal, elsewhere) => {
  expect([isColoured(env, true), isColoured(env, false)]).toEqual([atTerminal, elsewhere]);
});

test.each([
  ['0', false],
  ['1', true],
])('a command obeys FORCE_COLOR=%s, and so does its report', async (forced, coloured) => {
  const env = { NO_COLOR: '', FORCE_COLOR: forced };
  const { out, err } = await finish(['check', '--self', '--phase', 'examples'], undefined, env);
  expect(out.length).toBeGreaterThan(100);
  expect((out + err).includes('\u001b[')).toBe(coloured);
});
