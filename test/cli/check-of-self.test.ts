import { expect, test } from 'vitest';
import { choicesOfSelf } from '../../src/cli/commands/check.ts';
import { createMock } from '../../src/library/index.ts';

const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} };

test('the mock that is checked with its own document keeps no answers in its journal', async () => {
  const mock = await createMock({ ...choicesOfSelf({}, 'a key', undefined), document });
  await mock.fetch(new Request('http://mock/a'));
  expect([mock.journal.recorded, mock.journal.entries()]).toEqual([1, []]);
  await mock.close();
});
