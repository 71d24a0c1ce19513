import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { faultsOf } from './bounded.ts';
import { mutatedDocument } from './mutated-document.ts';
import { randomDocument } from './random-document.ts';

const FIRST = Number(process.env['MUTATED_FROM'] ?? 0);
const COUNT = Number(process.env['MUTATED'] ?? 20);

const read = (file: string): object => parse(readFileSync(resolve(import.meta.dirname, file), 'utf8')) as object;

/** Small ones of every version. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  petstore: read('../../spec/petstore.openapi.yaml'),
  'everything 2.0': read('documents/everything-20.yaml'),
  'everything 3.2': read('documents/everything-32.yaml'),
  'random 3.0': randomDocument(33),
  'random 3.1': randomDocument(18),
};

describe('a document of any structure is served or refused with a word (law)', () => {
  test.each(Object.entries(DOCUMENTS))('%s', { timeout: 600_000 }, async (name, document) => {
    const asked = Array.from({ length: COUNT }, (_, index) => {
      const mutated = mutatedDocument(document, FIRST + index);
      const paths = Object.keys((mutated['paths'] ?? {}) as object).filter((path) => path.startsWith('/'));
      return { name: `${name} ${FIRST + index}`, document: mutated, paths: paths.slice(0, 2), isJudged: true };
    });
    expect(await faultsOf(asked)).toEqual([]);
  });
});
