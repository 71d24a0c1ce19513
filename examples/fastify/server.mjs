import middie from '@fastify/middie';
import fastify from 'fastify';
import { createMock } from 'standin';
import { toNodeHandler } from 'standin/node';

export async function createServer() {
  const mock = await createMock({ document: '../openapi.yaml', base: '/api' });
  const app = fastify();
  await app.register(middie);
  app.use('/api', toNodeHandler(mock));
  app.get('/', () => 'The API is at /api.');
  app.addHook('onClose', () => mock.close());
  return app;
}

if (import.meta.filename === process.argv[1]) {
  const app = await createServer();
  await app.listen({ port: 3000 });
  console.log('http://localhost:3000/api/books');
}
