import { Hono } from 'hono';
import { createMock } from 'standin';

export async function createApp() {
  const mock = await createMock({ document: '../openapi.yaml', base: '/api' });
  const app = new Hono();
  app.all('/api/*', (c) => mock.fetch(c.req.raw));
  app.get('/', (c) => c.text('The API is at /api.'));
  return { app, close: () => mock.close() };
}
