import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headerDuplicate } from '../../../src/contract/checks/header/header-duplicate.ts';
import { transportPlainHttpCredential } from '../../../src/contract/checks/transport/transport-plain-http-credential.ts';
import { CHECKS } from '../../../src/contract/index.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { mutants } from '../../targets/catalogue.ts';

/** The parts of an exchange that a check of one field reads. */
const seen = (parts: object): Exchange => parts as Exchange;

/** Tests that show checks at work; this file names those that no server of ours can show. */
const TESTS = new URL('../', import.meta.url);

test('every check has a faulty server or a test that names it, so that each is known to be able to speak (law)', () => {
  const found = new Set(mutants.flatMap(({ finds }) => finds));
  const text = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, TESTS), 'utf8'))
    .join('\n');
  const unnamed = CHECKS.map(({ id }) => id).filter((id) => !found.has(id) && !text.includes(`'${id}'`));
  expect(unnamed).toEqual([]);
});

test('a header field that has one value and comes twice is reported', () => {
  const twice = seen({
    response: {
      headers: [
        ['ETag', '"a"'],
        ['ETag', '"b"'],
      ],
    },
  });
  const once = seen({
    response: {
      headers: [
        ['ETag', '"a"'],
        ['Link', '<a>'],
        ['Link', '<b>'],
      ],
    },
  });
  expect(headerDuplicate.id).toBe('header.duplicate');
  expect(headerDuplicate.judge(twice).map(({ subject }) => subject)).toEqual(['etag']);
  expect(headerDuplicate.judge(once)).toEqual([]);
});

test('a credential that is sent to another machine in clear text is reported', () => {
  const request = { query: '', headers: [['Authorization', 'Bearer geheim-1']] };
  const to = (url: string, loopback: boolean, secrets: readonly string[]) =>
    transportPlainHttpCredential.judge(seen({ url, request, settings: { loopback, secrets } })).length;
  expect(transportPlainHttpCredential.id).toBe('transport.plain-http-credential');
  expect(to('http://shop.example/a', false, ['geheim-1'])).toBe(1);
  expect(to('https://shop.example/a', false, ['geheim-1'])).toBe(0);
  expect(to('http://127.0.0.1/a', true, ['geheim-1'])).toBe(0);
  expect(to('http://shop.example/a', false, [])).toBe(0);
});
