import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { runContract } from '../../src/library/index.ts';

const text = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      post: {
        operationId: 'write',
        requestBody: { required: true, ...json({ ...text, required: ['text'] }) },
        responses: { 201: { description: 'Written.', ...json(text) }, 400: { description: 'No.' } },
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: {
        operationId: 'read',
        responses: { 200: { description: 'It.', ...json(text) }, 404: { description: 'No.' } },
      },
      delete: { operationId: 'drop', responses: { 204: { description: 'Gone.' }, 404: { description: 'No.' } } },
    },
  },
};

function notes(): { readonly app: Hono; readonly kept: Map<number, unknown> } {
  const kept = new Map<number, unknown>();
  let last = 0;
  const app = new Hono()
    .post('/notes', async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const said = typeof body === 'object' && body !== null && 'text' in body ? body.text : undefined;
      if (typeof said !== 'string') return c.body(null, 400);
      last += 1;
      kept.set(last, { id: last, text: said });
      return c.json(kept.get(last), 201);
    })
    .get('/notes/:id', (c) => {
      const note = kept.get(Number(c.req.param('id')));
      return note === undefined ? c.body(null, 404) : c.json(note);
    })
    .delete('/notes/:id', (c) => c.body(null, kept.delete(Number(c.req.param('id'))) ? 204 : 404));
  return { app, kept };
}

test('an app is checked in process, and what was created is removed', async () => {
  const { app, kept } = notes();
  const { summary } = await runContract({ target: app, document, phases: ['stateful'] });
  expect((await summary).findings).toEqual([]);
  expect((await summary).coverage.totals.operations).toEqual({ covered: 3, total: 3 });
  expect(kept.size).toBe(0);
});

test('who stops reading ends the run: the summary says so, and what was created is removed', async () => {
  const { app, kept } = notes();
  const { events, summary } = await runContract({ target: app, document });
  let most = 0;
  for await (const { type } of events) {
    most = Math.max(most, kept.size);
    if (type === 'case-finished' && most > 0) break;
  }
  expect(await summary).toMatchObject({ interrupted: 'its reader stopped', exitStatus: 130 });
  expect((await summary).notes.join()).toMatch(/\d+ of \d+ cases were run/);
  expect(most).toBeGreaterThan(0);
  expect(kept.size).toBe(0);
});

test('who never reads gets the whole run', async () => {
  const { summary } = await runContract({ target: notes().app, document, phases: ['coverage'] });
  expect(await summary).not.toHaveProperty('interrupted');
});
