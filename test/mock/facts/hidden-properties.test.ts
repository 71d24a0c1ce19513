import { afterAll, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const text = { type: 'string' };
const answers = (status: number, schema: object): object => ({ [status]: { description: '', ...json(schema) } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const circle = {
  type: 'object',
  required: ['kind', 'mark'],
  properties: { kind: { const: 'circle' }, mark: { type: 'string', minLength: 2 } },
};
const square = {
  type: 'object',
  required: ['kind', 'mark'],
  properties: { kind: { const: 'square' }, mark: { type: 'boolean', writeOnly: true }, side: { type: 'integer' } },
};

const documentOf = (forms: readonly string[]): object => ({
  openapi: '3.1.0',
  info: { title: 'shapes', version: '1' },
  components: {
    schemas: {
      circle,
      square,
      Thing: {
        type: 'object',
        required: ['id', 'shape'],
        properties: { id: { ...text, readOnly: true }, shape: { oneOf: forms.map(ref) } },
      },
    },
  },
  paths: {
    '/things': {
      get: { responses: answers(200, { type: 'array', items: ref('Thing') }) },
      post: { requestBody: json(ref('Thing')), responses: answers(201, ref('Thing')) },
    },
    '/things/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { responses: answers(200, ref('Thing')) },
    },
  },
});

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

test.each([[['circle', 'square']], [['square', 'circle']]])(
  'What one form hides and another one shows is kept for the form that shows it (%s)',
  async (forms) => {
    const mock = await createMock({ document: documentOf(forms) });
    open.push(mock);
    const make = async (shape: object) => {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ shape }) };
      const made = await mock.fetch(new Request('http://localhost/things', sent));
      expect(made.headers.get('standin-violations')).toBeNull();
      const { id } = JSON.parse(await made.text());
      const read = await mock.fetch(new Request(`http://localhost/things/${id}`));
      expect(read.headers.get('standin-violations')).toBeNull();
      return JSON.parse(await read.text()).shape;
    };
    expect(await make({ kind: 'circle', mark: 'ab' })).toEqual({ kind: 'circle', mark: 'ab' });
    expect(await make({ kind: 'square', mark: true, side: 3 })).toEqual({ kind: 'square', side: 3 });
  },
);
