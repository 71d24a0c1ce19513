import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { createValidator, type ValidationFault } from '../../../src/validation/index.ts';
import { createPatternBudget } from '../../../src/validation/model/pattern-budget.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';
import { answer, apiOf, apiWithAnswer, apiWithBody, brief, jsonOf, onlyOperation, send } from '../apis.ts';

/** Only a backtracking engine can read it, and each further letter doubles its time. */
const COSTLY = '^(?=(a+)+$)a+b$';
const evil = (index: number): string => `${'a'.repeat(40)}${index}`;
const many = Array.from({ length: 300 }, (_, index) => evil(index));
const tooLong = 'could not be matched against its pattern within the time for one message';

describe('patterns that only a backtracking engine can read have one budget for a message', () => {
  test('three hundred texts cost what one costs, and the message is refused', () => {
    const api = apiWithBody({ items: { type: 'string', pattern: COSTLY } });
    const undecided: ValidationFault[] = [];
    const validator = createValidator({ api, onFault: (fault) => undecided.push(fault) });
    const start = performance.now();
    const violations = send(validator, api, { body: jsonOf(many) });
    // One budget for each text would be half a minute.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(violations[0]).toMatchObject({ code: 'body.schema', pointer: '/body/0', keyword: 'pattern' });
    expect(violations[0]?.message).toContain(tooLong);
    expect(undecided).toContainEqual({ kind: 'pattern-undecided', pattern: COSTLY });
  });

  test('query values share it', () => {
    const api = apiOf({
      parameters: [{ name: 'q', in: 'query', schema: { type: 'array', items: { type: 'string', pattern: COSTLY } } }],
    });
    const query = many.map((text) => `q=${text}`).join('&');
    const [violation] = send(createValidator({ api }), api, { query });
    expect(violation).toMatchObject({ code: 'parameter.schema', pointer: '/query/q/0' });
  });

  test('the next message has all of it again, and one that matches is taken', () => {
    const api = apiWithBody({ items: { type: 'string', pattern: '^(?=[a-z])(?:x+y?)+$' } });
    const validator = createValidator({ api });
    const hopeless = `${'x'.repeat(60)}!`;
    expect(send(validator, api, { body: jsonOf([hopeless]) })).toHaveLength(1);
    expect(send(validator, api, { body: jsonOf(['xyxxy', 'x']) })).toEqual([]);
    expect(brief(send(validator, api, { body: jsonOf(['!']) }))).toEqual(['/body/0 pattern']);
  });

  test.each<[string, Json]>([
    ['not', { not: { pattern: COSTLY } }],
    ['a condition', { if: { pattern: COSTLY }, else: true }],
    ['another alternative', { oneOf: [{ pattern: COSTLY }, { minLength: 1 }] }],
  ])('what is undecided is not accepted, in %s either', (_, schema) => {
    const api = apiWithBody(schema);
    const validator = createValidator({ api });
    const body = jsonOf(evil(1));
    expect(send(validator, api, { body })).toMatchObject([{ code: 'body.schema', keyword: 'pattern' }]);
    const media = onlyOperation(api).body?.content[0]?.schema ?? true;
    expect(validator.accepts(media, evil(1), 'request')).toBe(false);
    expect(validator.value(media, evil(1), 'request')).toHaveLength(1);
  });

  test('names of properties that cannot be decided are not accepted', () => {
    const api = apiWithBody({ patternProperties: { [COSTLY]: { type: 'integer' } } });
    expect(send(createValidator({ api }), api, { body: jsonOf({ [evil(1)]: 'x' }) })).toHaveLength(1);
  });

  test('an answer that could not be judged is not said to break the document', () => {
    const api = apiWithAnswer({ items: { type: 'string', pattern: COSTLY } });
    const found = answer(createValidator({ api }), api, { body: jsonOf(many) });
    expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['response.undecided']));
  });
});

test('a budget is spent by the clock, and what was not decided is not tried again', () => {
  let time = 0;
  const budget = createPatternBudget(10, () => time);
  const takes = (milliseconds: number) => (): boolean => {
    time += milliseconds;
    return true;
  };
  expect(budget.spend('one', 'p', 100, takes(6))).toBe(true);
  expect(budget.spend('two', 'p', 100, takes(6))).toBe(true);
  expect(budget.spend('three', 'p', 100, takes(6))).toBeUndefined();
  budget.begin();
  const fails = (): boolean => {
    throw new Error('it took too long');
  };
  expect(budget.spend('four', 'p', 100, fails)).toBeUndefined();
  budget.begin();
  expect(budget.spend('four', 'p', 100, takes(1))).toBeUndefined();
  budget.begin();
  expect(budget.spend('five', 'p', 100, takes(1))).toBe(true);
});

test('a machine that stands still while a harmless text is matched does not use up the budget', () => {
  let time = 0;
  const budget = createPatternBudget(10, () => time);
  const stalls = (): boolean => {
    time += 1_000;
    return true;
  };
  expect(budget.spend('a', 'p', 0.1, stalls)).toBe(true);
  expect(budget.spend('b', 'p', 0.1, stalls)).toBe(true);
});

test('passwords are held to their usual pattern, however many a message has', () => {
  const patterns = createPatternTests();
  const matches = patterns.test('^(?=.*[A-Z])(?=.*[a-z])(?=.*\\d).{8,}$');
  patterns.begin();
  for (let index = 0; index < 5_000; index += 1) expect(matches(`Password-${index}`)).toBe(true);
  expect(patterns.gaveUp).toBe(false);
});
