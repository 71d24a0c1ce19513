import { afterAll, describe, expect, test } from 'vitest';
import { createMock, type StandinMock } from '../../../src/library/index.ts';

const json = (schema: object): object => ({ content: { 'application/json': { schema } } });
const raw = { content: { 'application/octet-stream': { schema: {} } } };
const object = (properties: object, required: readonly string[]): object => ({ type: 'object', properties, required });
const text = { type: 'string' };
const whole = { type: 'integer' };
const Item = { $ref: '#/components/schemas/Item' };
const Cart = { $ref: '#/components/schemas/Cart' };
const at = (...names: readonly string[]): object => ({
  parameters: names.map((name) => ({ name, in: 'path', required: true, schema: whole })),
});
const answers = (content?: object, status = 200): object => ({
  responses: { [status]: { description: '', ...content }, 404: { description: 'not there' } },
});
const sent = { requestBody: json(object({ product: text, quantity: whole }, [])) };

const document = {
  openapi: '3.1.0',
  info: { title: 'carts', version: '1' },
  paths: {
    '/carts': { get: answers(json({ type: 'array', items: Cart })), post: answers(json(Cart), 201) },
    '/carts/{cartId}': { ...at('cartId'), get: answers(json(Cart)) },
    '/carts/{cartId}/items': { ...at('cartId'), post: { ...sent, ...answers(json(Item), 201) } },
    '/carts/{cartId}/items/{itemId}': {
      ...at('cartId', 'itemId'),
      patch: { ...sent, ...answers(json(Item)) },
      put: { ...sent, ...answers(json(Item)) },
      delete: answers(undefined, 204),
    },
    '/carts/{cartId}/receipt': {
      ...at('cartId'),
      get: answers(raw),
      put: { requestBody: raw, ...answers(undefined, 204) },
      delete: answers(undefined, 204),
    },
  },
  components: {
    schemas: {
      Item: object({ id: whole, product: text, quantity: whole }, ['id']),
      Cart: object({ id: whole, items: { type: 'array', items: Item } }, ['id', 'items']),
    },
  },
};

const open: StandinMock[] = [];
afterAll(() => Promise.all(open.map((mock) => mock.close())));

async function serve(
  served: object = document,
): Promise<(method: string, path: string, body?: object | Uint8Array) => Promise<Response>> {
  const mock = await createMock({ document: served });
  open.push(mock);
  return (method, path, body) => {
    const bytes = body instanceof Uint8Array;
    const headers = { 'content-type': bytes ? 'application/octet-stream' : 'application/json' };
    const init = body && { headers, body: bytes ? body : JSON.stringify(body) };
    return (path.startsWith('/_standin') ? mock.control : mock.fetch)(
      new Request(`http://localhost${path}`, { method, ...init }),
    );
  };
}

