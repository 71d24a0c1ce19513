import { expect, test } from 'vitest';
import { placeInJson } from '../../src/report/json-place.ts';

const TEXT = ' {"a/b": [1, {"c": "x\\"}"}], "d":{"e" : null},"f":"g"}';
const marked = (pointer: string, text = TEXT): string | undefined => {
  const place = placeInJson(text, pointer);
  return place === undefined ? undefined : text.slice(place.start, place.end);
};

test.each([
  ['', TEXT.trim()],
  ['/a~1b', '[1, {"c": "x\\"}"}]'],
  ['/a~1b/0', '1'],
  ['/a~1b/1/c', '"x\\"}"'],
  ['/d/e', 'null'],
  ['/f', '"g"'],
])('The place %s of a JSON text is found as it was received', (pointer, found) => {
  expect(marked(pointer)).toBe(found);
});

test('Of a place that is missing the beginning of what should hold it is marked', () => {
  expect(marked('/d/x')).toBe('{');
  expect(marked('/a~1b/7')).toBe('[');
  expect(marked('/f/x')).toBe('"');
  expect(placeInJson(TEXT, '/d/x')?.start).toBe(TEXT.indexOf('{"e"'));
});

test('A text that was cut, or is not JSON, gives a place within it', () => {
  for (let end = 0; end <= TEXT.length; end += 1)
    for (const pointer of ['', '/a~1b/1/c', '/d/e', '/f']) {
      const place = placeInJson(TEXT.slice(0, end), pointer);
      if (place !== undefined) expect(place.end, `${end} ${pointer}`).toBeLessThanOrEqual(end);
    }
  expect(marked('/a', '<html>')).toBe('<');
  expect(placeInJson('', '')).toBeUndefined();
});

test('A value that is too long to mark is marked at its beginning', () => {
  const text = JSON.stringify({ a: 'x'.repeat(1_000) });
  expect(marked('/a', text)).toBe('"');
});
