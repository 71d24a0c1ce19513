import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { finish } from '../system/command.ts';

/** A folder with a document of this title under the given name. */
function folderWith(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-here-'));
  writeFileSync(
    join(folder, name),
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Ours', version: '1' }, paths: {} }),
  );
  return folder;
}

test.each(['openapi.yaml', 'swagger.json'])('inspect takes %s of this folder, and says so', async (name) => {
  const { out, err, status } = await finish(['inspect'], folderWith(name));
  expect([status, out]).toEqual([0, expect.stringContaining('Ours')]);
  expect(err).toContain(`The document is ${name}, in this folder.`);
});

test('with --petstore it takes the embedded one all the same', async () => {
  expect((await finish(['inspect', '--petstore'], folderWith('openapi.json'))).out).toContain('Petstore');
});

test('check --self takes the document of this folder as well', async () => {
  const { out, err, status } = await finish(['check', '--self'], folderWith('openapi.yaml'));
  expect([status, out]).toEqual([0, expect.stringContaining('Ours')]);
  expect(err).toContain('The document is openapi.yaml, in this folder.');
});

test.each(['mock', 'inspect'])('%s refuses two documents', async (command) => {
  const { status, err } = await finish([command, '--petstore', 'openapi.json'], folderWith('openapi.json'));
  expect([status, err]).toEqual([2, expect.stringContaining('Give only one of them')]);
});
