import express from 'express';
import { createMock } from 'standin';
import { toNodeHandler } from 'standin/node';

export async function createServer() {
  const mock = await createMock({ document: '../openapi.yaml', base: '/api' });
  const app = express();
  app.use('/api', toNodeHandler(mock));
  app.get('/', (_, response) => response.send('The API is at /api.'));
  return { app, close: () => mock.close() };
}

if (import.meta.filename === process.argv[1]) {
  const { app } = await createServer();
  app.listen(3000, () => console.log('http://localhost:3000/api/books'));
}
