import { expect, test } from 'vitest';
import { choicesOfSelf } from '../../src/cli/commands/check.ts';
import { createMock, openMock, runContract } from '../../src/library/index.ts';

const document = { openapi: '3.1.0', info: { title: 'a', version: '1' }, paths: {} };

test('the mock that is checked with its own document keeps no answers in its journal', async () => {
  const mock = await createMock({ ...choicesOfSelf({}, 'a key', undefined), document });
  await mock.fetch(new Request('http://mock/a'));
  expect([mock.journal.recorded, mock.journal.entries()]).toEqual([1, []]);
  await mock.close();
});

test('the check of a mock in this process uses its document and its compiled schemas, and reads no file', async () => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
  const content = { 'application/json': { schema } };
  const post = {
    requestBody: { required: true, content },
    responses: { 201: { description: 'made', content }, 400: { description: 'refused' } },
  };
  const opened = await openMock({
    ...choicesOfSelf({}, 'a key', undefined),
    document: { ...document, paths: { '/pets': { post } } },
  });
  const run = await runContract({
    document: 'no-such-file.yaml',
    target: opened.mock,
    isOwnMock: true,
    ownDocument: opened.assembly(),
    disposable: true,
  });
  const { counts, findings } = await run.summary;
  await opened.mock.close();
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(counts.passed).toBeGreaterThan(5);
});
