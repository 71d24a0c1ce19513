import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRequestBatch } from '../../../src/server/http1/request-batch.ts';

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** An inbox, and what happened in which order. */
function watched(): { readonly log: string[]; readonly ask: (name: string) => void } {
  const log: string[] = [];
  const inbox = createRequestBatch((each) => {
    each();
    log.push('written');
  });
  return { log, ask: (name) => inbox(() => log.push(name)) };
}

describe('the requests of one turn', () => {
  test('are answered in a row when it has nothing more to bring, and their answers written then', async () => {
    const { log, ask } = watched();
    for (const name of ['a', 'b', 'c']) ask(name);
    expect(log).toEqual([]);
    await turn();
    expect(log).toEqual(['a', 'b', 'c', 'written']);
  });

  test('are answered at once when there are many of them, and the next ones wait anew', async () => {
    const { log, ask } = watched();
    for (let index = 0; index < 63; index += 1) ask(`${index}`);
    expect(log).toEqual([]);
    ask('63');
    expect(log).toHaveLength(65);
    ask('64');
    expect(log).toHaveLength(65);
    await turn();
    expect(log.slice(64)).toEqual(['written', '64', 'written']);
  });

  test('are each answered once and in order, however many come and whatever comes while they are answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 8 }), async (turns) => {
        const answered: number[] = [];
        let asked = 0;
        const inbox = createRequestBatch((each) => each());
        const ask = (): void => {
          const number = asked++;
          inbox(() => {
            answered.push(number);
            // Some bring another one, as a client that was waiting may.
            if (number % 3 === 0) late.push(number);
          });
        };
        const late: number[] = [];
        for (const many of turns) {
          for (let index = 0; index < many; index += 1) ask();
          await turn();
          for (const _ of late.splice(0)) ask();
        }
        for (let rest = 0; rest < 10; rest += 1) {
          await turn();
          for (const _ of late.splice(0)) ask();
        }
        expect(answered).toEqual(Array.from({ length: asked }, (_, number) => number));
      }),
      { numRuns: 30 },
    );
  });
});

test('a turn without requests has nothing to answer', async () => {
  const { log, ask } = watched();
  ask('a');
  await turn();
  await turn();
  expect(log).toEqual(['a', 'written']);
});
