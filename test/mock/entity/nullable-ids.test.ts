import { expect, test } from 'vitest';
import { asking } from '../ask.ts';

const SID = { type: 'string', nullable: true, pattern: '^ET[0-9a-f]{8}$' };
const PAPER = { $ref: '#/components/schemas/Paper' };
const answers = (status: number, schema: object): object => ({
  [status]: { description: '', content: { 'application/json': { schema } } },
});

/** Everything may be null, as some generators of documents have it. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'papers', version: '1' },
  components: {
    schemas: { Paper: { type: 'object', properties: { sid: SID, title: { type: 'string', nullable: true } } } },
  },
  paths: {
    '/papers': {
      get: { responses: answers(200, { type: 'array', items: PAPER }) },
      post: { responses: answers(201, PAPER) },
    },
    '/papers/{sid}': {
      get: {
        parameters: [{ name: 'sid', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { ...answers(200, PAPER), 404: { description: 'not there' } },
      },
    },
  },
};

test('an id that may be null is none that the mock gives', async () => {
  const ask = await asking(DOCUMENT);
  for (let turn = 0; turn < 40; turn += 1) {
    const { status, body } = await ask('POST', '/papers');
    expect([status, typeof body.sid]).toEqual([201, 'string']);
  }
  for (const { sid } of (await ask('GET', '/papers')).body) {
    expect(sid).toMatch(/^ET/);
    expect((await ask('GET', `/papers/${sid}`)).body.sid).toBe(sid);
  }
  expect((await ask('GET', '/papers/null')).status).toBe(404);
});
