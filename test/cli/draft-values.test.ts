import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finish } from '../system/command.ts';

const document = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [code], properties: { code: { type: string } } } } } }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '400': { description: bad }, '422': { description: bad } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { operationId: readThing, responses: { '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }, '404': { description: no } } }
    delete: { operationId: deleteThing, responses: { '204': { description: gone }, '404': { description: no } } }
components: { schemas: { Thing: { type: object, required: [id, code], properties: { id: { type: integer }, code: { type: string } } } } }
`;

/** A service that takes codes such as AB-12 and says so. */
const things = new Map<number, object>();
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const send = (status: number, body?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const id = Number(/^\/things\/(\d+)$/.exec(request.url ?? '')?.[1]);
    if (request.url === '/things' && request.method === 'POST') {
      const [, code] = /"code":\s*"([A-Z]{2}-\d+)"/.exec(text) ?? [];
      if (code === undefined) return send(422, { errors: [{ field: 'code', message: 'is not in the form AB-12' }] });
      const thing = { id: things.size + 1, code };
      things.set(thing.id, thing);
      return send(201, thing);
    }
    const thing = things.get(id);
    if (thing === undefined) return send(404, { error: 'not found' });
    if (request.method === 'DELETE') things.delete(id);
    return request.method === 'DELETE' ? send(204) : send(200, thing);
  });
});

let target = '';
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  target = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => void server.close());

const folder = mkdtempSync(join(tmpdir(), 'standin-values-'));
writeFileSync(join(folder, 'api.yaml'), document);
const check = (...flags: readonly string[]) => finish(['check', target, 'api.yaml', ...flags], folder);

test('a run says which operation had no success, in the words of the service, and what may help', async () => {
  const { out } = await check('--draft-values', 'values.yaml');
  expect(out).toContain('\nReached: 0 of 3 operations had a success; life cycles tested to the end: 0 of 1\n');
  expect(out).toMatch(/POST \/things: 422 ×\d+ “code: is not in the form AB-12”; 2 operations need what it creates/);
  expect(out).toContain('values.yaml: 1 value to fill in.');
  expect(readFileSync(join(folder, 'values.yaml'), 'utf8')).toMatch(
    /# POST \/things: 422 ×\d+ “code: is not in the form AB-12”\n {2}"createThing#\/body\/code": null\n/,
  );
});

test('with the value filled in every operation has a success, and the file keeps it', async () => {
  const path = join(folder, 'filled.yaml');
  writeFileSync(path, `values:\n  "createThing#/body/code": "AB-$\{n}"\n`);
  const { out } = await check('--values', 'filled.yaml', '--draft-values', 'filled.yaml');
  expect(out).toContain('operations 100 %');
  expect(out).toMatch(
    /\nReached: 3 of 3 operations had a success; life cycles tested to the end: 0 of 1\n {2}the life cycle of things/,
  );
  expect(readFileSync(path, 'utf8')).toMatch(/"createThing#\/body\/code": "AB-\$\{n\}"/);
});

test('an id that no operation makes is asked for', async () => {
  const paths = `  /reports/{day}:
    get: { operationId: readReport, parameters: [{ name: day, in: path, required: true, schema: { type: string } }], responses: { '200': { description: it }, '404': { description: no } } }`;
  writeFileSync(join(folder, 'reports.yaml'), `openapi: 3.1.0\ninfo: { title: R, version: '1' }\npaths:\n${paths}\n`);
  await finish(['check', target, 'reports.yaml', '--draft-values', 'days.yaml'], folder);
  expect(readFileSync(join(folder, 'days.yaml'), 'utf8')).toMatch(
    /# GET \/reports\/\{day\}: 404 ×\d+ “not found”\n {2}"readReport#\/path\/day": null\n/,
  );
});

test('a file of values that names what the document does not have ends with 2', async () => {
  writeFileSync(join(folder, 'wrong.yaml'), 'createThing#/body/cod: AB-1\n');
  const { status, err } = await check('--values', 'wrong.yaml');
  expect(status).toBe(2);
  expect(err).toContain('Did you mean `code`?');
});

test('values may stand in the config file, or come from a module', async () => {
  writeFileSync(join(folder, 'values.ts'), "export default { 'createThing#/body/code': ({ n }) => 'CD-' + n };\n");
  writeFileSync(join(folder, 'inline.yaml'), 'check:\n  values:\n    code: [EF-1, EF-2]\n');
  expect((await check('--values', 'values.ts')).out).toContain('operations 100 %');
  expect((await check('--config', 'inline.yaml')).out).toContain('operations 100 %');
});
