import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * A bare server of so many collections that keeps its contract, and the document of it: `collections.mjs <collections> <document>`.
 * It answers in a few microseconds, so that what a run costs is what the runner costs.
 */
const [count = '1', file = ''] = process.argv.slice(2);

const MOST = 60;
const json = (schema) => ({ content: { 'application/json': { schema } } });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const refused = { 400: { description: 'Refused.' }, 422: { description: 'Refused.' } };
const absent = { 404: { description: 'There is none.' } };
const parts = {
  name: { type: 'string', minLength: 1, maxLength: MOST },
  status: { type: 'string', enum: ['open', 'closed'] },
  weight: { type: 'integer', minimum: 0, maximum: 1_000 },
};
const schemas = {
  NewItem: { type: 'object', required: ['name'], properties: parts },
  Item: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', minimum: 1, readOnly: true }, ...parts },
  },
};

function pathsOf(at) {
  const id = { name: 'itemId', in: 'path', required: true, example: 1, schema: schemas.Item.properties.id };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } };
  const body = { requestBody: { required: true, ...json(ref('NewItem')) } };
  const one = (status) => ({ [status]: { description: 'The item.', ...json(ref('Item')) } });
  return {
    [`/items${at}`]: {
      get: {
        operationId: `list${at}`,
        parameters: [limit],
        responses: { 200: { description: 'Items.', ...json({ type: 'array', items: ref('Item') }) }, ...refused },
      },
      post: { operationId: `create${at}`, ...body, responses: { ...one(201), ...refused } },
    },
    [`/items${at}/{itemId}`]: {
      parameters: [id],
      get: { operationId: `read${at}`, responses: { ...one(200), ...refused, ...absent } },
      put: { operationId: `replace${at}`, ...body, responses: { ...one(200), ...refused, ...absent } },
      delete: {
        operationId: `delete${at}`,
        responses: { 204: { description: 'Gone.' }, ...refused, ...absent },
      },
    },
  };
}

const collections = Array.from({ length: Number(count) }, () => ({ next: 1, items: new Map() }));
writeFileSync(
  file,
  JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Collections', version: '1.0.0' },
    paths: Object.assign({}, ...collections.map((_, at) => pathsOf(at))),
    components: { schemas },
  }),
);

const wholeIn = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;

function isItem(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { name, status, weight } = value;
  if (typeof name !== 'string' || [...name].length < 1 || [...name].length > MOST) return false;
  if (status !== undefined && !parts.status.enum.includes(status)) return false;
  return weight === undefined || wholeIn(weight, 0, 1_000);
}

/** Status and value of an answer. */
function answer(collection, method, id, query, type, text) {
  if (id === undefined && method === 'GET') {
    const given = new URLSearchParams(query).getAll('limit');
    if (given.length > 1 || (given[0] !== undefined && !/^([1-9]\d?|100)$/.test(given[0]))) return [422];
    return [200, [...collection.items.values()].slice(0, Number(given[0] ?? 20))];
  }
  if (id !== undefined && !/^[1-9]\d*$/.test(id)) return [422];
  const key = Number(id);
  if (id !== undefined && !collection.items.has(key)) return [404];
  if (method === 'GET') return [200, collection.items.get(key)];
  if (method === 'DELETE') return collection.items.delete(key) ? [204] : [404];
  if (!/^application\/json\b/i.test(type ?? '')) return [415];
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return [400];
  }
  if (!isItem(value)) return [422];
  const item = { ...value, id: id === undefined ? collection.next++ : key };
  collection.items.set(item.id, item);
  return [id === undefined ? 201 : 200, item];
}

const server = createServer((request, response) => {
  const [, at = '', id, query = ''] = /^\/items(\d+)(?:\/([^/?]*))?(?:\?(.*))?$/.exec(request.url ?? '') ?? [];
  const collection = collections[Number(at)];
  const allow = id === undefined ? 'GET, POST' : 'GET, PUT, DELETE';
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
  const send = (status, value) => {
    const body = value === undefined ? undefined : JSON.stringify(value);
    const fields = {
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...(status === 405 || method === 'OPTIONS' ? { allow } : {}),
      ...(status === 201 ? { location: `/items${at}/${value.id}` } : {}),
    };
    response.writeHead(status, fields);
    response.end(body);
  };
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    if (at === '' || collection === undefined) return send(404);
    if (!allow.split(', ').includes(method)) return send(method === 'OPTIONS' ? 204 : 405);
    return send(...answer(collection, method, id, query, request.headers['content-type'], text));
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
