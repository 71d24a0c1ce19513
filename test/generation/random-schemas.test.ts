import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../src/core/index.ts';
import { createGenerator } from '../../src/generation/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { createValidator } from '../../src/validation/index.ts';
import { documentOf, randomSchema } from './random-schema.ts';

/** Ajv as it comes, without anything of ours around it. */
const judge = (schema: Json): ((value: Json) => boolean) =>
  new Ajv2020({ strict: false, logger: false, validateSchema: false, multipleOfPrecision: 7 }).compile(Object(schema));

const FIRST = Number(process.env['RANDOM_SCHEMAS_FROM'] ?? 0);
const COUNT = Number(process.env['RANDOM_SCHEMAS'] ?? 60);

describe('a value is made of every schema that some value fits', () => {
  test.each([0, 1, 2, 3].map((part) => FIRST + (part * COUNT) / 4))('from %d on', (from) => {
    for (let seed = from; seed < from + COUNT / 4; seed++) {
      const { schema, value } = randomSchema(seed, (each, about) => judge(each)(about));
      if (!judge(schema)(value)) continue;
      const api = parseApi({ name: 'api.json', text: documentOf(schema) });
      const body = api.operations[0]?.body?.content[0]?.schema ?? false;
      const { accepts } = createValidator({ api });
      const made = createGenerator({ api, accepts }).value(body, { seed: 1, at: 'x' });
      expect([seed, accepts(body, value, 'request'), made]).toMatchObject([seed, true, { ok: true }]);
      if (made.ok) expect([seed, judge(schema)(made.value), made.value]).toEqual([seed, true, made.value]);
    }
  });
});
