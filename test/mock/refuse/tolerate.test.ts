import { describe, expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';

const note = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
};
const body = {
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['text'],
        additionalProperties: false,
        properties: { text: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
      },
    },
  },
};
const shows = (status: number, schema: object) => ({
  [status]: { description: 'ok', content: { 'application/json': { schema } } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: shows(200, { type: 'array', items: note }),
      },
      post: { requestBody: body, responses: shows(201, note) },
    },
    '/notes/{id}': { get: { parameters: [id], responses: shows(200, note) } },
  },
};

interface Entry {
  readonly request: object;
  readonly violations: readonly { readonly pointer: string }[];
}

const wrong = { text: 'a', tags: ['x', 3, 'y', null], colour: 'red' };

async function asked(choices: object, path: string, init: { body?: unknown; prefer?: string; type?: string } = {}) {
  const mock = await createMock({ document, strict: true, ...choices });
  const response = await mock.fetch(
    new Request(`http://localhost${path}`, {
      ...(init.body === undefined
        ? {}
        : { method: 'POST', body: typeof init.body === 'string' ? init.body : JSON.stringify(init.body) }),
      headers: {
        'content-type': init.type ?? 'application/json',
        ...(init.prefer === undefined ? {} : { prefer: init.prefer }),
      },
    }),
  );
  const [entry] = mock.journal.entries() as unknown as readonly Entry[];
  const shown = response.status < 300 ? ((await response.json()) as Record<string, unknown>) : {};
  await mock.close();
  return { status: response.status, count: response.headers.get('standin-violations'), shown, entry };
}

describe('a mock that is lenient', () => {
  test('takes a body without what is wrong in it, and says how much that is', async () => {
    const { status, count, shown } = await asked({ lenient: true }, '/notes', { body: wrong });
    expect([status, count]).toEqual([201, '3']);
    expect(shown).toMatchObject({ text: 'a', tags: ['x', 'y'] });
    expect(shown).not.toHaveProperty('colour');
  });

  test('tells the journal what was wrong, with the body as it was sent', async () => {
    const { entry } = await asked({ lenient: true }, '/notes', { body: wrong });
    expect(entry?.violations.map(({ pointer }) => pointer).sort()).toEqual([
      '/body/colour',
      '/body/tags/1',
      '/body/tags/3',
    ]);
    expect(JSON.stringify(entry?.request)).toContain('colour');
  });

  test('makes a record of a request without a body that can be read', async () => {
    const { status, shown } = await asked({ lenient: true }, '/notes', { body: '{"text":' });
    expect(status).toBe(201);
    expect(typeof shown['text']).toBe('string');
  });

  test('leaves out a query parameter without a value', async () => {
    const { status, count } = await asked({ lenient: true }, '/notes?limit=');
    expect([status, count]).toEqual([200, '1']);
  });

  test('never takes an id that breaks the document for another one', async () => {
    expect((await asked({ lenient: true }, '/notes/one')).status).toBeGreaterThanOrEqual(400);
  });

  test('still refuses where the client asks for strictness', async () => {
    expect((await asked({ lenient: true }, '/notes', { body: wrong, prefer: 'handling=strict' })).status).toBe(422);
  });

  test('says nothing of a request that is right', async () => {
    expect((await asked({ lenient: true }, '/notes', { body: { text: 'a' } })).count).toBeNull();
  });
});

test('a client can ask for one lenient answer', async () => {
  expect((await asked({}, '/notes', { body: wrong })).status).toBe(422);
  expect((await asked({}, '/notes', { body: wrong, prefer: 'handling=lenient' })).status).toBe(201);
});
