import { expect, test } from 'vitest';
import { checked } from '../../laws/self-checked.ts';

const text = { type: 'string' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const Client = { $ref: '#/components/schemas/Client' };
const shown = { 200: { description: '', ...json(Client) } };

/** A client names itself, and the document knows no refusal. Its example is there already. */
const document = {
  openapi: '3.1.0',
  info: { title: 'clients', version: '1' },
  paths: {
    '/client': { post: { requestBody: { required: true, ...json(Client) }, responses: shown } },
    '/client/{client_id}': {
      get: { parameters: [{ name: 'client_id', in: 'path', required: true, schema: text }], responses: shown },
    },
  },
  components: {
    schemas: {
      Client: {
        type: 'object',
        required: ['client_id'],
        properties: { '@id': text, client_id: text, name: text, logo: text },
        example: { client_id: 'magic.toolbox', name: 'Magic Toolbox', logo: 'a box' },
      },
    },
  },
};

test('a record with a text beyond Latin letters gets a name that no other record has', async () => {
  expect((await checked(document)).errors).toEqual([]);
});
