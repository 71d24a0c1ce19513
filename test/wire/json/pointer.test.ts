import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatPointer,
  jsonEquals,
  parsePointer,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../../src/wire/index.ts';
import { json, name } from '../values.ts';

describe('JSON Pointer', () => {
  it('comes back as the tokens it was made of', () => {
    fc.assert(
      fc.property(fc.array(name()), (tokens) => {
        expect(parsePointer(formatPointer(tokens))).toEqual(tokens);
      }),
    );
  });

  it.each([
    ['', ['']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/m~0n', 8],
    ['/c%d', 2],
    ['/k"l', 6],
  ])('finds %j in the example of RFC 6901 §5', (pointer, expected) => {
    const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'k"l': 6, 'm~n': 8 };
    expect(valueAt(document, pointer)).toEqual(pointer === '' ? document : expected);
  });

  it.each([
    '/constructor',
    '/__proto__',
    '/foo/length',
    '/foo/-',
    '/foo/00',
    '/foo/2',
    '/foo/bar',
    'foo',
    '/m~2',
    '/m~',
  ])('finds nothing at %j', (pointer) => {
    expect(valueAt({ foo: ['bar', 'baz'], 'm~': 1, 'm~2': 1 }, pointer)).toBeUndefined();
  });

  it('sets a value in a copy and finds it there', () => {
    fc.assert(
      fc.property(json(), fc.array(name(), { minLength: 1, maxLength: 3 }), json(), (value, tokens, replacement) => {
        const document = { root: value };
        const before = structuredClone(document);
        const pointer = formatPointer(['fresh', ...tokens]);
        const changed = withValueAt(document, pointer, replacement);
        expect(jsonEquals(valueAt(changed, pointer) ?? null, replacement)).toBe(true);
        expect(jsonEquals(document, before)).toBe(true);
        expect(valueAt(withoutValueAt(changed, pointer), pointer)).toBeUndefined();
      }),
    );
  });

  it('shares what it does not change', () => {
    const document = { kept: { a: 1 }, changed: { b: 1 } };
    expect((withValueAt(document, '/changed/b', 2) as typeof document).kept).toBe(document.kept);
  });

  it('replaces, appends and removes elements of arrays', () => {
    expect(withValueAt({ a: [1, 2] }, '/a/0', 9)).toEqual({ a: [9, 2] });
    expect(withValueAt({ a: [1, 2] }, '/a/-', 9)).toEqual({ a: [1, 2, 9] });
    expect(withValueAt({ a: [1, 2] }, '/a/2', 9)).toEqual({ a: [1, 2, 9] });
    expect(withoutValueAt({ a: [1, 2] }, '/a/0')).toEqual({ a: [2] });
  });

  it('leaves a value alone where it cannot follow the pointer', () => {
    expect(withValueAt({ a: [1] }, '/a/5', 9)).toEqual({ a: [1] });
    expect(withValueAt({ a: 1 }, '/a/b', 9)).toEqual({ a: 1 });
    expect(withoutValueAt({ a: 1 }, '/b')).toEqual({ a: 1 });
  });
});
