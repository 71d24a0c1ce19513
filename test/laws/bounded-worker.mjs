// Does with a document what the commands do, and tells each step before it is taken: a step that never ends is the last one told.
import { parentPort, workerData } from 'node:worker_threads';

const { createMock, inspectDocument, planContractFor, StandinError } = await import(workerData.library);

const JSON_BODY = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"x":{"x":{}},"y":[]}' };
const REQUESTS = {
  get: {},
  'get, drawn anew': { headers: { prefer: 'dynamic=true' } },
  post: JSON_BODY,
  'post, drawn anew': { ...JSON_BODY, headers: { ...JSON_BODY.headers, prefer: 'dynamic=true, code=200' } },
};

parentPort.on('message', async ({ document, paths, isJudged }) => {
  const faults = [];
  const step = async (name, work) => {
    parentPort.postMessage({ step: name });
    try {
      return await work();
    } catch (error) {
      // A document may be refused, with a word.
      if (!(error instanceof StandinError)) faults.push(`${name}: ${String(error?.stack ?? error).slice(0, 600)}`);
      return undefined;
    }
  };
  await step('inspect', () => inspectDocument({ document }));
  const mock = await step('mock', () => createMock({ document }));
  for (const path of mock === undefined ? [] : paths)
    for (const [name, request] of Object.entries(REQUESTS))
      await step(`${name} ${path}`, async () => {
        const answer = await mock.fetch(new Request(`http://localhost${path}`, request));
        const text = await answer.text();
        if (isJudged && answer.status === 500) throw new Error(`500 ${text}`);
      });
  await step('check', () => planContractFor({ document, target: 'http://127.0.0.1:1' }));
  parentPort.postMessage({ faults });
});
parentPort.postMessage({ step: 'ready' });
