import { describe, expect, test } from 'vitest';
import { createSchemaComparer, createSchemaSource, createSide } from '../../src/containment/index.ts';
import type { Json } from '../../src/core/index.ts';
import { KEYWORDS, KEYWORDS_BESIDE } from '../../src/evaluation/index.ts';
import { createGenerator } from '../../src/generation/index.ts';
import type { Api, Schema } from '../../src/spec/index.ts';
import { createValidator, type ValidatorOptions } from '../../src/validation/index.ts';
import { apiWithBody, jsonOf, onlyOperation, send } from '../validation/apis.ts';
import { KEYWORD_SAMPLES, type KeywordSample, WHOLE } from './keyword-samples.ts';

/** More values than a schema is interpreted for: after these it is compiled. */
const MANY = 110;
const SEEDS = 20;

const apiOf = (schema: Json): Api => apiWithBody(schema, { schemas: { Whole: WHOLE } });
const schemaOf = (api: Api): Schema => onlyOperation(api).body?.content[0]?.schema ?? true;
const typeOf = (value: Json): string => (Array.isArray(value) ? 'array' : typeof value);

test('every keyword of the evaluator has a sample, and every sample a keyword', () => {
  const keywords = [...Object.values(KEYWORDS).flatMap((table) => Object.keys(table)), ...KEYWORDS_BESIDE];
  expect(Object.keys(KEYWORD_SAMPLES).sort()).toEqual([...new Set(keywords)].sort());
});

describe.each(Object.entries(KEYWORD_SAMPLES))('no room forgets the keyword %s', (keyword, sample) => {
  const api = apiOf(sample.schema);

  test('spec: a schema keeps it, and complains of a value that it cannot have', () => {
    expect(JSON.stringify(schemaOf(api))).toContain(`"${keyword}":`);
    expect(api.diagnostics.filter(({ pointer }) => pointer?.includes('schema'))).toEqual([]);
    if (keyword === 'const') return; // It may have any value.
    const wrong = apiOf({ [keyword]: keyword === 'not' || keyword === 'if' ? 7 : null });
    schemaOf(wrong);
    expect(JSON.stringify(wrong.diagnostics)).toContain(keyword);
  });

  test.each<[string, Omit<ValidatorOptions, 'api'>]>([
    ['our own words', { explain: 'own' }],
    ['Prism is asked about every message', { fast: false }],
  ])('validation: it refuses what breaks it, interpreted and compiled, where %s', (_, options) => {
    const validator = createValidator({ api, ...options });
    for (const count of [1, MANY, 1]) expectVerdicts(sample, count);

    function expectVerdicts({ fits, breaks, reports = keyword }: KeywordSample, times: number): void {
      const isQuiet = options.fast !== false;
      for (let at = 1; at < times && isQuiet; at += 1) validator.accepts(schemaOf(api), fits, 'request');
      expect(send(validator, api, { body: jsonOf(fits) })).toEqual([]);
      const found = send(validator, api, { body: jsonOf(breaks) });
      expect(found.map((violation) => violation.keyword)).toContain(reports);
      expect(found.map(({ message }) => message).join()).not.toContain('breaks the rule');
    }
  });

  test('generation: values that fit it and values that break it can be drawn', () => {
    const wrong = apiOf({ allOf: [{ type: typeOf(sample.breaks) }], not: sample.schema });
    for (const drawn of [api, wrong]) {
      const validator = createValidator({ api: drawn, explain: 'own' });
      const generator = createGenerator({ api: drawn });
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const made = generator.value(schemaOf(drawn), { seed, at: keyword }, { direction: 'request' });
        expect(made, `seed ${seed}`).toMatchObject({ ok: true });
        if (made.ok) expect(validator.value(schemaOf(drawn), made.value, 'request'), `seed ${seed}`).toEqual([]);
      }
    }
  });

  test('containment: a schema that allows what breaks it is not taken to be contained in it', () => {
    if (/^(pattern)?Properties$/i.test(keyword)) return; // Names that only one side documents are not compared.
    const wider = apiOf({ type: typeOf(sample.breaks) });
    const [left, right] = [wider, api].map((each) => createSide(createSchemaSource(each), 'request'));
    if (left === undefined || right === undefined) throw new Error('two sides');
    expect(createSchemaComparer(left, right).gaps(schemaOf(wider), schemaOf(api))).not.toEqual([]);
  });
});
