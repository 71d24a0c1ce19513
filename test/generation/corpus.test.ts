import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { corpusIsThere, DOCUMENTS, loadDocument, schemasOf } from './corpus-values.ts';
import { ajv, asDoubles } from './tiny-api.ts';

/** Schemas that nothing fits, each looked at by a person: two branches of a `oneOf` that say the same. */
const UNSATISFIABLE = ['POST /potentially-undefined-formData application/json'];
/** Of a large document every n-th schema is drawn, and few of them are held against Ajv, whose compiling takes most of the time. */
const JUDGED = 6;

describe.skipIf(!corpusIsThere)(
  'every schema of every real document gets a value that fits (skipped without ../shared/corpus)',
  () => {
    test.each(DOCUMENTS)('%s', async (name) => {
      const api = await loadDocument(name);
      const generator = createGenerator({ api });
      const judge = ajv(false);
      const refused: string[] = [];
      const all = [...schemasOf(api)];
      const [every, judgedEvery] = [Math.ceil(all.length / 300), Math.ceil(all.length / JUDGED)];
      for (const [index, { at, schema, direction }] of all.entries()) {
        if (index % every !== 0) continue;
        const made = generator.value(schema, { seed: 1, at }, { direction });
        if (!made.ok) refused.push(at);
        else if (index % judgedEvery === 0) {
          const valid = judge.compile(asDoubles(api.bundle(schema, direction)) as object);
          expect(valid(asDoubles(made.value)), `${at} ${JSON.stringify(valid.errors?.slice(0, 2))}`).toBe(true);
        }
      }
      expect(refused.filter((at) => !UNSATISFIABLE.includes(at))).toEqual([]);
    });
  },
);
