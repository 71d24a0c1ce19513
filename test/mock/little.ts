// Parts of small documents, in the words of a document.

export const text = { type: 'string' };
export const number = { type: 'integer' };
export const array = (items: object): object => ({ type: 'array', items });
export const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
export const object = (properties: object, required: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required,
});
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
export const sending = (schema: object): object => ({ requestBody: json(schema) });
export const answer = (schema: object, status = '200', others: object = {}): object => ({
  responses: { [status]: { description: 'done', ...json(schema) }, ...others },
});
export const path = (name: string, schema: object = text): { readonly parameters: readonly object[] } => ({
  parameters: [{ name, in: 'path', required: true, schema }],
});
export const query = (name: string, schema: object = text): { readonly parameters: readonly object[] } => ({
  parameters: [{ name, in: 'query', schema }],
});
export const api = (paths: object, schemas: object = {}): object => ({
  openapi: '3.1.0',
  info: { title: 'little', version: '1' },
  paths,
  components: { schemas },
});
