import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Records that a list shows, and of which no path is read, changed or deleted. */
const DOCUMENT = `openapi: 3.0.3
info: { title: Servers, version: '1' }
paths:
  /servers:
    get:
      operationId: listServers
      responses:
        '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Server' } } } } }
  /servers/{server_id}/ACTION:
    post:
      operationId: OPERATION
      SUMMARY
      parameters: [{ name: server_id, in: path, required: true, schema: { type: string } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Body' } } } }
      responses: { '200': { description: ok }, '404': { description: none } }
components:
  schemas:
    Server: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    Body: { type: object, required: [text], properties: { text: { type: string, example: EXAMPLE } } }
`;

interface Command {
  readonly action: string;
  readonly id: string;
  readonly summary?: string;
  readonly example?: string;
}

interface Sent {
  /** The paths of requests with POST, each once. */
  readonly paths: readonly string[];
  readonly bodies: readonly string[];
}

async function posts({ action, id, summary = id, example = 'note' }: Command): Promise<Sent> {
  const paths = new Set<string>();
  const bodies: string[] = [];
  const text = DOCUMENT.replace('ACTION', action)
    .replace('OPERATION', id)
    .replace('SUMMARY', `summary: ${summary}`)
    .replace('EXAMPLE', JSON.stringify(example));
  await tell({
    ...fromYaml(text),
    target: async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === 'POST') {
        paths.add(pathname);
        bodies.push(await request.text());
      }
      return Response.json(request.method === 'GET' ? [{ id: 's1', name: 'precious' }] : {});
    },
  });
  return { paths: [...paths], bodies };
}

const written = async (command: Command): Promise<readonly string[]> =>
  (await posts(command)).paths.filter((path) => path.startsWith('/servers/'));

test('an action on a listed record of others is not sent, although it is the only path that names the record', async () => {
  expect(await written({ action: 'rename', id: 'renameServer' })).toEqual([]);
  expect(await written({ action: 'bulk/delete', id: 'deleteMany' })).toEqual([]);
});

test('a POST whose path ends in a word for reading is sent about a record of others', async () => {
  expect(await written({ action: 'keys/get', id: 'get-many-keys' })).toEqual(['/servers/s1/keys/get']);
  expect(await written({ action: 'query', id: 'queryServer' })).toEqual(['/servers/s1/query']);
  expect(await written({ action: 'fn/count', id: 'countThings' })).toEqual(['/servers/s1/fn/count']);
  expect(await written({ action: 'users:lookup', id: 'lookupUsers' })).toEqual(['/servers/s1/users:lookup']);
  expect(await written({ action: 'users:batchGet', id: 'servers.users.batchGet' })).toEqual([
    '/servers/s1/users:batchGet',
  ]);
});

test('a POST that reads is not sent where its name has another verb, or its body a statement that writes', async () => {
  expect(await written({ action: 'keys/get', id: 'resetAndGetKeys' })).toEqual([]);
  expect(await written({ action: 'users:update', id: 'updateUsers' })).toEqual([]);
  expect(await written({ action: 'users:lookup', id: 'lookupOrCreateUsers' })).toEqual([]);
  expect(await written({ action: 'list', id: 'putUpForSale' })).toEqual([]);
  expect(await written({ action: 'messages/read', id: 'markMessages' })).toEqual([]);
  expect(await written({ action: 'messages/read', id: 'messagesRead', summary: 'Marks all messages as read' })).toEqual(
    [],
  );
  expect(await written({ action: 'offers/list', id: 'offersList', summary: 'Puts all offers up for sale' })).toEqual(
    [],
  );
  expect(await written({ action: 'feeds/fetch', id: 'feedsFetch', summary: 'Downloads the feeds anew' })).toEqual([]);
  expect(
    await written({ action: 'views/count', id: 'countView', summary: 'Adds a view to the number of views' }),
  ).toEqual([]);
  for (const example of ['SELECT 1; DROP TABLE users', '-- all\nDROP TABLE users', 'WITH a AS (DELETE FROM b) DROP']) {
    const { bodies } = await posts({ action: 'query', id: 'queryServer', example });
    expect(bodies.filter((body) => body.includes('DROP'))).toEqual([]);
  }
  const { paths, bodies } = await posts({ action: 'query', id: 'queryServer', example: 'DROP TABLE users' });
  expect(paths).toContain('/servers/s1/query');
  expect(bodies.filter((body) => body.includes('DROP'))).toEqual([]);
});
