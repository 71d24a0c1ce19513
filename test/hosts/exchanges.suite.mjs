import { once } from 'node:events';
import { createServer as createNodeServer } from 'node:http';
import middie from '@fastify/middie';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { setupServer } from 'msw/node';
import { createMock } from 'standin';
import { standinHandlers } from 'standin/msw';
import { toNodeHandler } from 'standin/node';
import { standin } from 'standin/vite';
import { createServer as createVite8 } from 'vite';
import { createServer as createVite7 } from 'vite-7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOW = '2026-12-01T00:00:00Z';
const json = (body) => ({ body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
const as = (fields, init = {}) => ({ ...init, headers: { ...init.headers, ...fields } });
const NOVEL = { title: 'Emma', genre: 'novel' };

/** Sixty requests, one after the other on one mock: reads, writes, refusals, HEAD, conditions, negotiation, preferences, worlds. */
const EXCHANGES = [
  ['GET', '/books'],
  ['GET', '/books?limit=2'],
  ['GET', '/books?genre=novel'],
  ['GET', '/books?limit=0'],
  ['GET', '/books?limit=x'],
  ['GET', '/books?genre=drama'],
  ['GET', '/books?limit=51'],
  ['HEAD', '/books'],
  ['OPTIONS', '/books'],
  ['GET', '/books/1'],
  ['HEAD', '/books/1'],
  ['GET', '/books/9999'],
  ['GET', '/books/x'],
  ['GET', '/books/1/'],
  ['GET', '/nothing'],
  ['PUT', '/books/1', json(NOVEL)],
  ['PROPFIND', '/books'],
  ['POST', '/books', json(NOVEL)],
  ['POST', '/books', json({ title: 'Ö ü 漢字', genre: 'poetry' })],
  ['POST', '/books', json({ title: '', genre: 'novel' })],
  ['POST', '/books', json({ title: 'x' })],
  ['POST', '/books', json([])],
  ['POST', '/books', json(null)],
  ['POST', '/books', json({ ...NOVEL, id: 7 })],
  ['POST', '/books', json({ ...NOVEL, pages: 3 })],
  ['POST', '/books', { body: '{"title":', headers: { 'content-type': 'application/json' } }],
  ['POST', '/books', { body: 'title=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ['POST', '/books'],
  ['POST', '/books', json({ title: 'x'.repeat(50_000), genre: 'novel' })],
  ['GET', '/books?limit=50'],
  ['PATCH', '/books/1', { body: '{"title":"New"}', headers: { 'content-type': 'application/merge-patch+json' } }],
  ['GET', '/books/1'],
  ['PATCH', '/books/1', { body: '{"title":""}', headers: { 'content-type': 'application/merge-patch+json' } }],
  ['PATCH', '/books/9999', { body: '{"title":"x"}', headers: { 'content-type': 'application/merge-patch+json' } }],
  ['DELETE', '/books/2'],
  ['GET', '/books/2'],
  ['DELETE', '/books/2'],
  ['GET', '/books', as({ accept: 'text/html' })],
  ['GET', '/books', as({ accept: 'application/json' })],
  ['GET', '/books', as({ accept: '*/*' })],
  ['GET', '/books/1', as({ prefer: 'code=404' })],
  ['GET', '/books/1', as({ prefer: 'status=503' })],
  ['POST', '/books', as({ prefer: 'code=429' }, json(NOVEL))],
  ['GET', '/books', as({ prefer: 'seed=7' })],
  ['GET', '/books', as({ 'standin-world': 'other' })],
  ['DELETE', '/books/1', as({ 'standin-world': 'other' })],
  ['GET', '/books/1', as({ 'standin-world': 'other' })],
  ['GET', '/books/1'],
  ['GET', '/books', as({ prefer: 'world=third' })],
  ['GET', '/books', as({ origin: 'https://app.example.com' })],
  ['GET', '/books', as({ authorization: 'Bearer x' })],
  ['GET', '/books/%31'],
  ['GET', '/books?limit=2&limit=3'],
  ['GET', '/books?unknown=1'],
  ['GET', '/openapi.json'],
  ['GET', '/books/1', as({ 'if-none-match': '*' })],
  ['GET', '/books/1', as({ 'x-odd': 'a, b' })],
  ['POST', '/books', as({ 'content-encoding': 'identity' }, json(NOVEL))],
  ['GET', '/books?limit=3'],
  ['DELETE', '/books/1'],
  ['GET', '/books/1'],
];

const REPORTED = ['content-type', 'location', 'allow', 'link', 'retry-after'];

/** What matters of the answers, with the address of the host taken out. */
async function answersOf(base, ask = fetch) {
  const answers = [];
  for (const [method, path, init] of EXCHANGES) {
    const response = await ask(`${base}${path}`, { method, ...init });
    const text = (await response.text()).replaceAll(base, '').replaceAll(new URL(base).host, 'host');
    const fields = REPORTED.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value.replaceAll(base, '')}`];
    });
    answers.push([`${method} ${path}`, response.status, fields.join('\n'), text]);
  }
  return answers;
}

const newMock = (choices = {}) => createMock({ document: 'openapi.yaml', now: NOW, ...choices });
const closing = [];
const listening = async (server) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
};
const kept = (mock) => {
  closing.push(() => mock.close());
  return mock;
};

async function viteWith(createServer) {
  const server = await createServer({
    root: `${import.meta.dirname}/vite`,
    configFile: false,
    logLevel: 'silent',
    server: { port: 0, host: '127.0.0.1', ws: false },
    plugins: [standin({ document: '../openapi.yaml', now: NOW, base: '/api' })],
  });
  await server.listen();
  closing.push(() => server.close());
  return `http://127.0.0.1:${server.httpServer.address().port}/api`;
}

/** Every host: what brings a request to a mock, below a base path or not. */
const HOSTS = {
  'the mock itself': async () => {
    const mock = kept(await newMock());
    return answersOf('http://localhost', (url, init) => mock.fetch(url, init));
  },
  'node:http': async () => answersOf(await listening(createNodeServer(toNodeHandler(kept(await newMock()))))),
  Express: async () =>
    answersOf(await listening(createNodeServer(express().use(toNodeHandler(kept(await newMock())))))),
  Fastify: async () => {
    const app = fastify();
    await app.register(middie);
    app.use(toNodeHandler(kept(await newMock())));
    await app.ready();
    return answersOf(await listening(createNodeServer(app.routing)));
  },
  Hono: async () => {
    const mock = kept(await newMock());
    const app = new Hono().all('*', (c) => mock.fetch(c.req.raw));
    return answersOf('http://localhost', (url, init) => app.request(url, init));
  },
  MSW: async () => {
    const server = setupServer(
      ...standinHandlers(kept(await newMock()), { url: 'http://localhost', undocumented: 'refuse' }),
    );
    server.listen();
    closing.push(async () => server.close());
    const answers = await answersOf('http://localhost');
    server.close();
    return answers;
  },
  'Express, at /api': async () => {
    const app = express().use('/api', toNodeHandler(kept(await newMock({ base: '/api' }))));
    return answersOf(`${await listening(createNodeServer(app))}/api`);
  },
  'Vite 7, at /api': async () => answersOf(await viteWith(createVite7)),
  'Vite 8, at /api': async () => answersOf(await viteWith(createVite8)),
};

/** Below a base path, an answer that names its own path names it with the base. */
const withoutBase = (answers) =>
  JSON.parse(JSON.stringify(answers).replaceAll('/api/', '/').replaceAll('host/api', 'host'));

describe('every host gives the answers of the mock’s own socket', () => {
  let own;
  beforeAll(async () => {
    const mock = kept(await newMock());
    own = await answersOf((await mock.listen()).url);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('there are sixty exchanges, and they differ', () => {
    expect(EXCHANGES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(own.map(([, status]) => status)).size).toBeGreaterThanOrEqual(8);
  });

  for (const [name, run] of Object.entries(HOSTS))
    test(name, async () => {
      const answers = withoutBase(await run());
      // Vite's own CORS middleware answers OPTIONS before any plugin.
      const isOwn = ([request]) => name.startsWith('Vite') && request.startsWith('OPTIONS');
      for (const [index, answer] of answers.entries())
        if (!isOwn(answer)) expect(answer).toEqual(withoutBase([own[index]])[0]);
    });
});

test('two hundred tests at once share nothing', async () => {
  const mock = await newMock();
  const ids = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const world = mock.world(`w${index}`);
      const { id } = await (await world.fetch('/books', { method: 'POST', ...json(NOVEL) })).json();
      if (index % 2 === 0) await world.fetch(`/books/${id}`, { method: 'DELETE' });
      const books = await (await world.fetch('/books?limit=50')).json();
      await world.drop();
      return books.filter((book) => book.title === 'Emma').length;
    }),
  );
  await mock.close();
  expect(ids).toEqual(ids.map((_, index) => (index % 2 === 0 ? 0 : 1)));
});
