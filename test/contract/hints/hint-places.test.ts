import { expect, test } from 'vitest';
import { type HintPlace, namedPlaces } from '../../../src/contract/hints/hint-places.ts';
import type { HttpRequest } from '../../../src/core/index.ts';

const REQUEST: HttpRequest = { method: 'POST', path: '/zones', query: '', headers: [], body: { kind: 'none' } };
const places = ['name', 'listen_address', 'type'].map(
  (name): HintPlace => ({ place: `/body/${name}`, name, schema: true, required: false, description: '' }),
);
const named = (text: string) => namedPlaces({ text }, places, REQUEST).map(({ name }) => name);

test.each<readonly [string, readonly string[]]>([
  ['name is required', ['name']],
  ['Name is required', ['name']],
  ['No listen address provided', ['listen_address']],
  ['listen_address is wrong', ['listen_address']],
  ['Renaming is refused', []],
  ['NAMES are required', []],
])(
  'a refusal names a place by its name, as the first word of a sentence or in words of its own: %s',
  (text, wanted) => {
    expect(named(text)).toEqual(wanted);
  },
);
