import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { expect, it } from 'vitest';

it('keeps the temporary files of a run in one folder, which is removed at its end', () => {
  expect(basename(tmpdir())).toMatch(/^standin-tests-\d+-/);
});
