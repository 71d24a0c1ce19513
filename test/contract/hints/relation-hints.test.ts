import { describe, expect, test } from 'vitest';
import type { HintPlace } from '../../../src/contract/hints/hint-places.ts';
import { excludedIn, inOrder, oneOfSeveral, orderIn } from '../../../src/contract/hints/relation-hints.ts';

const place = (name: string, required = false): HintPlace => ({
  place: `/body/${name}`,
  name,
  required,
  schema: {},
  description: '',
});
const PLACES = [place('opensAt', true), place('closesAt', true), place('mail'), place('phone'), place('id')];

describe('A refusal says of two places', () => {
  test.each([
    ['opensAt must be before closesAt', '/opensAt', '/closesAt'],
    ['"closesAt" must be after "opensAt"', '/opensAt', '/closesAt'],
    ['closesAt must not be earlier than opensAt', '/opensAt', '/closesAt'],
    ['closesAt: has to be greater than the value of opensAt', '/opensAt', '/closesAt'],
  ])('which is the lesser: %s', (text, lesser, greater) => {
    expect(orderIn(text, PLACES)).toEqual({ lesser, greater });
  });

  test.each([
    'mail and phone are mutually exclusive',
    'give mail or phone, not both',
    'phone cannot be combined with mail',
  ])('that one excludes the other: %s', (text) => {
    expect(['mail', 'phone']).toContain(excludedIn(text, PLACES)?.name);
  });

  test.each([
    ['"value" must contain at least one of [query, mail]', 'mail'],
    ['at least one of phone, mail is required', 'phone'],
    ['exactly one of `phone` or `mail` must be set', 'phone'],
  ])('that one of them must be there: %s', (text, name) => {
    expect(oneOfSeveral(text, PLACES)?.name).toBe(name);
  });

  test('nothing, where it names one, or no relation', () => {
    expect(oneOfSeveral('kind must be one of mail, phone', PLACES)).toBeUndefined();
    expect(oneOfSeveral('at least one of the values is wrong', PLACES)).toBeUndefined();
    expect(orderIn('opensAt must be before noon', PLACES)).toBeUndefined();
    expect(orderIn('opensAt and closesAt are required', PLACES)).toBeUndefined();
    expect(excludedIn('only one of them', PLACES)).toBeUndefined();
    expect(excludedIn('opensAt and closesAt are mutually exclusive', PLACES)).toBeUndefined();
  });
});

test('values in the wrong order are exchanged, numbers and moments alone', () => {
  const orders = [{ lesser: '/a', greater: '/b' }];
  expect(inOrder({ a: 3, b: 1 }, orders)).toEqual({ a: 1, b: 3 });
  expect(inOrder({ a: '2027-01-02T00:00:00Z', b: '2026-01-02' }, orders)).toEqual({
    a: '2026-01-02',
    b: '2027-01-02T00:00:00Z',
  });
  for (const kept of [{ a: 1, b: 3 }, { a: 'z', b: 'a' }, { a: 1 }, [1]]) expect(inOrder(kept, orders)).toEqual(kept);
});