describe('An item', () => {
  test('shows what is written into what is nested in it', async () => {
    const ask = await serve();
    const { id } = (await (await ask('POST', '/carts')).json()) as { id: number };
    const items = async (): Promise<unknown> =>
      ((await (await ask('GET', `/carts/${id}`)).json()) as { items: object }).items;
    const made = async (product: string) =>
      (await (await ask('POST', `/carts/${id}/items`, { product })).json()) as { id: number };
    expect(await items()).toEqual([]);
    const [tea, milk] = [await made('tea'), await made('milk')];
    expect(await items()).toEqual([tea, milk]);
    await ask('PATCH', `/carts/${id}/items/${tea.id}`, { quantity: 2 });
    await ask('PUT', `/carts/${id}/items/${milk.id}`, { product: 'cream', quantity: 3 });
    expect(await items()).toEqual([
      { ...tea, quantity: 2 },
      { ...milk, product: 'cream', quantity: 3 },
    ]);
    await ask('DELETE', `/carts/${id}/items/${tea.id}`);
    expect(await items()).toEqual([{ ...milk, product: 'cream', quantity: 3 }]);
  });

  test.each([
    ['', 'boxId', 'boxId'],
    [', whatever each path calls it', 'id', 'box'],
  ])('shows from the start what is nested in it, and how many they are%s', async (_, above, around) => {
    const Box = object(
      { id: whole, files: { type: 'array', items: { $ref: '#/components/schemas/File' } }, fileCount: whole },
      ['id', 'files', 'fileCount'],
    );
    const File = { $ref: '#/components/schemas/File' };
    const ask = await serve({
      ...shared,
      paths: {
        '/boxes': { get: answers(json({ type: 'array', items: { $ref: '#/components/schemas/Box' } })) },
        '/boxes/{boxId}': { ...at('boxId'), get: answers(json({ $ref: '#/components/schemas/Box' })) },
        [`/boxes/{${above}}/files`]: { ...at(above), get: answers(json({ type: 'array', items: File })) },
        [`/boxes/{${around}}/files/{fileId}`]: {
          ...at(around, 'fileId'),
          get: answers(json(File)),
          delete: answers(undefined, 204),
        },
      },
      components: { schemas: { Box, File: object({ id: whole, name: text }, ['id', 'name']) } },
    });
    const box = async () =>
      (await (await ask('GET', '/boxes/2')).json()) as { files: { id: number }[]; fileCount: number };
    const { files, fileCount } = await box();
    expect(files).not.toEqual([]);
    expect(fileCount).toBe(files.length);
    expect(await (await ask('GET', '/boxes/2/files')).json()).toEqual(files);
    expect((await ask('DELETE', `/boxes/2/files/${files[0]?.id}`)).status).toBe(204);
    expect(await box()).toMatchObject({ files: files.slice(1), fileCount: fileCount - 1 });
  });

  test('keeps a list of something else that has the name of what is nested in it', async () => {
    const Cart = object({ id: whole, items: { type: 'array', items: object({ href: text }, []) } }, ['id', 'items']);
    const ask = await serve({ ...document, components: { schemas: { ...document.components.schemas, Cart } } });
    const before = await (await ask('GET', '/carts/1')).json();
    expect((await ask('POST', '/carts/1/items', { product: 'tea' })).status).toBe(201);
    expect(await (await ask('GET', '/carts/1')).json()).toEqual(before);
  });

  test('shows what its example shows, and not what is nested in it', async () => {
    const items = [{ id: 70, product: 'tea', quantity: 2 }];
    const shown = { content: { 'application/json': { schema: Cart, example: { id: 1, items } } } };
    const paths = { ...document.paths, '/carts/{cartId}': { ...at('cartId'), get: answers(shown) } };
    const ask = await serve({ ...document, paths });
    expect(await (await ask('GET', '/carts/1')).json()).toEqual({ id: 1, items });
  });

  test('is there again when everything is reset', async () => {
    const ask = await serve();
    const before = await (await ask('GET', '/carts/2')).json();
    expect(before).toMatchObject({ id: 2 });
    expect((await ask('POST', '/_standin/reset')).ok).toBe(true);
    expect(await (await ask('GET', '/carts/2')).json()).toEqual(before);
  });

  test('is as its schema says where that allows fewer than are nested in it', async () => {
    const items = { type: 'array', items: Item, maxItems: 1 };
    const Cart = object({ id: whole, items }, ['id', 'items']);
    const ask = await serve({ ...document, components: { schemas: { ...document.components.schemas, Cart } } });
    const { items: shown } = (await (await ask('GET', '/carts/1')).json()) as { items: object[] };
    expect(shown.length).toBeLessThan(2);
  });

  test('keeps the content that a path of it takes, until that is deleted', async () => {
    const ask = await serve();
    const { id } = (await (await ask('POST', '/carts')).json()) as { id: number };
    const shown = async (): Promise<Uint8Array> =>
      new Uint8Array(await (await ask('GET', `/carts/${id}/receipt`)).arrayBuffer());
    const bytes = Uint8Array.from([0, 255, 10, 128]);
    expect((await ask('PUT', `/carts/${id}/receipt`, bytes)).status).toBe(204);
    expect(await shown()).toEqual(bytes);
    expect((await ask('PUT', '/carts/987654/receipt', bytes)).status).toBe(404);
    expect((await ask('DELETE', `/carts/${id}/receipt`)).status).toBe(204);
    expect((await ask('GET', `/carts/${id}/receipt`)).status).toBe(404);
  });
});

const file = object({ id: whole, name: text }, ['id', 'name']);
const shelf = object({ id: whole, files: { type: 'array', items: { $ref: '#/components/schemas/File' } } }, [
  'id',
  'files',
]);
const note = object({ id: whole, shelfId: whole, text }, ['id', 'shelfId', 'text']);
const ofShelf = { $ref: '#/components/schemas/Note' };

/** All are made below a shelf and found without it: a file is listed by its shelf, a note names it, of a mark nothing says whose it is. */
const shared = {
  openapi: '3.1.0',
  info: { title: 'shelves', version: '1' },
  paths: {
    '/shelves': {
      get: answers(json({ type: 'array', items: { $ref: '#/components/schemas/Shelf' } })),
      post: answers(json({ $ref: '#/components/schemas/Shelf' }), 201),
    },
    '/shelves/{shelfId}': {
      ...at('shelfId'),
      get: answers(json({ $ref: '#/components/schemas/Shelf' })),
      delete: answers(undefined, 204),
    },
    '/shelves/{shelfId}/files': {
      ...at('shelfId'),
      get: answers(json({ type: 'array', items: { $ref: '#/components/schemas/File' } })),
      post: {
        requestBody: json(object({ name: text }, ['name'])),
        ...answers(json({ $ref: '#/components/schemas/File' }), 201),
      },
    },
    '/files/{fileId}': { ...at('fileId'), get: answers(json({ $ref: '#/components/schemas/File' })) },
    '/shelves/{shelfId}/notes': {
      ...at('shelfId'),
      get: answers(json({ type: 'array', items: ofShelf })),
      post: { requestBody: json(object({ text }, ['text'])), ...answers(json(ofShelf), 201) },
    },
    '/shelves/{shelfId}/marks': {
      ...at('shelfId'),
      get: answers(json({ type: 'array', items: { $ref: '#/components/schemas/Mark' } })),
      post: {
        requestBody: json(object({ text }, ['text'])),
        ...answers(json({ $ref: '#/components/schemas/Mark' }), 201),
      },
    },
    '/marks/{markId}': { ...at('markId'), get: answers(json({ $ref: '#/components/schemas/Mark' })) },
    '/notes/{noteId}': { ...at('noteId'), get: answers(json(ofShelf)) },
  },
  components: { schemas: { File: file, Shelf: shelf, Note: note, Mark: object({ id: whole, text }, ['id', 'text']) } },
};

