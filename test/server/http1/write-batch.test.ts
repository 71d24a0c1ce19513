import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createWriteBatch, type WrittenAnswer } from '../../../src/server/http1/write-batch.ts';

/** Connections that note what is written on them and which of their answers have ended. */
function connections(count: number): { readonly log: string[]; readonly each: readonly Connection[] } {
  const log: string[] = [];
  const each = Array.from({ length: count }, (_, index) => {
    const socket = { writable: true, writableLength: 0, write: (text: string) => log.push(`${index} ${text}`) };
    return { socket, answer: (text: string) => answerOn(socket, text, () => log.push(`${index} end ${text}`)) };
  });
  return { log, each };
}
interface Connection {
  readonly socket: { writable: boolean; writableLength: number };
  readonly answer: (text: string) => WrittenAnswer;
}

function answerOn(socket: object, text: string, ended: () => void): WrittenAnswer {
  const response = { socket, emit: (name: string) => name === 'finish' && ended() };
  return { text, encoding: 'latin1', response: response as unknown as ServerResponse };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('the answers of one turn', () => {
  test('are written when all are made, each ended in its turn', async () => {
    const { log, each } = connections(3);
    const { send } = createWriteBatch();
    for (const [index, { answer }] of each.entries()) send(answer(`a${index}`), 0);
    expect(log).toEqual([]);
    await turn();
    expect(log).toEqual(['0 a0', '0 end a0', '1 a1', '1 end a1', '2 a2', '2 end a2']);
  });

  test('are all written, in order and once, however many there are and however long they take', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 200 }), async (waits) => {
        const { log, each } = connections(1);
        let at = 0;
        const { send } = createWriteBatch();
        for (const [index, wait] of waits.entries()) {
          at += wait;
          for (const { answer } of each) send(answer(`a${index}`), at);
          if (wait === 3) await turn();
        }
        await turn();
        expect(log).toEqual(waits.flatMap((_, index) => [`0 a${index}`, `0 end a${index}`]));
      }),
    );
  });

  test('leave at once when there are many of them', () => {
    const { log, each } = connections(64);
    const { send } = createWriteBatch();
    for (const { answer } of each.slice(1)) send(answer('a'), 0);
    expect(log).toEqual([]);
    for (const { answer } of each.slice(0, 1)) send(answer('a'), 0);
    expect(log).toHaveLength(128);
  });

  test('leave at once when the first has waited two milliseconds, and the next waits anew', () => {
    const { log, each } = connections(3);
    const { send } = createWriteBatch();
    for (const [index, { answer }] of each.entries()) send(answer('a'), 10 + 2 * index);
    expect(log).toEqual(['0 a', '0 end a', '1 a', '1 end a']);
  });

  test('that are made in a row leave when it is over, and nothing is left for the end of the turn', async () => {
    const { log, each } = connections(3);
    const { send, during } = createWriteBatch();
    const later = vi.spyOn(globalThis, 'setImmediate');
    during(() => {
      for (const { answer } of each.slice(0, 2)) send(answer('a'), 0);
      expect(log).toEqual([]);
    });
    expect(later).not.toHaveBeenCalled();
    later.mockRestore();
    expect(log).toEqual(['0 a', '0 end a', '1 a', '1 end a']);
    // What is sent by itself still waits for the end of its turn.
    for (const { answer } of each.slice(2)) send(answer('b'), 0);
    expect(log).toHaveLength(4);
    await turn();
    expect(log.slice(4)).toEqual(['2 b', '2 end b']);
  });

  test('of a row that breaks off are written, and so are those after it', async () => {
    const { log, each } = connections(2);
    const { send, during } = createWriteBatch();
    const breaking = (): void =>
      during(() => {
        for (const { answer } of each.slice(0, 1)) send(answer('a'), 0);
        throw new Error('broken');
      });
    expect(breaking).toThrow('broken');
    expect(log).toEqual(['0 a', '0 end a']);
    for (const { answer } of each.slice(1)) send(answer('b'), 0);
    await turn();
    expect(log.slice(2)).toEqual(['1 b', '1 end b']);
  });

  test('made before a row are written with it, once', async () => {
    const { log, each } = connections(2);
    const { send, during } = createWriteBatch();
    for (const { answer } of each.slice(0, 1)) send(answer('a'), 0);
    during(() => {
      for (const { answer } of each.slice(1)) send(answer('a'), 0);
    });
    expect(log).toEqual(['0 a', '0 end a', '1 a', '1 end a']);
    await turn();
    expect(log).toHaveLength(4);
  });

  test('do without the one whose connection was closed meanwhile', async () => {
    const { log, each } = connections(2);
    const { send } = createWriteBatch();
    for (const { answer } of each) send(answer('a'), 0);
    for (const { socket } of each.slice(0, 1)) socket.writable = false;
    await turn();
    expect(log).toEqual(['1 a', '1 end a']);
  });
});

test('a turn without answers leaves nothing to be done', async () => {
  const { log, each } = connections(1);
  const { send } = createWriteBatch();
  for (const { answer } of each) {
    send(answer('a'), 0);
    await turn();
    await turn();
    send(answer('b'), 0);
    expect(log).toEqual(['0 a', '0 end a']);
    await turn();
  }
  expect(log).toHaveLength(4);
});
