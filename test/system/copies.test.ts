import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { mocksOfCopy, packageFacts } from '../../src/library/index.ts';
import { folder } from './folder.ts';

const PETSTORE = resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml');

test('a copy of the embedded document has the embedded mocks, as long as nothing else is said and it stays as it is', async () => {
  const cwd = await folder({ 'copy.yaml': readFileSync(PETSTORE, 'utf8'), 'other.yaml': 'openapi: 3.1.0' });
  expect(mocksOfCopy({ document: 'copy.yaml', cwd })).toEqual({ mocks: packageFacts().mocks });
  expect(mocksOfCopy({ document: 'copy.yaml', cwd, watch: true })).toEqual({});
  expect(mocksOfCopy({ document: 'copy.yaml', cwd, mocks: './mine.ts' })).toEqual({});
  expect(mocksOfCopy({ document: 'other.yaml', cwd })).toEqual({});
  expect(mocksOfCopy({ document: 'gone.yaml', cwd })).toEqual({});
  expect(mocksOfCopy({})).toEqual({});
});
