import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { copyForDredd } from '../../src/library/second-opinion/second-opinion-document.ts';
import { schemaAsIn30 } from '../../src/library/second-opinion/second-opinion-schema.ts';
import { loadApi } from '../../src/spec/index.ts';
import { createAccepts } from '../../src/validation/index.ts';
import { type Finished, finish } from './command.ts';
import { folder } from './folder.ts';

/** Only the second opinion matters here, so our own run is kept short. */
const SHORT = ['--phase', 'examples', '--now', '2026-12-01', '--second-opinion', 'dredd', '--json'];

interface Told {
  readonly findings: readonly {
    readonly check: string;
    readonly source?: string;
    readonly severity: string;
    readonly operation?: string;
    readonly message: string;
  }[];
  readonly notes: readonly string[];
  readonly leftOut: readonly { readonly operation?: string; readonly reason: string; readonly count: number }[];
  readonly exitStatus: number;
}

function summaryOf({ out }: Finished): Told {
  const last = JSON.parse(out.trim().split('\n').at(-1) ?? '{}') as { readonly summary: Told };
  return last.summary;
}

/** A service that answers every request in one way. */
async function answering(body: unknown): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

function clubs(schema: string, version = '3.0.3'): string {
  return `openapi: ${version}
info: { title: Clubs, version: "1" }
paths:
  /clubs/{id}:
    get:
      operationId: getClub
      parameters: [{ name: id, in: path, required: true, schema: { type: integer }, example: 1 }]
      responses:
        "200": { description: A club., content: { application/json: { schema: ${schema} } } }
        "404": { description: None. }
`;
}

test('On the mock of the petstore every transaction of Dredd passes, and what it cannot see is listed', async () => {
  const told = summaryOf(await finish(['check', '--self', ...SHORT]));
  expect(told.notes.join()).toContain('second opinion of Dredd: 19 of 19 transactions passed');
  expect(told.findings.filter(({ source }) => source === 'dredd')).toEqual([]);
  expect(told.leftOut.filter(({ reason }) => reason === 'not seen by Dredd, only 2xx responses are')).toHaveLength(19);
  expect(told.exitStatus).toBe(0);
});

test('A hook file that does not load ends the command before a request is sent', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cwd = await folder({ 'openapi.yaml': clubs('{ type: object }'), 'hooks.js': 'require("hooks").before(' });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const end = await finish(['check', url, 'openapi.yaml', ...SHORT, '--second-opinion-hooks', 'hooks.js'], cwd);
  server.close();
  expect(end.status).toBe(2);
  expect(end.err).toContain('Dredd cannot start: The hook file');
  expect(end.err).toContain('hooks.js');
  // A target on this machine is asked once whether it is a standin mock.
  expect(asked.filter((url) => url !== '/_standin/health')).toEqual([]);
});

test('A hook file that is not there ends the command', async () => {
  const cwd = await folder({ 'openapi.yaml': clubs('{ type: object }') });
  const end = await finish(
    ['check', 'http://127.0.0.1:9', 'openapi.yaml', ...SHORT, '--second-opinion-hooks', 'none.js'],
    cwd,
  );
  expect(end.status).toBe(2);
  expect(end.err).toContain('none.js');
});

test('A hook may change what Dredd sends', async () => {
  const service = await answering({ name: 'Chess' });
  const cwd = await folder({
    'openapi.yaml': clubs('{ type: object, required: [name], properties: { name: { type: string } } }'),
    'hooks.js': 'require("hooks").beforeEach((transaction) => { transaction.skip = true; });',
  });
  const end = await finish(['check', service.url, 'openapi.yaml', ...SHORT, '--second-opinion-hooks', 'hooks.js'], cwd);
  service.close();
  expect(summaryOf(end).notes.join()).toContain('0 of 1 transactions passed, 1 were skipped');
});

test('What Dredd holds against a faulty service is a finding of Dredd, and an error where our own checks agree', async () => {
  const service = await answering({ name: 7 });
  const cwd = await folder({
    'openapi.yaml': clubs('{ type: object, required: [name], properties: { name: { type: string } } }'),
  });
  const end = await finish(['check', service.url, 'openapi.yaml', ...SHORT], cwd);
  service.close();
  const found = summaryOf(end).findings.filter(({ source }) => source === 'dredd');
  expect(found).toMatchObject([{ check: 'dredd.body', severity: 'error', operation: 'getClub' }]);
  expect(found[0]?.message).toContain("At '/name' Invalid type");
  expect(end.status).toBe(1);
});

test('What only Dredd says is a warning, and does not fail the run', async () => {
  const service = await answering({ name: 7 });
  const cwd = await folder({
    'openapi.yaml': clubs('{ type: object, required: [name], properties: { name: { type: string } } }'),
  });
  // Our own run asks nothing about bodies in this phase.
  const end = await finish(
    ['check', service.url, 'openapi.yaml', ...SHORT.map((word) => (word === 'examples' ? 'lifecycle' : word))],
    cwd,
  );
  service.close();
  const found = summaryOf(end).findings.filter(({ source }) => source === 'dredd');
  expect(found).toMatchObject([{ check: 'dredd.body', severity: 'warning' }]);
});

