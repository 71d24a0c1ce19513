import { describe, expect, it } from 'vitest';
import { type Api, loadApi } from '../../src/spec/index.ts';
import { apiOf, codesOf, yaml } from './documents.ts';

const partsOf = (api: Api) => api.operations.map(({ parameters, responses }) => ({ parameters, responses }));

describe('What several operations refer to', () => {
  const components = {
    parameters: { limit: { name: 'limit', in: 'query', schema: { type: 'integer' } } },
    responses: { Problem: { description: 'No.', content: { 'application/json': { schema: { type: 'object' } } } } },
  };
  const get = (responses: object) => ({
    get: { parameters: [{ $ref: '#/components/parameters/limit' }], responses },
  });
  const problem = { $ref: '#/components/responses/Problem' };

  it('is read once', () => {
    const [one, other] = partsOf(
      apiOf({ components, paths: { '/a': get({ 404: problem }), '/b': get({ 404: problem }) } }),
    );
    expect(one?.parameters[0]).toMatchObject({ name: 'limit', pointer: '/components/parameters/limit' });
    expect(other?.parameters[0]).toBe(one?.parameters[0]);
    expect(one?.responses[0]).toMatchObject({ status: '404', pointer: '/components/responses/Problem' });
    expect(other?.responses[0]).toBe(one?.responses[0]);
  });

  it('has the status under which each of them refers to it', () => {
    const api = apiOf({
      components,
      paths: { '/a': get({ 404: problem, 409: problem }), '/b': get({ default: problem }) },
    });
    const statuses = partsOf(api).map(({ responses }) => responses.map(({ status }) => status));
    expect(statuses).toEqual([['404', '409'], ['default']]);
  });

  it('has the media types of each operation in 2.0', () => {
    const shared = (produces: string) => ({
      get: { produces: [produces], responses: { 200: { $ref: '#/responses/R' } } },
    });
    const responses = { R: { description: 'ok', schema: { type: 'string' } } };
    const api = apiOf({ responses, paths: { '/a': shared('text/plain'), '/b': shared('application/json') } }, '2.0');
    const types = partsOf(api).map((each) => each.responses[0]?.content.map(({ mediaType }) => mediaType));
    expect(types).toEqual([['text/plain'], ['application/json']]);
  });

  it('is a parameter of the path in one of them, and of the query in another whose path has it there', () => {
    const page = { name: 'page', in: 'path', required: true, schema: { type: 'string' } };
    const api = apiOf({
      components: { parameters: { page } },
      paths: Object.fromEntries(
        ['/rides/{page}', '/rides?page={page}'].map((path) => [
          path,
          {
            get: { parameters: [{ $ref: '#/components/parameters/page' }], responses: { 200: { description: 'ok' } } },
          },
        ]),
      ),
    });
    expect(api.operations.map((each) => each.parameters.map((found) => found.in))).toEqual([['path'], ['query']]);
  });

  it('stands where it is written, also where an alias repeats it', () => {
    const api = yaml(`openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      parameters: [&limit {name: limit, in: query, schema: {type: integer}}]
      responses: {"200": {description: ok}}
  /b:
    get:
      parameters: [*limit]
      responses: {"200": {description: ok}}
`);
    expect(api.operations.map((each) => each.parameters[0]?.pointer)).toEqual([
      '/paths/~1a/get/parameters/0',
      '/paths/~1b/get/parameters/0',
    ]);
  });

  it('is found wrong once', () => {
    const parameters = { bad: { name: 'bad', in: 'nowhere' } };
    const bad = {
      get: { parameters: [{ $ref: '#/components/parameters/bad' }], responses: { 200: { description: '' } } },
    };
    const api = apiOf({ components: { parameters }, paths: { '/a': bad, '/b': bad } });
    expect(partsOf(api).map((each) => each.parameters)).toEqual([[], []]);
    expect(codesOf(api).filter((code) => code === 'invalid-parameter')).toEqual(['invalid-parameter']);
  });
});

/** Counts every look at a property of a value, at any depth. */
function counted<T>(value: T, count: { reads: number }): T {
  if (typeof value !== 'object' || value === null) return value;
  const own = Array.isArray(value)
    ? value.map((each) => counted(each, count))
    : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, counted(each, count)]));
  return new Proxy(own, {
    get(target, name) {
      count.reads += 1;
      return Reflect.get(target, name);
    },
  }) as T;
}

describe('A document that is given as an object', () => {
  const readsOf = async (length: number): Promise<number> => {
    const links = Array.from({ length }, (_, at) => [
      `C${at}`,
      { allOf: [{ $ref: `#/components/schemas/C${at + 1}` }] },
    ]);
    const schemas = { ...Object.fromEntries(links), [`C${length}`]: { type: 'object' } };
    const count = { reads: 0 };
    const api = await loadApi(
      counted({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } }, count),
    );
    expect(api.diagnose()).toEqual([]);
    return count.reads;
  };

  it('is read with work that grows with the length of its chains of references, not with the square', async () => {
    expect((await readsOf(400)) / (await readsOf(100))).toBeLessThan(5);
  });
});

describe('An Api that takes other parts from examples', () => {
  const Pet = { type: 'object', properties: { name: { type: 'string' } } };
  const onlyExample = { 'application/json': { example: { name: 'Rex' } } };
  const answer = (content: object) => ({ responses: { 200: { description: 'ok', content } } });
  const api = apiOf({
    components: { schemas: { Pet } },
    paths: {
      '/pet': { get: answer({ 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }) },
      '/toy': { get: answer(onlyExample) },
    },
  });
  const schemaOf = (of: Api, path: string) =>
    of.operations.find((each) => each.path === path)?.responses[0]?.content[0]?.schema;
  const other = api.showing('names');

  it('has the same files, and the same schema objects', () => {
    expect(other.files).toEqual(api.files);
    expect(other.document).toBe(api.document);
    expect(schemaOf(other, '/pet')).toBeDefined();
    expect(schemaOf(other, '/pet')).toBe(schemaOf(api, '/pet'));
    expect(other.deref(schemaOf(other, '/pet') ?? false)).toBe(api.deref(schemaOf(api, '/pet') ?? true));
  });

  it('has its own form of an answer that only an example describes', () => {
    expect(schemaOf(api, '/toy')).toBeUndefined();
    expect(schemaOf(other, '/toy')).toEqual({ properties: { name: {} }, additionalProperties: true });
    expect(schemaOf(api.showing('names and values'), '/toy')).toMatchObject({
      properties: { name: { type: 'string' } },
    });
  });

  it('lists the faults of the document once, whichever of them has found them', () => {
    const faulty = apiOf({ paths: { '/a': { get: answer({ 'application/json': { schema: 5 } }) } } });
    const second = faulty.showing('names');
    const codes = faulty.diagnose().map(({ code }) => code);
    expect(codes).toContain('invalid-schema');
    expect(second.diagnose().map(({ code }) => code)).toEqual(codes);
  });
});
