import { describe, expect, test } from 'vitest';
import { fillPlaces } from '../../../src/contract/hints/fill-places.ts';
import { hintedValue, LEFT_OUT, type PlaceHints } from '../../../src/contract/hints/hinted-value.ts';
import { hintIn } from '../../../src/contract/hints/refusal-hints.ts';
import type { HttpRequest, Json } from '../../../src/core/index.ts';
import { fromYaml } from '../harness.ts';

const { api, generator, validator } = fromYaml(`openapi: 3.1.0
info: { title: Keys, version: '1' }
paths:
  /keys:
    post: { operationId: createKey, responses: { '201': { description: made } } }
`);

const hints = (rest: Partial<PlaceHints> = {}, at: Partial<PlaceHints['at']> = {}): PlaceHints => ({
  at: { place: '/body/kind', name: 'kind', schema: { type: 'string' }, required: false, description: '', ...at },
  fromRefusals: [],
  prose: [],
  isKey: false,
  isOwnId: false,
  refused: 0,
  ...rest,
});

const chosen = (place: PlaceHints, current?: Json): Json | typeof LEFT_OUT | undefined =>
  hintedValue(place, current, { seed: 1, at: 'a' }, { generator, validator, salt: '', shown: () => [] });

describe('A value that was refused', () => {
  test('is followed by algorithms of other kinds, in their order', () => {
    const algorithm = hintIn({ text: 'Unknown algorithm: sha512' });
    expect(chosen(hints({ fromRefusals: [algorithm] }), 'sha512')).toBe('hmac-sha256');
    expect(chosen(hints({ fromRefusals: [algorithm], refused: 1 }), 'sha512')).toBe('HS256');
    expect(hintIn({ text: 'the algorithm is not supported' })).toEqual(algorithm);
    expect(hintIn({ text: 'the algorithm is missing' })).toEqual({ kind: 'needed' });
  });

  test('is left out after two refusals, unless the service needs it', () => {
    expect(chosen(hints({ refused: 1 }), 'x')).not.toBe(LEFT_OUT);
    expect(chosen(hints({ refused: 2 }), 'x')).toBe(LEFT_OUT);
    expect(chosen(hints({ refused: 2 }, { required: true }), 'x')).not.toBe(LEFT_OUT);
    expect(chosen(hints({ refused: 2, fromRefusals: [{ kind: 'needed' }] }), 'x')).not.toBe(LEFT_OUT);
  });
});

test('A value that is asked for is the first of those that the document lists', () => {
  const listed = { schema: { enum: ['ksk', 'zsk', 'csk'] }, listed: ['ksk', 'zsk', 'csk'] };
  expect(chosen(hints({ fromRefusals: [{ kind: 'needed' }] }, listed))).toBe('ksk');
});

test('An object that is asked for has the parts that its schema requires, or all of them if it requires none', () => {
  const properties = { environment: { type: 'string' }, deadline: { type: 'string' } } as const;
  const job = (rest: object) => ({ schema: { type: 'object', properties, ...rest } as const });
  const asked: Partial<PlaceHints> = { fromRefusals: [{ kind: 'needed' }] };
  const names = (value: unknown): readonly string[] => Object.keys(value as object);
  expect(names(chosen(hints(asked, job({ required: ['environment'] }))))).toEqual(['environment']);
  expect(names(chosen(hints(asked, job({}))))).toEqual(['environment', 'deadline']);
  expect(names(chosen(hints({ ...asked, refused: 1 }, job({ required: ['environment'] }))))).toHaveLength(2);
});

test('A number that is asked for where the document has text is a number in this text', () => {
  const asked = hintIn({ text: 'validUntil is not a number' });
  expect(chosen(hints({ fromRefusals: [asked, { kind: 'needed' }] }))).toMatch(/^[1-9][0-9]*$/);
  expect(hintIn({ text: 'expected an integer, not a number' })).not.toEqual(asked);
});

test('What stands in a value that is drawn anew is filled after it', () => {
  const [operation] = api.operations;
  if (operation === undefined) throw new Error('no operation');
  const body = { kind: 'parsed', mediaType: 'application/json', value: {}, text: '{}' } as const;
  const request: HttpRequest = { method: 'POST', path: '/keys', query: '', headers: [], body };
  const inner = hints({}, { place: '/body/owner/name' });
  const outer = hints({}, { place: '/body/owner' });
  const filled = fillPlaces(operation, request, [inner, outer], ({ at }) =>
    at.place === '/body/owner' ? { name: 'drawn' } : 'hinted',
  );
  expect(filled.body).toMatchObject({ value: { owner: { name: 'hinted' } } });
});

test('the length that is asked for is that of the bytes, where the value is their base64', () => {
  const long = hintIn({ text: 'definition must be at least 10 bytes' });
  const value = chosen(hints({ fromRefusals: [long] }, { schema: { type: 'string', format: 'byte' } }), 'AAAAAAAAAA==');
  expect(Buffer.from(String(value), 'base64').length).toBeGreaterThanOrEqual(10);
});