test('Hooks without a second opinion are refused', async () => {
  const end = await finish(['check', '--self', '--second-opinion-hooks', 'hooks.js']);
  expect(end).toMatchObject({ status: 2 });
  expect(end.err).toContain('--second-opinion-hooks needs --second-opinion dredd');
});

test('Every keyword of a 3.1 schema is expressed in 3.0, or reported as lost', () => {
  const lost: string[] = [];
  const said = schemaAsIn30(
    {
      type: ['object', 'null'],
      properties: {
        kind: { const: 'club' },
        size: { type: 'integer', minimum: 1, exclusiveMinimum: 3 },
        home: { $ref: '#/components/schemas/Place', readOnly: true },
        word: { type: 'string', examples: ['a', 'b'] },
        pair: { type: 'array', prefixItems: [{ type: 'string' }] },
        both: { type: ['string', 'integer'] },
      },
      unevaluatedProperties: false,
    },
    (what) => lost.push(what),
  );
  expect(said).toMatchObject({
    type: 'object',
    nullable: true,
    properties: {
      kind: { enum: ['club'] },
      size: { type: 'integer', minimum: 3, exclusiveMinimum: true },
      home: { allOf: [{ $ref: '#/components/schemas/Place' }, { readOnly: true }] },
      word: { type: 'string', example: 'a' },
    },
  });
  expect(lost.sort()).toEqual(['`prefixItems`', '`type` with several types', '`unevaluatedProperties`']);
});

test('An operation that 3.0 cannot describe is left out of the copy, with the reason', async () => {
  const cwd = await folder({ 'openapi.yaml': clubs('{ type: array, prefixItems: [{ type: string }] }', '3.1.1') });
  const api = await loadApi(join(cwd, 'openapi.yaml'));
  const copy = copyForDredd(
    api,
    () => true,
    () => null,
  );
  expect(JSON.parse(copy.text).paths).toEqual({});
  expect(copy.unseen).toEqual([
    {
      operation: 'getClub',
      reason: 'not seen by Dredd, OpenAPI 3.0 cannot express: `prefixItems`',
      count: 1,
    },
  ]);
});

test('A run whose second opinion asks nothing is not green', async () => {
  const service = await answering([]);
  const cwd = await folder({ 'openapi.yaml': clubs('{ type: array, prefixItems: [{ type: string }] }', '3.1.1') });
  const end = await finish(['check', service.url, 'openapi.yaml', ...SHORT], cwd);
  service.close();
  expect(end.status).toBe(1);
  expect(end.out).toContain('the second opinion is missing');
});

test('The copy of the petstore has 3.0, the 2xx responses and every operation', async () => {
  const api = await loadApi(resolve(import.meta.dirname, '../../spec/petstore.openapi.yaml'));
  const generator = createGenerator({ api, accepts: createAccepts(api) });
  const copy = copyForDredd(
    api,
    () => true,
    (schema, at) => {
      const drawn = generator.value(schema, { seed: 1, at }, { direction: 'request' });
      return drawn.ok ? drawn.value : null;
    },
  );
  const document = JSON.parse(copy.text) as {
    readonly openapi: string;
    readonly paths: Record<string, Record<string, { readonly responses: object }>>;
  };
  expect(document.openapi).toBe('3.0.3');
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  expect(operations).toHaveLength(api.operations.length);
  for (const { responses } of operations)
    for (const status of Object.keys(responses)) expect(status).toMatch(/^2\d\d$/);
});

test('Creations come first and deletions last, the deepest of them first', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../contracts/dredd/hooks.cjs'), 'utf8');
  let sort = (_transactions: unknown[], done: () => void): void => done();
  const hooks = { beforeAll: (hook: typeof sort) => (sort = hook), beforeEachValidation: () => undefined };
  new Function('require', text)(() => hooks);
  const list = ['DELETE /a/1', 'GET /a', 'DELETE /a/1/b/2', 'POST /a', 'PUT /a/1'].map((line) => {
    const [method, fullPath] = line.split(' ');
    return { request: { method }, fullPath };
  });
  sort(list, () => undefined);
  expect(list.map(({ request, fullPath }) => `${request.method} ${fullPath}`)).toEqual([
    'POST /a',
    'GET /a',
    'PUT /a/1',
    'DELETE /a/1/b/2',
    'DELETE /a/1',
  ]);
});

test('Where a response has a choice of media types, Dredd is left the JSON one', async () => {
  const text = clubs('{ type: object }').replace(
    'content: {',
    'content: { application/xml: { schema: { type: object } },',
  );
  const api = await loadApi(join(await folder({ 'openapi.yaml': text }), 'openapi.yaml'));
  const copy = copyForDredd(
    api,
    () => true,
    () => null,
  );
  const content = JSON.parse(copy.text).paths['/clubs/{id}'].get.responses['200'].content;
  expect(Object.keys(content)).toEqual(['application/json']);
  expect(Object.keys(copy.schemas)).toEqual(['getClub 200']);
  expect(copy.operations).toBe(1);
});
