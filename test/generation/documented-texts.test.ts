import { describe, expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import type { Schema } from '../../src/spec/index.ts';
import { tinyApi } from './tiny-api.ts';

/** Twenty records, as they are seeded after the first: without the examples themselves. */
function records(properties: Readonly<Record<string, Schema>>, more: object = {}): readonly Record<string, unknown>[] {
  const generator = createGenerator({ api: tinyApi() });
  return Array.from({ length: 20 }, (_, index) => {
    const schema: Schema = { type: 'object', properties, ...more };
    const made = generator.value(
      schema,
      { seed: 1, at: `crates/${index}` },
      { direction: 'response', examples: false },
    );
    if (!made.ok) throw new Error(made.reason);
    return made.value as Record<string, unknown>;
  });
}
const valuesOf = (name: string, schema: object): ReadonlySet<unknown> =>
  new Set(records({ [name]: { type: 'string', ...schema } }).map((record) => record[name]));

describe('texts without a format', () => {
  test('are the constant that a description names', () => {
    expect(valuesOf('kind', { description: 'Type of the resource. Always "crate#list".' })).toEqual(
      new Set(['crate#list']),
    );
  });

  test.each([
    'Where it came from. One of: shops, people, open_yards. A value of shops means a shop.',
    'The possible values are shops, people or open_yards',
    'Allowed values: shops | people | open_yards',
  ])('are words that the description announces: %s', (description) => {
    expect(valuesOf('source', { description })).toEqual(new Set(['shops', 'people', 'open_yards']));
  });

  test('are free where a description only mentions one of several', () => {
    const values = valuesOf('source', { description: 'One of the shops, or people who gave it away.' });
    expect([values.has('shops'), values.has('people')]).toEqual([false, false]);
  });

  test('are words that the description quotes, with the example among them', () => {
    expect(valuesOf('lid', { examples: ['shut'], description: "Either 'shut' or 'ajar'." })).toEqual(
      new Set(['shut', 'ajar']),
    );
    expect(valuesOf('status', { description: 'One of `packed`, `sent` and `lost`.' })).toEqual(
      new Set(['packed', 'sent', 'lost']),
    );
  });

  test('have the form of an example also where a pattern allows more', () => {
    const ids = valuesOf('id', { examples: ['app_1srOrx2ZWZ'], pattern: '^[a-zA-Z0-9_.]+$' });
    for (const id of ids) expect(id).toMatch(/^app_[A-Za-z0-9]{10}$/);
  });

  test.each(['response', 'request'])('may be called %s', (name) => {
    expect(valuesOf(name, { examples: ['packed-up-1x'] }).size).toBeGreaterThan(0);
  });

  test('have the form of a long number that is an example without quotes', () => {
    for (const value of valuesOf('nik', { minLength: 16, maxLength: 16, examples: [1234567890123456] }))
      expect(value).toMatch(/^\d{16}$/);
  });

  test('are the same where an example is a number without quotes', () => {
    for (const example of [7, 42, 250, 2500, 1234567])
      expect(valuesOf('shelf', { examples: [example] })).toEqual(valuesOf('shelf', { examples: [String(example)] }));
  });

  test('are amounts like an example that is one', () => {
    for (const value of valuesOf('interest', { examples: ['10.25'] })) expect(value).toMatch(/^\d\d\.\d\d$/);
    expect(valuesOf('interest', { examples: ['10.25'] }).size).toBeGreaterThan(5);
  });

  test('are the example where the name is that of an enumeration, and anything where it is not', () => {
    expect(valuesOf('status', { examples: ['packed'] })).toEqual(new Set(['packed']));
    expect(valuesOf('owner_login', { examples: ['octavia'] }).size).toBeGreaterThan(5);
  });

  test('are the example where that is a constant, a capitalised word or a media type', () => {
    for (const example of ['IN_REVIEW', 'Active', 'InReview', 'application/json'])
      expect(valuesOf('status', { examples: [example] })).toEqual(new Set([example]));
    expect(valuesOf('status', { examples: ['Ready for you'] })).not.toEqual(new Set(['Ready for you']));
  });

  test('have the form of the value in the example of their object, at any depth and in lists', () => {
    const inner = { type: 'object', properties: { code: { type: 'string' } } };
    const properties = { id: { type: 'string' }, owner: inner, lines: { type: 'array', minItems: 1, items: inner } };
    const shown = { id: 'crt_81hx', owner: { code: 'own-11a' }, lines: [{ code: 'line-22b' }] };
    for (const record of records(properties as never, { examples: [shown], required: ['id', 'owner', 'lines'] })) {
      expect(record['id']).toMatch(/^crt_\d\d[a-z]{2}$/);
      expect(record).toMatchObject({
        owner: { code: expect.stringMatching(/^own-\d\d[a-z]$/) },
        lines: expect.arrayContaining([{ code: expect.stringMatching(/^line-\d\d[a-z]$/) }]),
      });
    }
  });

  test('are bytes in hexadecimal where an example is, even if a part of it looks like a time', () => {
    const found = valuesOf('fingerprint', { examples: ['b7:2f:30:a0:2f:6c:58:6c:21:04:58:61:ba:06:3b:2f'] });
    expect([...found].every((each) => /^(?:[0-9a-f]{2}:){15}[0-9a-f]{2}$/.test(String(each)))).toBe(true);
    expect(found.size).toBeGreaterThan(5);
  });

  test('are the example where its notation is that of a constant, unless each record has its own', () => {
    expect(valuesOf('fault', { examples: ['action_failed'] })).toEqual(new Set(['action_failed']));
    expect(valuesOf('verb', { examples: ['POST'] })).toEqual(new Set(['POST']));
    expect(valuesOf('slug', { examples: ['my_crate'] }).size).toBeGreaterThan(5);
    expect(valuesOf('currency', { examples: ['EUR'] }).size).toBeGreaterThan(1);
  });

  test('are digits with the beginning of an example in digits, if the name says nothing else', () => {
    const found = valuesOf('msisdn', { examples: ['447700900000'] });
    expect([...found].every((each) => /^44\d{10}$/.test(String(each)))).toBe(true);
    expect(found.size).toBeGreaterThan(5);
  });

  test('are words of the example of their list', () => {
    const lists = records({
      features: { type: 'array', items: { type: 'string' }, examples: [['SMS', 'VOICE', 'MMS']] },
    });
    const found = lists.flatMap(({ features }) => features as readonly string[]);
    expect(new Set(found)).toEqual(new Set(['SMS', 'VOICE', 'MMS']));
    const keyed = records({ keys: { type: 'array', items: { type: 'string' }, examples: [['k1', 'k2']] } });
    expect(new Set(keyed.flatMap(({ keys }) => keys as readonly string[])).size).toBeGreaterThan(2);
  });

  test('stand in an object that may be null and whose properties have examples', () => {
    const address = (examples?: readonly string[]): Schema => ({
      type: ['object', 'null'],
      properties: { ip: { type: 'string', ...(examples === undefined ? {} : { examples }) } },
    });
    const nulls = (schema: Schema, name: string): number => {
      const several = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${name}_${index}`, schema]));
      return records(several)
        .flatMap((record) => Object.values(record))
        .filter((value) => value === null).length;
    };
    expect(nulls(address(['1.2.3.4']), 'ipv4')).toBe(0);
    expect(nulls(address(['1.2.3.4']), 'deleted')).toBeGreaterThan(0);
    expect(nulls(address(), 'ipv4')).toBeGreaterThan(0);
  });

  test('are dates in the form of an example that is one', () => {
    const forms: Readonly<Record<string, RegExp>> = {
      '2016-01-21': /^20\d\d-[01]\d-[0-3]\d$/,
      '2016-01-21T17:15:00Z': /^20\d\d-[01]\d-[0-3]\dT\d\d:\d\d:\d\dZ$/,
      '2016-01-21 17:15:00.123': /^20\d\d-[01]\d-[0-3]\d \d\d:\d\d:\d\d\.\d{3}$/,
      '2016-01-21T17:15+02:00': /^20\d\d-[01]\d-[0-3]\dT\d\d:\d\d\+02:00$/,
      '21/01/2016': /^[0-3]\d\/[01]\d\/20\d\d$/,
      '01/21/2016': /^[01]\d\/[0-3]\d\/20\d\d$/,
      '21.01.2016': /^[0-3]\d\.[01]\d\.20\d\d$/,
      '04/24': /^[01]\d\/\d\d$/,
      '17:15': /^[0-2]\d:[0-5]\d$/,
      'Thu, 21 Jan 2016 17:15:00 GMT': /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 20\d\d [\d:]{8} GMT$/,
    };
    for (const [example, form] of Object.entries(forms)) {
      const found = valuesOf('moment', { examples: [example] });
      for (const text of found) expect(text).toMatch(form);
      expect(found.size).toBeGreaterThan(5);
    }
    for (const text of valuesOf('version', { examples: ['10.2'] })) expect(text).not.toMatch(/^\d+\/\d+$/);
  });

  test('are days where the name ends with date', () => {
    for (const day of valuesOf('settled_date', {})) expect(day).toMatch(/^20\d\d-[01]\d-[0-3]\d$/);
  });

  test('have the prefix, the length and the alphabet of a coded example', () => {
    for (const code of valuesOf('code', { examples: ['box_4fT9aQ2z'] }))
      expect(code).toMatch(/^box_\d[a-z][A-Z]\d[a-z][A-Z]\d[a-z]$/);
    expect(valuesOf('code', { examples: ['box_4fT9aQ2z'] }).size).toBe(20);
  });

  test('are at the host and under the path of an example that is a URL', () => {
    const urls = valuesOf('self_link', { format: 'uri', examples: ['https://api.crates.test/v2/crates/4711?full=1'] });
    for (const url of urls) expect(url).toMatch(/^https:\/\/api\.crates\.test\/v2\/crates\/[1-9]\d{3}\?full=[1-9]$/);
  });

  test('are moments where the description says RFC 3339', () => {
    for (const time of valuesOf('packed', { description: 'When it was packed (RFC 3339).' }))
      expect(new Date(String(time)).toISOString().slice(0, 10)).toBe(String(time).slice(0, 10));
  });
});

describe('texts that are put together from others', () => {
  test('hold what stands beside them, as their example does', () => {
    const found = records({
      id: { type: 'integer', examples: [4711] },
      name: { type: 'string', examples: ['blue-crate'] },
      owner: { type: 'object', properties: { login: { type: 'string', examples: ['octavia'] } } },
      full_name: { type: 'string', examples: ['octavia/blue-crate'] },
      url: { type: 'string', examples: ['https://crates.test/octavia/blue-crate/4711'] },
    });
    for (const { id, name, owner, full_name, url } of found) {
      const { login } = owner as { login: string };
      expect(full_name).toBe(`${login}/${name}`);
      expect(url).toBe(`https://crates.test/${login}/${name}/${id}`);
    }
  });

  test('stay as they were sent', () => {
    const generator = createGenerator({ api: tinyApi() });
    const properties = {
      name: { type: 'string' as const, examples: ['blue'] },
      slug: { type: 'string' as const, examples: ['the-blue'] },
    };
    const known = { slug: 'mine' };
    const made = generator.value(
      { type: 'object', properties },
      { seed: 1, at: 'x' },
      { direction: 'response', known },
    );
    expect(made.ok && made.value).toMatchObject(known);
  });
});

test('the kind of objects is what `x-kubernetes-group-version-kind` says', () => {
  const text: Schema = { type: 'string' };
  const said = { 'x-kubernetes-group-version-kind': [{ group: 'store', version: 'v1', kind: 'Crate' }] };
  for (const { kind, apiVersion } of records({ kind: text, apiVersion: text }, said))
    expect({ kind, apiVersion }).toEqual({ kind: 'Crate', apiVersion: 'store/v1' });
});

test('an example that only looks like a UUID stands for UUIDs', () => {
  const values = [...valuesOf('id', { examples: ['fb1040c4-x7d4-2156-abcd-585vrq532ess'] })];
  expect(values.length).toBeGreaterThan(15);
  for (const value of values) expect(value).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
});

test('an instant lies in the future where its description says so', () => {
  const years = (description: string): readonly number[] =>
    [...valuesOf('at', { format: 'date-time', description })].map((text) => new Date(String(text)).getUTCFullYear());
  expect(Math.min(...years('Must lie in the future.'))).toBeGreaterThan(2028);
  expect(Math.min(...years('Must not be in the past.'))).toBeGreaterThan(2028);
  expect(Math.max(...years('Must not be in the future.'))).toBeLessThan(2028);
  expect(Math.max(...years('When it was made.'))).toBeLessThan(2028);
  for (const told of [
    'When it was made. This may be removed in the future.',
    'Dates in the future are refused.',
    'Reserved for use in the future.',
  ])
    expect(Math.max(...years(told))).toBeLessThan(2028);
});
