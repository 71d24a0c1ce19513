import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient as generate } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unpack } from './documents.mjs';
import { serve } from './serve.mjs';

const galaxy = serve('galaxy.yaml');
const folder = mkdtempSync(join(tmpdir(), 'standin-hey-api-'));
let sdk;
let client;

beforeAll(async () => {
  const document = unpack('galaxy.yaml');
  await generate({
    input: document.path,
    output: { path: folder, clean: false },
    logs: { level: 'silent', file: false },
  });
  document.remove();
  sdk = await import(/* @vite-ignore */ join(folder, 'sdk.gen.ts'));
  ({ client } = await import(/* @vite-ignore */ join(folder, 'client.gen.ts')));
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => client.setConfig({ baseUrl: galaxy.url, auth: 'token' }));

const PLANET = { name: 'Vulcan', description: 'Hot', image: 'https://example.com/vulcan.jpg' };
const newPlanet = async (fields = {}) => (await sdk.createPlanet({ body: { ...PLANET, ...fields } })).data;
const at = (planetId) => ({ path: { planetId } });
const list = async (query) => (await sdk.getAllData({ query })).data;

describe('A client that @hey-api/openapi-ts generated for the galaxy', () => {
  test('a created planet has an id and everything that was sent', async () => {
    const { data, response } = await sdk.createPlanet({ body: PLANET });
    expect(response.status).toBe(201);
    expect(data).toMatchObject(PLANET);
    expect(Number.isInteger(data.id)).toBe(true);
  });

  test('a created planet is read as it was created', async () => {
    const planet = await newPlanet();
    expect((await sdk.getPlanet(at(planet.id))).data).toEqual(planet);
  });

  test('a created planet has the same fields as one that was there before', async () => {
    const { data } = await list();
    expect(Object.keys(await newPlanet()).sort()).toEqual(Object.keys(data[0]).sort());
  });

  test('a created planet stands in the list once', async () => {
    const { id } = await newPlanet();
    expect((await list({ limit: 100 })).data.filter((each) => each.id === id)).toHaveLength(1);
  });

  test('the total counts every planet', async () => {
    const before = await list({ limit: 1 });
    await newPlanet();
    expect((await list({ limit: 1 })).meta.total).toBe(before.meta.total + 1);
  });

  test('`offset` and `limit` give every planet once and end', async () => {
    for (let count = 0; count < 5; count++) await newPlanet({ name: `Planet ${count}` });
    const { meta } = await list({ limit: 1 });
    const ids = [];
    for (let offset = 0; offset < 100; offset += 4) {
      const { data } = await list({ limit: 4, offset });
      if (data.length === 0) break;
      ids.push(...data.map(({ id }) => id));
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(meta.total);
  });

  test('a page says its limit, its offset and the address of the next page', async () => {
    const { meta } = await list({ limit: 2, offset: 2 });
    expect(meta).toMatchObject({ limit: 2, offset: 2 });
    expect(meta.next).toMatch(/^\/planets\?limit=2&offset=4$/);
  });

  test('the last page has no next page', async () => {
    const { meta } = await list({ limit: 100 });
    expect(meta.next ?? null).toBeNull();
  });

  test('the next page that is named can be followed', async () => {
    const { meta, data } = await list({ limit: 2 });
    const answer = await fetch(new URL(meta.next, galaxy.url));
    const next = await answer.json();
    expect(next.data[0].id).not.toBe(data[0].id);
  });

  test('a replaced planet has the new fields', async () => {
    const { id } = await newPlanet();
    const body = { name: 'Romulus', description: null };
    const { data } = await sdk.updatePlanet({ ...at(id), body });
    expect(data).toMatchObject({ id, name: 'Romulus', description: null });
    expect((await sdk.getPlanet(at(id))).data).toEqual(data);
  });

  test('a deleted planet is gone: 204, and then the documented 404 as `error`', async () => {
    const { id } = await newPlanet();
    expect((await sdk.deletePlanet(at(id))).response.status).toBe(204);
    const { data, error, response } = await sdk.getPlanet(at(id));
    expect(data).toBeUndefined();
    expect(response.status).toBe(404);
    expect(error).toMatchObject({ status: 404 });
  });

  test('an error can be thrown in place of being returned', async () => {
    const thrown = await sdk.getPlanet({ ...at(999_999), throwOnError: true }).catch((error) => error);
    expect(thrown).toMatchObject({ status: 404 });
  });

  test('a planet without a name is refused with the documented 400', async () => {
    const { error, response } = await sdk.createPlanet({ body: { description: 'Hot' } });
    expect(response.status).toBe(400);
    expect(error.detail).toContain('name');
  });

  test('the creator of a planet never shows a password', async () => {
    const { id } = await newPlanet({ creator: { name: 'Marc', email: 'marc@example.com', password: 'secret' } });
    const { data } = await sdk.getPlanet(at(id));
    expect(data.creator).toMatchObject({ name: 'Marc', email: 'marc@example.com' });
    expect(JSON.stringify(await list({ limit: 100 }))).not.toContain('"password"');
    expect(data.creator.password).toBeUndefined();
  });

  test('an uploaded image is described by its size and its type', async () => {
    const { id } = await newPlanet();
    const image = new File([Buffer.from('a small picture')], 'mars.png', { type: 'image/png' });
    const { data, response } = await sdk.uploadImage({ ...at(id), body: { image } });
    expect(response.status).toBe(200);
    expect(data).toMatchObject({ fileSize: 15, mimeType: 'image/png' });
  });

  test('the message about an upload reads like the documented one, and the upload is now', async () => {
    const { id } = await newPlanet();
    const image = new File([Buffer.from('a small picture')], 'mars.png', { type: 'image/png' });
    const { data } = await sdk.uploadImage({ ...at(id), body: { image } });
    expect(data.message).toBe('Image uploaded successfully');
    expect(Math.abs(Date.parse(data.uploadedAt) - Date.now())).toBeLessThan(120_000);
  });

  test('an image of a planet that is not there is 404', async () => {
    const image = new File([Buffer.from('a small picture')], 'mars.png', { type: 'image/png' });
    expect((await sdk.uploadImage({ ...at(999_999), body: { image } })).response.status).toBe(404);
  });

  test('who signs up has an id and the name that was sent, and no password', async () => {
    const body = { name: 'Marc', email: 'marc@example.com', password: 'secret' };
    const { data, response } = await sdk.createUser({ body });
    expect(response.status).toBe(201);
    expect(data).toMatchObject({ name: 'Marc', email: 'marc@example.com' });
    expect(Number.isInteger(data.id)).toBe(true);
    expect(data.password).toBeUndefined();
  });

  test('a token is a JWT, as the documented one', async () => {
    const { data } = await sdk.getToken({ body: { email: 'marc@example.com', password: 'secret' } });
    expect(data.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  // wrong today: who is signed in is a record that is drawn.
  test('who I am is the user that signed up', async () => {
    const body = { name: 'Vera', email: 'vera@example.com', password: 'secret' };
    const { data: user } = await sdk.createUser({ body });
    const { data: token } = await sdk.getToken({ body: { email: body.email, password: body.password } });
    client.setConfig({ auth: token.token });
    expect((await sdk.getMe()).data).toMatchObject({ id: user.id, name: 'Vera', email: 'vera@example.com' });
  });

  test('without a token I am refused with the documented 401', async () => {
    client.setConfig({ auth: undefined });
    const { error, response } = await sdk.getMe();
    expect(response.status).toBe(401);
    expect(error).toMatchObject({ status: 401 });
  });
});
