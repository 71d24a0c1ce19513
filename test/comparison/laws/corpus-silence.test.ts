import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/index.ts';
import { compareDocuments, parseData } from '../../../src/library/index.ts';
import { formatYaml } from '../../../src/wire/index.ts';
import {
  flattened,
  inlined,
  modern,
  older,
  renamed,
  reordered,
  spelledOut,
  split,
  type Written,
  wrapped,
} from './clothes.ts';

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
  ['in the words of 3.0', older],
  ['with every allOf of objects as one object', flattened],
  ['with keywords that say what holds anyhow', spelledOut],
];

/** Findings above a note, as text. */
async function loud(base: string | object, revision: string | object): Promise<readonly string[]> {
  const { findings } = await compareDocuments({ base, revision, now: '2026-12-01', anyway: true });
  return findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ check, operation, message }) => `${check} ${operation ?? ''} ${message}`);
}

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
          expect(await loud(base, revision)).toEqual([]);
        }
      },
      60_000,
    );

    it.each(DOCUMENTS)(
      '%s, in two files of YAML: nothing above a note',
      async (name) => {
        const document = parseData(name, readFileSync(join(CORPUS, name), 'utf8')).value as Written;
        const files = split(document, 'schemas.yaml');
        if (files === undefined) return;
        const folder = mkdtempSync(join(tmpdir(), 'standin-split-'));
        try {
          const first = join(folder, 'openapi.yaml');
          writeFileSync(first, formatYaml(files[0] as JsonObject));
          writeFileSync(join(folder, 'schemas.yaml'), formatYaml(files[1] as JsonObject));
          expect(await loud(document, first)).toEqual([]);
          expect(await loud(first, document)).toEqual([]);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
      60_000,
    );
  },
);
