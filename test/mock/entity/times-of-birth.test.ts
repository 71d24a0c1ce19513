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

const call = object(
  {
    callId: text,
    to: text,
    enqueuedTime: { ...text, format: 'date-time' },
    endTime: { type: ['string', 'null'], format: 'date-time' },
    disconnectCause: { type: ['string', 'null'] },
    expirationTimestamp: { ...text, format: 'date-time' },
    num_media: { type: ['string', 'null'], description: 'The number of media files.' },
    max_size: { type: ['integer', 'null'] },
    muted: { type: ['boolean', 'null'] },
    method: { type: ['string', 'null'] },
  },
  ['callId', 'to', 'enqueuedTime', 'expirationTimestamp'],
);
const askCalls = await asking(
  api(
    {
      '/calls': {
        get: answer(array(ref('Call'))),
        post: {
          ...sending(
            object(
              {
                To: text,
                MaxSize: { ...number, description: 'Room for callers. The default is 1,000. The maximum is 5000.' },
                Muted: { type: 'boolean' },
                Method: { ...text, description: 'Can be `GET` or `POST` and the default is `POST`.' },
              },
              ['To'],
            ),
          ),
          ...answer(ref('Call'), '201'),
        },
      },
    },
    { Call: call },
  ),
);

test('a new record is queued now and expires later; it has not ended, and nothing has ended it', async () => {
  const { body } = await askCalls('POST', '/calls', { To: '+1' });
  expect(Math.abs(Date.parse(body.enqueuedTime) - Date.now())).toBeLessThan(60_000);
  expect(Date.parse(body.expirationTimestamp)).toBeGreaterThan(Date.now());
  expect(body.endTime ?? null).toBeNull();
  expect(body.disconnectCause ?? null).toBeNull();
  expect(body.num_media).toBe('0');
});

test('what a request leaves out is the default that its description tells, and a flag is off', async () => {
  expect((await askCalls('POST', '/calls', { To: '+1' })).body).toMatchObject({
    max_size: 1000,
    method: 'POST',
    muted: false,
  });
  expect((await askCalls('POST', '/calls', { To: '+1', MaxSize: 7, Muted: true })).body).toMatchObject({
    max_size: 7,
    muted: true,
  });
});

test('what is counted is not a time, and what occurred has just occurred', async () => {
  const Leave = object({
    id: text,
    days_requested: { ...number, example: 3 },
    occurredAt: { ...text, example: '2024-12-22T23:53:21.107' },
  });
  const document = api({
    '/leaves': { get: answer(array(Leave)), post: { ...sending(object({ id: text })), ...answer(Leave) } },
  });
  const { days_requested, occurredAt } = (await (await asking(document))('POST', '/leaves', { id: 'a' })).body;
  expect(days_requested).toBeLessThan(10_000_000);
  expect(isNow(Date.parse(occurredAt) / 1000)).toBe(true);
});
