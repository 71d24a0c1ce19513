import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

const member = object(
  {
    id: text,
    name: text,
    created_at: { ...text, format: 'int64', description: 'When it was made, as a Unix timestamp.' },
    updated_at: { ...text, example: '1607452572' },
    registration: { ...number, description: 'Registration date in Unix timestamp.' },
    invited: { type: 'boolean', description: 'Whether the member was invited.' },
    changed_on: { ...text, format: 'dateTime' },
  },
  ['id', 'name', 'created_at', 'updated_at', 'registration', 'changed_on'],
);
const ask = await asking(
  api(
    {
      '/members': {
        get: answer(array(ref('Member'))),
        post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Member'), '201') },
      },
    },
    { Member: member },
  ),
);
const isNow = (seconds: unknown): boolean => Math.abs(Number(seconds) - Date.now() / 1000) < 60;

test('a time in digits is now in seconds, also in a text', async () => {
  const { created_at, updated_at, registration } = (await ask('POST', '/members', { name: 'A' })).body;
  expect([created_at, updated_at].map((each) => typeof each)).toEqual(['string', 'string']);
  expect([created_at, updated_at, registration].map(isNow)).toEqual([true, true, true]);
});

test('a time whose format has another spelling is a time from the start', async () => {
  const members = (await ask('GET', '/members')).body;
  for (const { changed_on } of members) expect(Number.isNaN(Date.parse(changed_on))).toBe(false);
});
