import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock, type StandinMock } from '../../src/library/index.ts';

/** A shop whose page calls it from another origin: lists, creations, a form, a picture, and a field that makes the browser ask first. */
export const SHOP_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  security: [{ token: [] }],
  paths: {
    '/api/items': {
      get: {
        operationId: 'listItems',
        responses: {
          '200': { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: item() } } } },
        },
      },
      post: {
        operationId: 'createItem',
        requestBody: { required: true, content: { 'application/json': { schema: newItem() } } },
        responses: { '201': { description: 'It.', content: { 'application/json': { schema: item() } } } },
      },
    },
    '/api/items/{itemId}': {
      parameters: [{ name: 'itemId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'readItem',
        responses: {
          '200': { description: 'It.', content: { 'application/json': { schema: item() } } },
          '404': { description: 'There is none.' },
        },
      },
      delete: { operationId: 'deleteItem', responses: { '204': { description: 'Gone.' } } },
    },
    '/api/orders': {
      post: {
        operationId: 'order',
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: newItem() } },
        },
        responses: { '201': { description: 'It.', content: { 'application/json': { schema: item() } } } },
      },
    },
    '/api/logo': {
      get: {
        operationId: 'logo',
        security: [],
        responses: {
          '200': { description: 'A picture.', content: { 'image/svg+xml': { schema: { type: 'string' } } } },
        },
      },
    },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
};

function item(): object {
  return {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
  };
}

function newItem(): object {
  return { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
}

/** What the page sends as its credential, and must never be shown. */
export const PAGE_TOKEN = 'page-token-5f1d77c0';

const page = (api: string): string => `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css">
<img src="/photo.png" alt=""><img src="${api}/api/logo" alt=""><script src="/shop.js"></script>`;

const script = (api: string): string => `
const call = (path, init = {}) => fetch('${api}/api' + path, { ...init, headers: { authorization: 'Bearer ${PAGE_TOKEN}', ...init.headers } });
const json = { 'content-type': 'application/json' };
(async () => {
  await (await fetch('/settings.json')).json();
  await (await call('/items')).json();
  const made = await (await call('/items', { method: 'POST', headers: json, body: JSON.stringify({ name: 'lamp' }) })).json();
  await (await call('/items/' + made.id)).json();
  await (await call('/orders', { method: 'POST', body: new URLSearchParams({ name: 'chair & table' }) })).json();
  await call('/items/' + made.id, { method: 'DELETE' });
  document.title = 'done';
})();`;

const STYLE = "@font-face { font-family: Own; src: url('/own.woff2') } body { font-family: Own; color: #333 }";

interface Shop {
  readonly page: string;
  readonly api: string;
  close(): Promise<void>;
}

/** The shop, and the page that calls it: each on an origin of its own, or both on one. */
export async function openShop(origins: 'one' | 'two'): Promise<Shop> {
  const mock = await createMock({ document: SHOP_DOCUMENT });
  const api = origins === 'one' ? '' : (await mock.listen({ port: 0 })).url;
  const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
    '/': ['text/html; charset=utf-8', page(api)],
    '/shop.js': ['text/javascript', script(api)],
    '/style.css': ['text/css', STYLE],
    '/photo.png': ['image/png', '\u0089PNG\r\n\u001a\n'],
    '/own.woff2': ['font/woff2', 'wOF2'],
    '/settings.json': ['application/json', '{"theme":"dark"}'],
  };
  const server = createServer((request, response) => {
    if (origins === 'one' && request.url?.startsWith('/api/')) return void passOn(mock, request, response);
    const [type, content] = files[request.url ?? ''] ?? [];
    response.writeHead(type === undefined ? 404 : 200, type === undefined ? {} : { 'content-type': type });
    response.end(content === undefined ? undefined : Buffer.from(content, 'latin1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    page: `${own}/`,
    api: origins === 'one' ? own : api,
    async close() {
      server.closeAllConnections();
      server.close();
      await mock.close();
    },
  };
}

async function passOn(mock: StandinMock, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method = 'GET', url, headers } = request;
  const { authorization = '', 'content-type': type } = headers;
  const answer = await mock.fetch(
    new Request(`http://127.0.0.1${url}`, {
      method,
      headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}
