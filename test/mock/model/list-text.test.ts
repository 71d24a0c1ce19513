import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/index.ts';
import { listText } from '../../../src/mock/model/list-text.ts';
import { stringifyJson } from '../../../src/wire/index.ts';

const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
const list = fc.array(value);

describe('the text of a list', () => {
  it('is the text of its value, the list itself or in a property of an envelope, the first time and again (law)', () => {
    fc.assert(
      fc.property(list, fc.string(), fc.dictionary(fc.string(), value), (items, name, others) => {
        const texts = new WeakMap<object, string>();
        for (const whole of [items, { ...others, [name]: items }, { ...others, [name]: { [name]: items } }])
          for (const _ of ['first', 'again']) expect(listText(texts, whole, items)).toBe(stringifyJson(whole));
      }),
    );
  });

  it('keeps every digit of an int64', () => {
    const items: Json[] = [{ id: 9007199254740993n }];
    expect(listText(new WeakMap(), { data: items }, items)).toBe('{"data":[{"id":9007199254740993}]}');
  });

  it('writes an entity once for as long as it lives', () => {
    const entity: Json = { id: 1 };
    const shown: Json[] = [entity, { id: 2 }];
    const kept = new WeakMap<object, string>([[entity, '"kept"']]);
    expect(listText(kept, shown, shown)).toBe('["kept",{"id":2}]');
  });
});
