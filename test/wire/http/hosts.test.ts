import { describe, expect, it } from 'vitest';
import { isLoopback } from '../../../src/wire/index.ts';

describe('a host of this machine', () => {
  it.each(['localhost', 'LOCALHOST', 'pets.localhost', '127.0.0.1', '127.9.8.7', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s is one',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    '127.evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'notlocalhost',
    '10.0.0.1',
    '::',
    '',
  ])('%s is none', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
