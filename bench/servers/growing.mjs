import { createMock } from '../../dist/src/library/index.js';

/** standin on a made-up document with so many operations and one collection of so many records: `growing.mjs <operations> <records> [state]`. */
const [operations = 1, records = 100] = process.argv.slice(2, 4).map(Number);
const state = process.argv[4] ?? 'memory';

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64', readOnly: true },
    name: { type: 'string', maxLength: 120 },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
  },
};
const json = (schema) => ({ content: { 'application/json': { schema } } });
const answer = (status, schema) => ({
  responses: {
    [status]: { description: 'Done', ...(schema === undefined ? {} : json(schema)) },
    404: { description: 'None' },
  },
});
const page = (name, schema) => ({ name, in: 'query', schema });
const one = { name: 'petId', in: 'path', required: true, schema: pet.properties.id };
const paths = {
  '/pets': {
    get: {
      operationId: 'listPets',
      parameters: [
        page('limit', { type: 'integer', default: 20 }),
        page('offset', { type: 'integer', default: 0 }),
        page('status', pet.properties.status),
      ],
      ...answer(200, { type: 'array', items: pet }),
    },
    post: { operationId: 'createPet', requestBody: json(pet), ...answer(201, pet) },
  },
  '/pets/{petId}': {
    get: { operationId: 'getPet', parameters: [one], ...answer(200, pet) },
    put: { operationId: 'replacePet', parameters: [one], requestBody: json(pet), ...answer(200, pet) },
    delete: { operationId: 'deletePet', parameters: [one], ...answer(204) },
  },
};
for (let index = 5; index < operations; index += 1)
  paths[`/group-${index % 40}/thing-${index}/{id}/part`] = {
    get: { operationId: `part${index}`, parameters: [{ ...one, name: 'id' }], ...answer(200, pet) },
  };

const STATUSES = pet.properties.status.enum;
const pets = Array.from({ length: records }, (_, index) => ({
  id: index + 1,
  name: `Pet ${index + 1}`,
  // One in a hundred is sold: what the filtered list asks for.
  status: STATUSES[index % 100 === 99 ? 2 : index % 2],
}));
const { tmpdir } = await import('node:os');
const { writeFile, mkdtemp, rm } = await import('node:fs/promises');
const folder = await mkdtemp(`${tmpdir()}/standin-growth-`);
await writeFile(
  `${folder}/api.json`,
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Growing', version: '1' }, paths }),
);
const mock = await createMock({ document: `${folder}/api.json`, data: { pets: pets.splice(0) }, state });
await rm(folder, { recursive: true });
console.log((await mock.listen({ port: 0 })).url);
