import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareDocuments, parseData } from '../../../src/library/index.ts';
import { inlined, modern, renamed, reordered, type Written, wrapped } from './clothes.ts';

const CORPUS = resolve(import.meta.dirname, '../../../../shared/corpus');
/** Larger documents are compared by hand, since each takes seconds. */
const MOST_BYTES = 500_000;

const DOCUMENTS = existsSync(CORPUS)
  ? readdirSync(CORPUS).filter(
      (name) => /\.(ya?ml|json)$/.test(name) && name !== 'index.json' && statSync(join(CORPUS, name)).size < MOST_BYTES,
    )
  : [];

const CLOTHES: readonly (readonly [string, (document: Written) => Written])[] = [
  ['itself', (document) => document],
  ['reordered', reordered],
  ['with other names of schemas', renamed],
  ['with references written out', inlined],
  ['with every property in an allOf', wrapped],
  ['in the words of 3.1', modern],
];

describe.skipIf(DOCUMENTS.length === 0)(
  'a document of the corpus and the same document (skipped without the corpus)',
  () => {
    it.each(DOCUMENTS.flatMap((name) => CLOTHES.map(([words, change]) => [name, words, change] as const)))(
      '%s, %s: nothing above a note',
      async (name, _, change) => {
        const document = parseData(name, readFileSync(join(CORPUS, name), 'utf8')).value as Written;
        for (const [base, revision] of [
          [document, change(document)],
          [change(document), document],
        ] as const) {
          const { findings } = await compareDocuments({ base, revision, now: '2026-12-01', anyway: true });
          const loud = findings.filter(({ severity }) => severity !== 'info');
          expect(loud.map(({ check, operation, message }) => `${check} ${operation ?? ''} ${message}`)).toEqual([]);
        }
      },
      60_000,
    );
  },
);
