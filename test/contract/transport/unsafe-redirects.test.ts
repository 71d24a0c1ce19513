import { expect, test } from 'vitest';
import { follow } from '../../../src/contract/transport/redirects.ts';
import type { Outcome, Target } from '../../../src/contract/transport/target.ts';
import type { HttpRequest } from '../../../src/core/index.ts';

const first: HttpRequest = { method: 'GET', path: '/a', query: '', headers: [], body: { kind: 'none' } };

const answered = (status: number, location?: string): Outcome => ({
  kind: 'answered',
  status,
  reason: '',
  headers: location === undefined ? [] : [['Location', location]],
  bytes: new Uint8Array(),
  cut: false,
  notes: [],
  timing: { startedAt: 0, duration: 0 },
});

/** Origins that are asked after `base` has answered with a redirect to `location`. */
async function asked(base: string, location: string): Promise<readonly string[]> {
  const at = (origin: string): Target => ({
    base: origin,
    loopback: false,
    send: () => Promise.reject(new Error('nobody sends through this')),
    close: () => Promise.resolve(),
  });
  const origins: string[] = [];
  const send = async ({ base: origin }: Target): Promise<Outcome> => {
    origins.push(origin);
    return answered(200);
  };
  const open = ({ origin }: URL): Target => at(origin);
  await follow({ target: at(base), secrets: [], open, send }, first, answered(302, location));
  return origins;
}

test('a redirect is followed from https to https, and from http to either', async () => {
  for (const [from, to] of [
    ['https://a.example', 'https://b.example'],
    ['http://a.example', 'https://b.example'],
    ['http://a.example', 'http://b.example'],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4011'],
  ] as const)
    expect(await asked(from, `${to}/there`), `${from} ${to}`).toEqual([to]);
});

test.each([
  ['from https to http', 'https://a.example', 'http://a.example/there'],
  ['to what is no web address', 'https://a.example', 'ftp://a.example/there'],
  ['to this machine', 'https://a.example', 'https://localhost/there'],
  ['to a private network', 'http://a.example', 'http://192.168.1.1/there'],
  ['to the metadata of a cloud', 'http://a.example', 'http://169.254.169.254/latest'],
])('no redirect is followed %s', async (_, from, to) => {
  expect(await asked(from, to)).toEqual([]);
});
