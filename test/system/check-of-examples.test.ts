import { expect, test } from 'vitest';
import { runContract } from '../../src/library/index.ts';

const answer = (example: unknown, schema?: object): object => ({
  200: {
    description: 'Done.',
    content: { 'application/json': { ...(schema === undefined ? {} : { schema }), example } },
  },
});
const channel = { id: 'c-1', title: 'News', region: { code: 'n' } };
const id = { name: 'channelId', in: 'path', required: true, schema: { type: 'string' } };
const missing = { 404: { description: 'None.' } };

/** Answers are described by examples alone, or by examples and `type: object`. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Channels', version: '1' },
  paths: {
    '/channels': {
      get: { operationId: 'listChannels', responses: answer({ total: 1, item: [channel] }, { type: 'object' }) },
    },
    '/channels/{channelId}': {
      get: { operationId: 'readChannel', parameters: [id], responses: { ...answer(channel), ...missing } },
    },
    '/channels/{channelId}/programmes': {
      get: { operationId: 'listProgrammes', parameters: [id], responses: { ...answer([{ start: 1 }]), ...missing } },
    },
  },
};

/** A service whose records have properties that no example has, and others of another type. */
function serve({ url }: Request): Response {
  const [, , wanted, below] = new URL(url).pathname.split('/');
  const held = { id: 'zz81', title: 7, logo: { url: 'x' }, region: ['n'] };
  if (wanted === undefined) return Response.json({ total: '1', item: [held], next: null });
  if (wanted !== held.id) return new Response(null, { status: 404 });
  return Response.json(below === undefined ? held : [{ start: 'noon', end: 'one' }]);
}

test('items are found by the ids of lists that only examples describe, and nothing is read into examples', async () => {
  const run = await runContract({ target: serve, document, phases: ['examples', 'coverage'] });
  const summary = await run.summary;
  expect(summary.findings).toEqual([]);
  expect(summary.coverage.totals.operations).toEqual({ covered: 3, total: 3 });
});
