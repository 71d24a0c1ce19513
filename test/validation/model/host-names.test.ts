import { describe, expect, it } from 'vitest';
import { isHostName, isIdnHostName, isUnusualMailbox } from '../../../src/validation/model/host-names.ts';

describe('A host name', () => {
  it.each(['www.example.com', 'localhost', 'xn--4gbwdl.xn--wgbh1c', '1host', `${'a'.repeat(63)}.com`])(
    'may be %s',
    (text) => expect(isHostName(text)).toBe(true),
  );
  it.each([
    '',
    '-a',
    'a-',
    'a..b',
    'a.',
    'under_score',
    'ab--cd',
    'xn--X',
    'xn--a--b',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(126)}ab`,
    '実例.com',
  ])('is not %s', (text) => expect(isHostName(text)).toBe(false));
});

describe('A host name of any script', () => {
  it.each([
    '실례.테스트',
    'xn--ihqwcrb4cv8a8dqg056pqjye',
    'l·l',
    'α͵β',
    'א׳ב',
    '・ぁ',
    'क्‍ष',
    'بي‌بي',
    'ب٠ب',
    '例。com',
    'localhost',
  ])('may be %s', (text) => expect(isIdnHostName(text)).toBe(true));
  it.each([
    '〮한국',
    '-실례',
    '실례-',
    'XN--aa---o47jg78q',
    'ःhello',
    'a·l',
    'α͵S',
    'A׳ב',
    'def・abc',
    '٠۰',
    'क‍ष',
    '☃.com',
    'ー'.repeat(60),
    'l·',
  ])('is not %s', (text) => expect(isIdnHostName(text)).toBe(false));
});

describe('A mailbox', () => {
  it.each(['"joe bloggs"@example.com', '"joe@bloggs"@example.com', 'joe@[127.0.0.1]', 'joe@[IPv6:::1]'])(
    'may be %s',
    (text) => expect(isUnusualMailbox(text)).toBe(true),
  );
  it.each(['joe bloggs@example.com', '.a@example.com', 'a..b@example.com', 'joe@[127.0.0.300]', 'joe@', '@b.com'])(
    'is not %s',
    (text) => expect(isUnusualMailbox(text)).toBe(false),
  );
});
