import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { useEvaluator } from '../../../src/validation/compile/evaluated-keywords.ts';
import { createCopyEvaluator } from '../../../src/validation/model/copy-evaluator.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';

const evaluator = createCopyEvaluator(new Map(), createPatternTests());

test('a keyword that Ajv does not have is judged by the evaluator, also deep in a compiled schema', () => {
  const ajv = new Ajv2020({ strict: false, messages: false })
    .removeKeyword('maxLength')
    .removeKeyword('dependentRequired');
  useEvaluator(ajv, () => evaluator);
  const fits = ajv.compile({
    properties: { name: { maxLength: 2 } },
    dependentRequired: { name: ['id'] },
  });
  expect(
    [{ name: 'ab', id: 1 }, { name: 'abc', id: 1 }, { name: 'ab' }, { name: 7, id: 1 }].map((value) => fits(value)),
  ).toEqual([true, false, false, true]);
});

test('keywords that Ajv compiles stay with Ajv', () => {
  const lent: string[] = [];
  const ajv = new Ajv2020({ strict: false, messages: false });
  useEvaluator(ajv, () => {
    lent.push('lent');
    return evaluator;
  });
  expect(ajv.validate({ oneOf: [{ type: 'string' }, { maxLength: 2 }], required: ['a'] }, 'abc')).toBe(true);
  expect(lent).toEqual([]);
  expect(ajv.validate({ unevaluatedItems: false }, [1])).toBe(false);
  expect(lent).toEqual(['lent']);
});
