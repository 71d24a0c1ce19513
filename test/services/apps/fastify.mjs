// A shop on Fastify with its default validation, and the document that @fastify/swagger makes of the routes.
import swagger from '@fastify/swagger';
import Fastify from 'fastify';

const app = Fastify();
await app.register(swagger, { openapi: { openapi: '3.0.3', info: { title: 'Shop', version: '1.0.0' } } });

const product = {
  $id: 'Product',
  type: 'object',
  required: ['id', 'name', 'price'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const newProduct = {
  $id: 'NewProduct',
  type: 'object',
  required: ['name', 'price'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 80 },
    price: { type: 'number', minimum: 0 },
    tags: { type: 'array', maxItems: 5, items: { type: 'string' } },
  },
};
const order = {
  $id: 'Order',
  type: 'object',
  required: ['id', 'productId', 'quantity', 'status'],
  properties: {
    id: { type: 'integer' },
    productId: { type: 'integer' },
    quantity: { type: 'integer' },
    status: { type: 'string', enum: ['open', 'paid', 'cancelled'] },
  },
};
const problem = {
  $id: 'Problem',
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    code: { type: 'string' },
    error: { type: 'string' },
    message: { type: 'string' },
  },
};
for (const schema of [product, newProduct, order, problem]) app.addSchema(schema);

const products = new Map([[1, { id: 1, name: 'Lamp', price: 30, tags: ['light'] }]]);
const orders = new Map();
let last = 1;
const byId = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const refused = { 400: { $ref: 'Problem#' }, 404: { $ref: 'Problem#' } };
const missing = (reply) => reply.code(404).send({ statusCode: 404, error: 'Not Found', message: 'There is none.' });

app.register(async (shop) => {
  shop.get(
    '/products',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: {
            limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
            offset: { type: 'integer', minimum: 0, default: 0 },
          },
        },
        response: { 200: { type: 'array', items: { $ref: 'Product#' } }, 400: { $ref: 'Problem#' } },
      },
    },
    async ({ query: { limit, offset } }) => [...products.values()].slice(offset, offset + limit),
  );
  shop.post(
    '/products',
    { schema: { body: { $ref: 'NewProduct#' }, response: { 201: { $ref: 'Product#' }, 400: { $ref: 'Problem#' } } } },
    async ({ body }, reply) => {
      last += 1;
      const made = { id: last, ...body };
      products.set(last, made);
      return reply.code(201).send(made);
    },
  );
  shop.get(
    '/products/:id',
    { schema: { params: byId, response: { 200: { $ref: 'Product#' }, ...refused } } },
    async ({ params: { id } }, reply) => (products.has(id) ? products.get(id) : missing(reply)),
  );
  shop.put(
    '/products/:id',
    { schema: { params: byId, body: { $ref: 'NewProduct#' }, response: { 200: { $ref: 'Product#' }, ...refused } } },
    async ({ params: { id }, body }, reply) => {
      if (!products.has(id)) return missing(reply);
      products.set(id, { id, ...body });
      return products.get(id);
    },
  );
  shop.delete(
    '/products/:id',
    { schema: { params: byId, response: { 204: { type: 'null' }, ...refused } } },
    async ({ params: { id } }, reply) => (products.delete(id) ? reply.code(204).send() : missing(reply)),
  );
  shop.post(
    '/orders',
    {
      schema: {
        body: {
          type: 'object',
          required: ['productId', 'quantity'],
          properties: { productId: { type: 'integer' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } },
        },
        response: { 201: { $ref: 'Order#' }, ...refused },
      },
    },
    async ({ body: { productId, quantity } }, reply) => {
      if (!products.has(productId)) return missing(reply);
      last += 1;
      const made = { id: last, productId, quantity, status: 'open' };
      orders.set(last, made);
      return reply.code(201).send(made);
    },
  );
  shop.get(
    '/orders/:id',
    { schema: { params: byId, response: { 200: { $ref: 'Order#' }, ...refused } } },
    async ({ params: { id } }, reply) => (orders.has(id) ? orders.get(id) : missing(reply)),
  );
  shop.post(
    '/orders/:id/cancel',
    { schema: { params: byId, response: { 200: { $ref: 'Order#' }, ...refused, 409: { $ref: 'Problem#' } } } },
    async ({ params: { id } }, reply) => {
      const found = orders.get(id);
      if (found === undefined) return missing(reply);
      if (found.status === 'cancelled')
        return reply.code(409).send({ statusCode: 409, error: 'Conflict', message: 'It is cancelled already.' });
      orders.set(id, { ...found, status: 'cancelled' });
      return orders.get(id);
    },
  );
});
app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
