import { expect, test } from 'vitest';
import { checked } from '../../laws/self-checked.ts';

const text = { type: 'string' };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const Quote = { $ref: '#/components/schemas/Quote' };
const shown = { description: '', ...json(Quote) };
const form = (name: string): object => ({
  type: 'object',
  required: ['wallet', name],
  additionalProperties: false,
  properties: { wallet: text, [name]: text },
});

/** Each form of a request names the wallet, which no later request changes. */
const document = {
  openapi: '3.1.0',
  info: { title: 'quotes', version: '1' },
  paths: {
    '/quotes': {
      post: {
        requestBody: { required: true, ...json({ oneOf: [form('sends'), form('receives')] }) },
        responses: { 201: shown, 400: { description: '' } },
      },
    },
    '/quotes/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { 200: shown, 404: { description: '' } },
      },
    },
  },
  components: {
    schemas: {
      Quote: {
        type: 'object',
        required: ['id', 'wallet'],
        properties: {
          id: { ...text, readOnly: true },
          wallet: { ...text, readOnly: true },
          sends: text,
          receives: text,
        },
      },
    },
  },
};

test('a property that every form of a request has is not one that only the service sets', async () => {
  expect((await checked(document)).errors).toEqual([]);
});
