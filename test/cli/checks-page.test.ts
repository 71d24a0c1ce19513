import { expect, it } from 'vitest';
import { CHECK_EXAMPLES } from '../../src/cli/check-examples.ts';
import { CHECKS } from '../../src/library/index.ts';
import { finish } from '../system/command.ts';

it('standin checks fits 80 columns, and lists every check with its question', async () => {
  const { out } = await finish(['checks']);
  expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
  const words = out.replace(/\s+/g, ' ');
  for (const { id, question } of CHECKS) expect(words).toContain(`${id} ${question}`);
});

it('lists one area, and explains one check: question, guard, example, how to set it', async () => {
  const area = (await finish(['checks', 'auth'])).out;
  expect(area).toContain('auth.invalid-accepted');
  expect(area).not.toContain('schema.type');
  const page = (await finish(['checks', 'schema.int64-precision'])).out;
  for (const part of [
    'Question\n',
    'Example of a finding\n',
    '--check schema.int64-precision=',
    'schema.int64-precision: off',
  ])
    expect(page).toContain(part);
  expect(page.split('\n').filter((line) => line.length > 80)).toEqual([]);
});

it('names the nearest check or area', async () => {
  expect((await finish(['checks', 'schema.typo'])).err).toContain('Did you mean `schema.type`?');
  expect((await finish(['checks', 'shema'])).err).toContain('Did you mean `schema`?');
});

it('has examples of checks that exist only', () => {
  const ids = new Set(CHECKS.map(({ id }) => id));
  expect(Object.keys(CHECK_EXAMPLES).filter((id) => !ids.has(id))).toEqual([]);
});
