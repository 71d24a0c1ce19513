import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { DirectAnswer } from '../../../src/server/exchange/direct-answer.ts';
import { answerDirectly } from '../../../src/server/http1/answer-directly.ts';
import type { BufferedRequest } from '../../../src/server/http1/buffered-request.ts';

/** What was called for one request, in order. */
function calls(direct: DirectAnswer): { readonly told: readonly string[]; readonly begun: unknown } {
  const told: string[] = [];
  const incoming = {} as BufferedRequest;
  const listener = answerDirectly(
    direct,
    () => told.push('listener'),
    (whole) => told.push(`written ${whole.init.status}`),
  );
  listener(incoming, {} as ServerResponse);
  return { told, begun: incoming.begun };
}

test('what is answered directly is written, and the listener is not asked', () => {
  const { told, begun } = calls((_, write) => {
    write({ content: null, init: { status: 204, headers: {} } });
    return 'answered';
  });
  expect(told).toEqual(['written 204']);
  expect(begun).toBeUndefined();
});

test('the listener gets an untouched request, and a begun one with the answer that has begun', () => {
  expect(calls(() => 'untouched')).toEqual({ told: ['listener'], begun: undefined });
  const started = { reply: Promise.resolve(), request: {}, started: 1 } as never;
  expect(calls(() => started)).toEqual({ told: ['listener'], begun: started });
});
