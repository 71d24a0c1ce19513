import { getEventListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { anySignal } from '../../../src/contract/concurrency/any-signal.ts';
import { requestAt } from '../../../src/contract/requests/locations.ts';
import { createFetchTarget } from '../../../src/contract/transport/fetch.ts';
import { createUrlTarget } from '../../../src/contract/transport/undici.ts';
import { runContract } from '../../../src/library/index.ts';

/** What nobody holds is gone. */
async function collected(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn += 1) {
    await sleep(5);
    collect();
  }
}

const never = (): Promise<Response> => new Promise(() => {});

test('a function that never answers is given up in time, whatever is collected meanwhile', async () => {
  const target = createFetchTarget(never, { now: () => 0 });
  const sent = target.send(requestAt({ path: '/' }), { timeout: 200, maxBytes: 1_000, fresh: false });
  await collected();
  expect(await sent).toMatchObject({ kind: 'failed', code: 'timeout' });
});

test('and so it is when the run is stopped', async () => {
  const target = createFetchTarget(never, { now: () => 0 });
  const stop = new AbortController();
  const options = { timeout: 60_000, maxBytes: 1_000, fresh: false, signal: stop.signal };
  const sent = target.send(requestAt({ path: '/' }), options);
  stop.abort();
  expect(await sent).toMatchObject({ kind: 'failed', code: 'aborted' });
  expect(await target.send(requestAt({ path: '/' }), options)).toMatchObject({ kind: 'failed', code: 'aborted' });
});

test.each([
  ['a function', () => createFetchTarget(async () => new Response(), { now: () => 0 })],
  ['a URL', () => createUrlTarget(new URL('http://127.0.0.1:1/'), { now: () => 0 })],
])('a request that was sent with %s for the last time no longer listens to the end of the run', async (_, open) => {
  const { signal } = new AbortController();
  const target = open();
  for (let request = 0; request < 3; request += 1)
    await target.send(requestAt({ path: '/' }), { timeout: 1_000, maxBytes: 1_000, signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await target.close();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('however many wait at the same time, Node does not warn of a leak', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Busy', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`/${at}`, { get: { responses: { '200': { description: 'Yes.' } } } }]),
    ),
  };
  const warnings: string[] = [];
  const hear = ({ name }: Error): unknown => warnings.push(name);
  process.on('warning', hear);
  let asked = 0;
  // All of the first thirty come at once, and all wait for the same moment.
  const target = async (): Promise<Response> => {
    asked += 1;
    return asked > 30 ? new Response() : new Response(null, { status: 429, headers: { 'Retry-After': '1' } });
  };
  const run = await runContract({ document, target, concurrency: 30, phases: ['coverage'] });
  await run.summary;
  await sleep(1);
  process.off('warning', hear);
  expect(warnings).not.toContain('MaxListenersExceededWarning');
});

test('the first of two signals fires, and one that nothing else refers to, too', async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const joined = anySignal(one.signal, other.signal);
  expect(joined.aborted).toBe(false);
  other.abort('enough');
  expect([joined.aborted, joined.reason]).toEqual([true, 'enough']);
  expect(anySignal(one.signal, other.signal).aborted).toBe(true);
  const timed = anySignal(AbortSignal.timeout(200), one.signal);
  await collected();
  await sleep(400);
  expect(timed.aborted).toBe(true);
});

test('a run ends when its time is over, although nothing else refers to its signal', async () => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Slow', version: '1' },
    paths: { '/': { get: { responses: { '200': { description: 'In the end.' } } } } },
  };
  const run = await runContract({ document, target: never, signal: AbortSignal.timeout(300), timeout: 50_000 });
  await collected();
  expect((await run.summary).exitStatus).not.toBe(0);
});
