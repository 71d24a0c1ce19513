import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apiOf } from './documents.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const apiWith = (paths: readonly string[], members: object = {}) =>
  apiOf({ paths: Object.fromEntries(paths.map((path) => [path, { get: { operationId: path, ...ok } }])), ...members });
const get = (path: string) => ({ method: 'GET', path });

describe('The operation of a request is found', () => {
  it.each([
    ['/pets', '/pets', {}],
    ['/pets/1', '/pets/{id}', { id: '1' }],
    ['/pets/mine', '/pets/mine', {}],
    ['/pets/%6Dine', '/pets/mine', {}],
    ['/pets/mine/toys', '/pets/{id}/toys', { id: 'mine' }],
    ['/pets/a%2Fb', '/pets/{id}', { id: 'a%2Fb' }],
    ['/pets/%zz', '/pets/{id}', { id: '%zz' }],
    ['/pets/__proto__', '/pets/{id}', { id: '__proto__' }],
    ['/pets/..%2f..%2fetc', '/pets/{id}', { id: '..%2f..%2fetc' }],
    ['/jobs/7:run', '/jobs/{id}:run', { id: '7' }],
    ['/jobs/7%3Arun', '/jobs/{id}:run', { id: '7' }],
    ['/jobs/7%2Frun', '/jobs/{id}', { id: '7%2Frun' }],
    ['/files/a.json', '/files/{name}.json', { name: 'a' }],
    ['/files/a.b.json', '/files/{name}.json', { name: 'a.b' }],
    ['/files/a.xml', '/files/{name}.{kind}', { name: 'a', kind: 'xml' }],
    ['/files/.json', '/files/{name}', { name: '.json' }],
    ['/pair/ab', '/pair/{a}{b}', { a: 'a', b: 'b' }],
    ['/compare/main...dev', '/compare/{base}...{head}', { base: 'main', head: 'dev' }],
    ['/slash/', '/slash/', {}],
    ['/caf%C3%A9', '/café', {}],
    ['/with%20space', '/with%20space', {}],
  ])('%s is %s', (path, id, pathParams) => {
    const api = apiWith([
      '/pets/{id}',
      '/pets/mine',
      '/pets',
      '/pets/{id}/toys',
      '/jobs/{id}',
      '/jobs/{id}:run',
      '/files/{name}',
      '/files/{name}.{kind}',
      '/files/{name}.json',
      '/pair/{a}{b}',
      '/compare/{base}...{head}',
      '/slash/',
      '/café',
      '/with%20space',
    ]);
    const match = api.match(get(path));
    expect(match).toMatchObject({ kind: 'found', operation: { id }, basePath: '' });
    expect(match.kind === 'found' && { ...match.pathParams }).toEqual(pathParams);
  });

  it.each(['/', '', '//pets', '/pets/', '/pets//toys', '/Pets', '/pets/1/2', '/pair/a', '/./pets'])(
    '%j is nothing',
    (path) => {
      expect(apiWith(['/pets', '/pets/{id}', '/pets/{id}/toys', '/pair/{a}{b}']).match(get(path)).kind).toBe(
        'unknown-path',
      );
    },
  );

  it('by what stands behind a path, where several share it', () => {
    const api = apiWith([
      '/',
      '/#Action=Copy',
      '/#Action=Delete',
      '/#X-Target=Books.List',
      '/tags#arn',
      '/tags#arn&key',
    ]);
    const idOf = (path: string, query = '', headers: readonly (readonly [string, string])[] = []) => {
      const match = api.match({ method: 'GET', path, query, headers });
      return match.kind === 'found' ? match.operation.id : match.kind;
    };
    expect(idOf('/', 'Action=Delete')).toBe('/#Action=Delete');
    expect(idOf('/', 'a=b&Action=Copy')).toBe('/#Action=Copy');
    expect(idOf('/', 'Action=Other')).toBe('/');
    expect(idOf('/', '', [['x-target', 'Books.List']])).toBe('/#X-Target=Books.List');
    expect(idOf('/tags', 'arn=1&key=2')).toBe('/tags#arn&key');
    expect(idOf('/tags', 'arn=1')).toBe('/tags#arn');
    expect(idOf('/tags')).toBe('/tags#arn');
  });

  it('and by what is sent, where nothing that stands behind the path comes', () => {
    const taking = (id: string, type: string): object => ({
      post: { operationId: id, requestBody: { content: { [type]: {} } }, ...ok },
    });
    const api = apiOf({
      paths: {
        '/images': taking('link', 'application/json'),
        '/images#overload=stream': taking('stream', 'image/*'),
        '/images#Action=Copy': taking('copy', 'text/plain'),
      },
    });
    const idOf = (type: string | undefined, query = '') => {
      const headers = type === undefined ? [] : ([['Content-Type', type]] as const);
      const match = api.match({ method: 'POST', path: '/images', query, headers });
      return match.kind === 'found' ? match.operation.id : match.kind;
    };
    expect([idOf('application/json; x=1'), idOf('image/png'), idOf('image/png', 'Action=Copy')]).toEqual([
      'link',
      'stream',
      'copy',
    ]);
    expect([idOf('text/css'), idOf(undefined), idOf('nothing')]).toEqual(['link', 'link', 'link']);
  });

  it('and a path that has parameters behind it takes them from the query', () => {
    const parameters = [{ name: 'page', in: 'path', required: true, schema: { type: 'integer' } }];
    const api = apiOf({ paths: { '/rides?page={page}': { get: { operationId: 'rides', parameters, ...ok } } } });
    expect(api.operation('rides')?.parameters).toMatchObject([{ name: 'page', in: 'query', style: 'form' }]);
    expect(api.match({ method: 'GET', path: '/rides', query: 'page=2' })).toMatchObject({ pathParams: {} });
  });

  it('and of several such the one whose parameters come', () => {
    const keys = ['/now?city={city}&country={country}', '/now?city_id={city_id}', '/now?city={city}', '/now'];
    const parameters = ['city', 'country', 'city_id'].map((name) => ({ name, in: 'path', schema: { type: 'string' } }));
    const api = apiOf({ paths: Object.fromEntries(keys.map((key) => [key, { get: { ...ok, parameters } }])) });
    const pathOf = (query: string): string => {
      const match = api.match({ method: 'GET', path: '/now', query });
      return match.kind === 'found' ? match.operation.path : match.kind;
    };
    expect(['city=a&country=b', 'city_id=1', 'city=a', 'lang=en'].map(pathOf)).toEqual(keys);
  });

  it.each([
    ['/files/{name}.{format}', '/files/a.tar.gz', { name: 'a.tar', format: 'gz' }],
    ['/files/{name}{extension}', '/files/a.tar.gz', { name: 'a.tar', extension: '.gz' }],
    ['/files/{name}{extension}', '/files/.gz', { name: '.', extension: 'gz' }],
    ['/{a}.{b}.{c}/d', '/1.2.3/d', { a: '1', b: '2', c: '3' }],
    ['/compare/{base}...{head}', '/compare/v1.0...v2.0', { base: 'v1.0', head: 'v2.0' }],
    ['/at/{lat},{lon}', '/at/1.5,2.5', { lat: '1.5', lon: '2.5' }],
  ])('%s takes %s apart', (template, path, pathParams) => {
    expect(apiWith([template]).match(get(path))).toMatchObject({ kind: 'found', pathParams });
  });

  it('going back where a concrete segment leads nowhere', () => {
    const api = apiWith(['/a/b/c', '/{x}/b/d', '/{x}/{y}/e']);
    expect(api.match(get('/a/b/d'))).toMatchObject({ operation: { id: '/{x}/b/d' }, pathParams: { x: 'a' } });
    expect(api.match(get('/a/b/e'))).toMatchObject({ operation: { id: '/{x}/{y}/e' }, pathParams: { x: 'a', y: 'b' } });
  });

  it('a concrete path takes no method away that it has not itself', () => {
    const api = apiOf({
      paths: { '/pets/mine': { get: ok }, '/pets/{id}': { get: ok, delete: ok }, '/{kind}/{id}': { put: ok } },
    });
    const match = (method: string, path: string) => api.match({ method, path });
    expect(match('GET', '/pets/mine')).toMatchObject({ operation: { path: '/pets/mine' } });
    expect(match('DELETE', '/pets/mine')).toMatchObject({
      operation: { path: '/pets/{id}' },
      pathParams: { id: 'mine' },
    });
    expect(match('PUT', '/pets/mine')).toMatchObject({ pathParams: { kind: 'pets', id: 'mine' } });
    expect(match('POST', '/pets/mine')).toMatchObject({ kind: 'wrong-method', allow: ['GET', 'DELETE', 'PUT'] });
    expect(match('delete', '/pets/1')).toMatchObject({ kind: 'wrong-method', allow: ['GET', 'DELETE', 'PUT'] });
  });

  it('equivalent paths share their methods, each with its own names', () => {
    const api = apiOf({ paths: { '/p/{id}': { get: ok }, '/p/{name}': { put: ok, get: ok } } });
    expect(api.match({ method: 'PUT', path: '/p/1' })).toMatchObject({ pathParams: { name: '1' } });
    expect(api.match({ method: 'GET', path: '/p/1' })).toMatchObject({ pathParams: { id: '1' } });
    expect(api.match({ method: 'POST', path: '/p/1' })).toMatchObject({ allow: ['GET', 'PUT'] });
  });

  it('a path item that stands elsewhere', () => {
    const api = apiOf({
      paths: { '/a': { $ref: '#/components/pathItems/A' } },
      components: { pathItems: { A: { get: { operationId: 'a', ...ok } } } },
    });
    expect(api.match(get('/a'))).toMatchObject({ operation: { id: 'a', pointer: '/components/pathItems/A/get' } });
  });

  it('with and without the base path of a server, the longest first', () => {
    const api = apiWith(['/pets', '/v1/pets'], {
      servers: [
        { url: 'https://h/api/' },
        { url: 'https://h/api/{v}', variables: { v: { default: 'v1', enum: ['v1', 'v2'] } } },
      ],
    });
    expect(api.basePaths).toEqual(['/api/v1', '/api/v2', '/api']);
    expect(api.match(get('/api/v1/pets'))).toMatchObject({ operation: { id: '/pets' }, basePath: '/api/v1' });
    expect(api.match(get('/api/pets'))).toMatchObject({ operation: { id: '/pets' }, basePath: '/api' });
    expect(api.match(get('/pets'))).toMatchObject({ operation: { id: '/pets' }, basePath: '' });
    expect(api.match(get('/apipets')).kind).toBe('unknown-path');
    expect(api.match(get('/pets'), { strictBasePath: true }).kind).toBe('unknown-path');
    expect(api.match(get('/api/pets'), { strictBasePath: true }).kind).toBe('found');
  });

  it('behind any value of a variable that fills a segment of the path of a server or a part of it, alone', () => {
    const below = (path: string) => {
      const variables = { a: { default: 'x' }, b: { default: 'y' } };
      return apiWith(['/pets'], { servers: [{ url: `https://h${path}`, variables }] });
    };
    expect(below('/bot{a}/{b}').match(get('/bot7/8/pets'))).toMatchObject({ kind: 'found' });
    expect(below('/{a}{b}').match(get('/xy/pets'))).toMatchObject({ kind: 'found' });
    expect(below('/{a}{b}').match(get('/78/pets')).kind).toBe('unknown-path');
  });

  it('the path of a server alone, with and without a slash, where the document has `/`', () => {
    const api = apiWith(['/', '/{id}'], { servers: [{ url: 'https://h/v2/applications' }] });
    for (const path of ['/v2/applications', '/v2/applications/'])
      expect(api.match(get(path))).toMatchObject({ operation: { id: '/' }, basePath: '/v2/applications' });
    expect(api.match(get('/v2/applications/7'))).toMatchObject({ operation: { id: '/{id}' } });
    expect(apiWith(['/pets'], { servers: [{ url: 'https://h/v2' }] }).match(get('/v2')).kind).toBe('unknown-path');
  });

  it('an unknown path comes with the nearest documented ones', () => {
    const match = apiWith(['/pets/{petId}', '/store/orders', '/users']).match(get('/pet/1'));
    expect(match.kind === 'unknown-path' && match.nearest[0]).toBe('/pets/{petId}');
    const nearest = (path: string): readonly string[] => {
      const found = apiWith(['/owners', '/owners/{id}', '/visits/{visitId}', '/users/{id}/pets']).match(get(path));
      return found.kind === 'unknown-path' ? found.nearest : ['found'];
    };
    expect(nearest('/v2/owner')).toEqual(['/owners']);
    expect(nearest('/Owner/7')).toEqual(['/owners/{id}', '/owners']);
    expect(nearest('/users/7/pet')).toEqual(['/users/{id}/pets']);
    expect(nearest('/cats/7')).toEqual([]);
    const far = apiWith(['/pets']).match(get(`/${'x/'.repeat(4000)}`));
    expect(far.kind === 'unknown-path' && far.nearest).toEqual([]);
  });

  it('law: any text in a parameter comes back as it was, and matching never throws', () => {
    const api = apiWith(['/a/{x}', '/a/{x}/b/{y}.txt', '/{z}']);
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ minLength: 1 }), (x, y) => {
        const [one, two] = [encodeURIComponent(x), encodeURIComponent(y)];
        expect(api.match(get(`/a/${one}/b/${two}.txt`))).toMatchObject({ pathParams: { x: one, y: two } });
        expect(api.match(get(`/a/${one}`))).toMatchObject({ kind: 'found' });
      }),
      { numRuns: 200, seed: 1 },
    );
    fc.assert(
      fc.property(fc.string(), (path) => void api.match(get(path))),
      { numRuns: 300, seed: 1 },
    );
  });
});