describe('What is made below one item and found without it', () => {
  const made = async (ask: Awaited<ReturnType<typeof serve>>, path: string, body?: object): Promise<number> =>
    ((await (await ask('POST', path, body)).json()) as { id: number }).id;

  test('stays when another item goes, and goes with its own', async () => {
    const ask = await serve(shared);
    const [one, other] = [await made(ask, '/shelves'), await made(ask, '/shelves')];
    const file = await made(ask, `/shelves/${one}/files`, { name: 'a' });
    const note = await made(ask, `/shelves/${one}/notes`, { text: 'a' });
    const mark = await made(ask, `/shelves/${one}/marks`, { text: 'a' });
    const others = await made(ask, `/shelves/${other}/marks`, { text: 'b' });
    const statuses = async () => [
      (await ask('GET', `/files/${file}`)).status,
      (await ask('GET', `/notes/${note}`)).status,
      (await ask('GET', `/marks/${mark}`)).status,
    ];
    expect((await ask('DELETE', `/shelves/${other}`)).status).toBe(204);
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await ask('GET', `/marks/${others}`)).status).toBe(404);
    expect((await ask('DELETE', `/shelves/${one}`)).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  test('is there from the start whatever item is deleted first', async () => {
    const [untouched, other] = [await serve(shared), await serve(shared)];
    const files = async (ask: typeof untouched): Promise<object> =>
      (await ask('GET', '/shelves/1/files')).json() as Promise<object>;
    const all = await files(untouched);
    expect(all).not.toEqual([]);
    expect((await other('DELETE', '/shelves/2')).status).toBe(204);
    expect(await files(other)).toEqual(all);
  });
});

test('What was in an item that went is not in another one of its id, nor is what was in that', async () => {
  const Shelf = object({ id: whole, label: text }, ['id']);
  const Box = object({ id: whole, colour: text }, ['id']);
  const listed = (items: object): object => answers(json({ type: 'array', items }));
  const kept = (own: object, ...names: readonly string[]): object => ({
    ...at(...names),
    get: answers(json(own)),
    put: {
      requestBody: json(own),
      responses: { 200: { description: '', ...json(own) }, 201: { description: '', ...json(own) } },
    },
    delete: answers(undefined, 204),
  });
  const ask = await serve({
    ...shared,
    paths: {
      '/shelves': { get: listed(Shelf) },
      '/shelves/{shelfId}': kept(Shelf, 'shelfId'),
      '/shelves/{shelfId}/boxes': { ...at('shelfId'), get: listed(Box) },
      '/shelves/{shelfId}/boxes/{boxId}': kept(Box, 'shelfId', 'boxId'),
      '/shelves/{shelfId}/boxes/{boxId}/files': {
        ...at('shelfId', 'boxId'),
        get: listed(file),
        post: { requestBody: json(object({ name: text }, ['name'])), ...answers(json(file), 201) },
      },
    },
  });
  const all = async (path: string): Promise<unknown> => (await ask('GET', path)).json();
  const put = async (path: string, id: number): Promise<number> => (await ask('PUT', path, { id })).status;
  expect(await all('/shelves/2/boxes')).not.toEqual([]);
  for (const shelf of [1, 77]) {
    const box = `/shelves/${shelf}/boxes/5`;
    if (shelf === 77) {
      expect([await put('/shelves/77', 77), await put(box, 5)]).toEqual([201, 201]);
      expect((await ask('POST', `${box}/files`, { name: 'a' })).status).toBe(201);
    }
    expect((await ask('DELETE', `/shelves/${shelf}`)).status).toBe(204);
    expect(await put(`/shelves/${shelf}`, shelf)).toBe(201);
    expect(await all(`/shelves/${shelf}/boxes`)).toEqual([]);
    expect(await put(box, 5)).toBe(201);
    expect(await all(`${box}/files`)).toEqual([]);
  }
});
