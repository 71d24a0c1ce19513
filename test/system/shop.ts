/** A small document with everything that a store is asked for: a collection, what is nested in it, and creates that may be sent again. */
export const SHOP: string = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/animals': {
      get: {
        operationId: 'listAnimals',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'status', in: 'query', schema: { type: 'string' } },
        ],
        responses: { 200: json({ type: 'array', items: ref('Animal') }) },
      },
      post: {
        operationId: 'createAnimal',
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: body('Animal'),
        responses: { 201: json(ref('Animal')) },
      },
    },
    '/animals/{animalId}': {
      parameters: [id('animalId')],
      get: { operationId: 'getAnimal', responses: { 200: json(ref('Animal')), 404: { description: 'None.' } } },
      put: {
        operationId: 'replaceAnimal',
        requestBody: body('Animal'),
        responses: { 200: json(ref('Animal')), 404: { description: 'None.' } },
      },
      patch: {
        operationId: 'updateAnimal',
        requestBody: body('Animal'),
        responses: { 200: json(ref('Animal')), 404: { description: 'None.' } },
      },
      delete: {
        operationId: 'deleteAnimal',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
    '/animals/{animalId}/visits': {
      parameters: [id('animalId')],
      get: {
        operationId: 'listVisits',
        responses: { 200: json({ type: 'array', items: ref('Visit') }), 404: { description: 'None.' } },
      },
      post: { operationId: 'createVisit', requestBody: body('Visit'), responses: { 201: json(ref('Visit')) } },
    },
    '/animals/{animalId}/visits/{visitId}': {
      parameters: [id('animalId'), id('visitId')],
      get: { operationId: 'getVisit', responses: { 200: json(ref('Visit')), 404: { description: 'None.' } } },
    },
    '/orders': {
      get: { operationId: 'listOrders', responses: { 200: json({ type: 'array', items: ref('Order') }) } },
      post: {
        operationId: 'placeOrder',
        requestBody: body('Order'),
        responses: { 201: json(ref('Order')), 409: { description: 'Taken.' } },
      },
    },
    '/orders/{orderId}': {
      parameters: [id('orderId')],
      get: { operationId: 'getOrder', responses: { 200: json(ref('Order')), 404: { description: 'None.' } } },
      delete: {
        operationId: 'cancelOrder',
        responses: { 204: { description: 'Gone.' }, 404: { description: 'None.' } },
      },
    },
  },
  components: {
    schemas: {
      Animal: object({ id: integer(true), name: { type: 'string' }, status: { type: 'string' } }, ['name']),
      Visit: object({ id: integer(true), animalId: integer(true), note: { type: 'string' } }, ['note']),
      Order: object({ id: integer(true), animalId: integer(false) }, ['animalId']),
    },
  },
});

/** Behaviours of the shop: an animal is sold once. */
export const SHOP_MOCKS = `export default {
  behaviours: {
    async placeOrder(call, records) {
      const animal = await records('animals').get(call.body.animalId);
      if (animal === undefined || animal.status === 'sold') return call.refuse(409, 'taken', 'The animal is sold.');
      const id = await records('orders').nextId();
      await records('animals').put(animal.id, { ...animal, status: 'sold' });
      const order = { id, animalId: animal.id };
      await records('orders').put(id, order);
      return call.reply(201, order);
    },
  },
};
`;

function ref(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function json(schema: object): object {
  return { description: 'Here.', content: { 'application/json': { schema } } };
}

function body(name: string): object {
  return { required: true, content: { 'application/json': { schema: ref(name) } } };
}

function id(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'integer', format: 'int64' } };
}

function integer(readOnly: boolean): object {
  return { type: 'integer', format: 'int64', ...(readOnly ? { readOnly } : {}) };
}

function object(properties: object, required: readonly string[]): object {
  return { type: 'object', properties, required };
}
