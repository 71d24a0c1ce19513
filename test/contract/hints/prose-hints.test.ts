import { describe, expect, test } from 'vitest';
import type { Hint } from '../../../src/contract/hints/hint.ts';
import { proseHints } from '../../../src/contract/hints/prose-hints.ts';

const values = (description: string, siblings: readonly string[] = []) =>
  proseHints(description, new Set(siblings)).flatMap((hint) => (hint.kind === 'values' ? [hint.values] : []));
const schema = (description: string) =>
  Object.assign({}, ...proseHints(description).flatMap((hint: Hint) => (hint.kind === 'schema' ? [hint.schema] : [])));

describe('A description says of its value', () => {
  test.each<readonly [string, readonly (readonly unknown[])[]]>([
    ['The page size. Defaults to `20`.', [['20', 20]]],
    ['Sort order, one of `asc`, `desc`.', [['asc', 'desc']]],
    ['Possible values are "open" and "closed".', [['open', 'closed']]],
    ['Name of the zone (e.g. “example.com.”)', [['example.com.']]],
    ['A label, for example `severity`', [['severity']]],
    ['MUST be added. Must be REPLACE or DELETE. With DELETE all are deleted.', [['REPLACE', 'DELETE']]],
    ['One of: GET, PUT, or PATCH', [['GET', 'PUT', 'PATCH']]],
    ['Type of disk (local, shared or remote-copy)', [['local', 'shared', 'remote-copy']]],
    ['Source (copy or migration)', [['copy', 'migration']]],
    ['Base64-url-safe-encoded data to store', [['c3RhbmRpbg==', 'dmFsdWU=']]],
    ['Filters as a JSON encoded value (a `map[string][]string`)', [['{}']]],
    ['JSON encoded filters. Possible values: `dangling` (`true` or `false`), such as `label`.', [['{}']]],
    ['A JSON array of steps, for example `resize`', [['[]']]],
  ])('which ones are taken: %s', (description, wanted) => {
    expect(values(description)).toEqual(wanted);
  });

  test.each<readonly [string, object]>([
    ['Up to 200 characters long.', { maxLength: 200 }],
    ['Between 3 and 64 characters', { minLength: 3, maxLength: 64 }],
    ['At least 8 characters.', { minLength: 8 }],
    ['A number between 1 and 100.', { minimum: 1, minItems: 1, maximum: 100, maxItems: 100 }],
    ['At most 50', { maximum: 50, maxItems: 50 }],
    ['A 3-letter code', { minLength: 3, maxLength: 3 }],
    ['It must start with `acct_`.', { pattern: '^acct_[a-z0-9]{4,10}$' }],
    ['It must start with `usr-`.', { pattern: '^usr-[a-z0-9]{4,10}$' }],
    ['It must end with a dot', { pattern: '^[a-z][a-z0-9]{4,10}\\.$' }],
    ['In the form `projects/{id}`', { pattern: '^projects/[a-z0-9]{4,8}$' }],
    ['The UUID of the owner', { format: 'uuid' }],
    ['MUST have a trailing dot', { pattern: '^[a-z][a-z0-9]{4,9}\\.example\\.com\\.$' }],
  ])('which form it has: %s', (description, wanted) => {
    expect(schema(description)).toMatchObject(wanted);
  });

  test('that each record wants another one', () => {
    expect(proseHints('The name must be unique within a team.')).toContainEqual({ kind: 'unique' });
  });
});

test.each([
  'The name of the pet.',
  'Up to you.',
  'A platform in the form `os[/arch[/variant]]`.',
  'The default is to do nothing.',
  'See the guide, for example when a zone is large.',
  'Must end before the year is over.',
  'Can be NULL.',
  'Delay of the link (ms)',
  'The certificate (for remote images or migration)',
])('nothing is read into words that say nothing of a value: %s', (description) => {
  expect(proseHints(description)).toEqual([]);
});

test('quoted names of other properties are not values', () => {
  expect(values('Can be combined, one of `from`, `to`', ['from', 'to'])).toEqual([]);
});
