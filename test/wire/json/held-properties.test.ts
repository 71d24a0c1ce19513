import { expect, it } from 'vitest';
import { asHeldProperties, withHeldProperties } from '../../../src/wire/index.ts';

const ITEM = { id: '7', type: 'posters', attributes: { title: 'Fair', type: 'large' }, links: {} };

it('the properties in an object of an item are among its own, but for those with a name of its own', () => {
  expect(withHeldProperties(ITEM, 'attributes')).toEqual({ id: '7', type: 'posters', title: 'Fair', links: {} });
  expect(withHeldProperties(ITEM, 'fields')).toBe(ITEM);
  expect(withHeldProperties(ITEM, undefined)).toBe(ITEM);
});

it('they go back to where they were, changed, new and without those that are gone', () => {
  const { title: _, ...left } = withHeldProperties(ITEM, 'attributes');
  expect(asHeldProperties({ ...left, status: 'printed', links: { self: '/7' } }, ITEM, 'attributes')).toEqual({
    ...ITEM,
    attributes: { type: 'large', status: 'printed' },
    links: { self: '/7' },
  });
  expect(asHeldProperties(withHeldProperties(ITEM, 'attributes'), ITEM, 'attributes')).toEqual(ITEM);
});
