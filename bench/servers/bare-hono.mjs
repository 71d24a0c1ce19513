import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { readAnswers } from './answers.mjs';

const sameHeaders = process.argv[3] === 'same-headers';
const app = new Hono();
for (const { id, method, status, type, headers, body } of readAnswers()) {
  const fields = sameHeaders ? headers : { 'content-type': type };
  if (method === 'GET') app.get(`/${id}/:id`, (c) => c.body(body, status, fields));
  else
    app.on(method, `/${id}/:id`, async (c) => {
      await c.req.json();
      return c.body(body, status, fields);
    });
}
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(`http://127.0.0.1:${port}`));
