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
import { answersThrough, EXCHANGES } from './exchanges.mjs';

const NOW = '2026-12-01T00:00:00Z';
const DOCUMENT = `${import.meta.dirname}/exchanges.openapi.yaml`;
const newMock = (choices = {}) => createMock({ document: DOCUMENT, now: NOW, ...choices });
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
    plugins: [standin({ document: DOCUMENT, now: NOW, base: '/api' })],
  });
  await server.listen();
  closing.push(() => server.close());
  return `http://127.0.0.1:${server.httpServer.address().port}/api`;
}

const HOSTS = {
  'in process': async () => answersThrough('http://localhost', kept(await newMock()).fetch),
  'in process, below a base': async () =>
    answersThrough('http://localhost/api', kept(await newMock({ base: '/api' })).fetch),
  'the socket, without the fast path': async () =>
    answersThrough((await kept(await newMock({ fastSockets: false })).listen()).url),
  'a server of node:http': async () =>
    answersThrough(await listening(createNodeServer(toNodeHandler(kept(await newMock()))))),
  'Express, at /api': async () => {
    const app = express().use('/api', toNodeHandler(kept(await newMock({ base: '/api' }))));
    return answersThrough(`${await listening(createNodeServer(app))}/api`);
  },
  'Fastify, at /api': async () => {
    const app = fastify();
    await app.register(middie);
    app.use('/api', toNodeHandler(kept(await newMock({ base: '/api' }))));
    closing.push(() => app.close());
    return answersThrough(`${await app.listen({ port: 0, host: '127.0.0.1' })}/api`);
  },
  'Hono, at /api': async () => {
    const mock = kept(await newMock({ base: '/api' }));
    const app = new Hono().all('/api/*', (c) => mock.fetch(c.req.raw));
    app.onError((error) => {
      throw error;
    });
    return answersThrough('http://localhost/api', (input, init) => app.request(input, init));
  },
  MSW: async () => {
    const mock = kept(await newMock());
    const server = setupServer(...standinHandlers(mock, { url: 'http://localhost', undocumented: 'refuse' }));
    server.listen();
    const answers = await answersThrough('http://localhost');
    server.close();
    return answers;
  },
  'Vite 7, at /api': async () => answersThrough(await viteWith(createVite7)),
  'Vite 8, at /api': async () => answersThrough(await viteWith(createVite8)),
};

/** Below a base path, an answer that names its own path names it with the base. */
const withoutBase = (answers) =>
  JSON.parse(JSON.stringify(answers).replaceAll('/api/', '/').replaceAll('host/api', 'host'));

describe('every host gives the answers of the mock’s own socket', () => {
  let own;
  beforeAll(async () => {
    own = await answersThrough((await kept(await newMock()).listen()).url);
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test('there are sixty exchanges and more, and they differ', () => {
    expect(EXCHANGES.length).toBeGreaterThanOrEqual(60);
    const seen = new Set(own.map(([, status]) => status));
    for (const status of [200, 201, 204, 304, 404, 405, 406, 415, 422, 429, 'network error', 'given up'])
      expect(seen).toContain(status);
    expect(own.filter(([, status]) => status === 'network error').length).toBe(3);
  });

  for (const [name, run] of Object.entries(HOSTS))
    test(name, async () => {
      const answers = withoutBase(await run());
      // Vite's own CORS middleware answers OPTIONS before any plugin.
      const isOwn = ([request]) => name.startsWith('Vite') && request.startsWith('OPTIONS');
      expect(answers.filter((each) => !isOwn(each))).toEqual(withoutBase(own).filter((each) => !isOwn(each)));
    });
});

test('two hundred tests at once share nothing', async () => {
  const mock = await newMock();
  const body = JSON.stringify({ title: 'Emma', genre: 'novel' });
  const found = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const world = mock.world(`w${index}`);
      const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const { id } = await (await world.fetch('/books', post)).json();
      if (index % 2 === 0) await world.fetch(`/books/${id}`, { method: 'DELETE' });
      const books = await (await world.fetch('/books?limit=50')).json();
      await world.drop();
      return books.filter((book) => book.title === 'Emma').length;
    }),
  );
  await mock.close();
  expect(found).toEqual(found.map((_, index) => (index % 2 === 0 ? 0 : 1)));
});
