import { expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';

const ID = { type: 'integer', minimum: 1 };
const TEXT = { type: 'string', minLength: 1, maxLength: 40 };
const said = (description: string) => ({ description });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (required: readonly string[], properties: object) => ({ type: 'object', required, properties });
const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const DOCTOR = object(['id', 'name'], { id: ID, name: TEXT });
const VISIT = object(['id', 'doctorId', 'room', 'labels'], {
  id: ID,
  doctorId: ID,
  room: TEXT,
  labels: { type: 'array', items: { type: 'string' } },
});
const LABEL = object(['name'], { name: TEXT });
const LABELS = { type: 'array', items: { type: 'string' }, description: 'Names of existing labels.' };
const DOCTOR_ID = { ...ID, description: 'Must exist.' };
const invalid = { 422: said('A rule is broken.') };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Visits', version: '1' },
  paths: {
    '/doctors': {
      get: {
        operationId: 'listDoctors',
        responses: { 200: { ...said('All.'), ...json({ type: 'array', items: DOCTOR }) } },
      },
      post: {
        operationId: 'addDoctor',
        requestBody: { required: true, ...json(object(['name'], { name: TEXT })) },
        responses: {
          201: { ...said('Made.'), ...json(DOCTOR) },
          409: said('Another doctor has this title. Letter case is ignored.'),
          ...invalid,
        },
      },
    },
    '/doctors/{doctorId}': {
      parameters: [parameter('doctorId', ID)],
      get: { operationId: 'getDoctor', responses: { 200: { ...said('It.'), ...json(DOCTOR) }, 404: said('None.') } },
      delete: {
        operationId: 'dropDoctor',
        responses: { 204: said('Gone.'), 404: said('None.'), 409: said('The doctor still has visits.') },
      },
    },
    '/labels': {
      post: {
        operationId: 'addLabel',
        requestBody: { required: true, ...json(LABEL) },
        responses: {
          201: { ...said('Made.'), ...json(LABEL) },
          409: said('Another label has this name. Letter case is ignored.'),
        },
      },
    },
    '/labels/{name}': {
      parameters: [parameter('name', TEXT)],
      get: { operationId: 'getLabel', responses: { 200: { ...said('It.'), ...json(LABEL) }, 404: said('None.') } },
    },
    '/visits': {
      get: {
        operationId: 'listVisits',
        responses: { 200: { ...said('All.'), ...json({ type: 'array', items: VISIT }) } },
      },
      post: {
        operationId: 'addVisit',
        requestBody: {
          required: true,
          ...json(object(['doctorId', 'room'], { doctorId: DOCTOR_ID, room: TEXT, labels: LABELS })),
        },
        responses: { 201: { ...said('Made.'), ...json(VISIT) }, ...invalid },
      },
    },
    '/visits/bulk-update': {
      post: {
        operationId: 'changeVisits',
        requestBody: {
          required: true,
          ...json(
            object(['ids', 'changes'], {
              ids: { type: 'array', minItems: 1, items: ID },
              changes: { type: 'object', properties: { room: TEXT } },
            }),
          ),
        },
        responses: {
          200: { ...said('Done.'), ...json(object(['updated'], { updated: { type: 'integer' } })) },
          404: said('A visit does not exist.'),
        },
      },
    },
    '/visits/{visitId}': {
      parameters: [parameter('visitId', ID)],
      get: { operationId: 'getVisit', responses: { 200: { ...said('It.'), ...json(VISIT) }, 404: said('None.') } },
      patch: {
        operationId: 'changeVisit',
        requestBody: { required: true, ...json({ type: 'object', properties: { doctorId: DOCTOR_ID, room: TEXT } }) },
        responses: { 200: { ...said('It.'), ...json(VISIT) }, 404: said('None.'), ...invalid },
      },
    },
  },
};

async function visits(): Promise<{ readonly ask: Ask; readonly doctor: number }> {
  const ask = await asking(DOCUMENT);
  const { body } = await ask('POST', '/doctors', { name: 'Ada' });
  await ask('POST', '/labels', { name: 'Urgent' });
  return { ask, doctor: body.id };
}

test('what a property calls existing must exist, alone and in a list', async () => {
  const { ask, doctor } = await visits();
  expect((await ask('POST', '/visits', { doctorId: doctor, room: 'A', labels: ['Urgent'] })).status).toBe(201);
  expect((await ask('POST', '/visits', { doctorId: doctor, room: 'A', labels: ['Urgent', 'None'] })).status).toBe(422);
  const { body } = await ask('POST', '/visits', { doctorId: doctor, room: 'A' });
  expect((await ask('PATCH', `/visits/${body.id}`, { doctorId: 987_654 })).status).toBe(422);
  expect((await ask('PATCH', `/visits/${body.id}`, { doctorId: doctor })).status).toBe(200);
});

test('a record that another must name is not deleted, where the document has a 409', async () => {
  const { ask, doctor } = await visits();
  await ask('POST', '/visits', { doctorId: doctor, room: 'A' });
  expect((await ask('DELETE', `/doctors/${doctor}`)).status).toBe(409);
  const { body } = await ask('POST', '/doctors', { name: 'Ben' });
  expect((await ask('DELETE', `/doctors/${body.id}`)).status).toBe(204);
});

test('a record in other letters is the same, where the document ignores letter case', async () => {
  const { ask } = await visits();
  expect((await ask('POST', '/labels', { name: 'URGENT' })).status).toBe(409);
  expect((await ask('POST', '/labels', { name: 'Later' })).status).toBe(201);
  expect((await ask('POST', '/doctors', { name: 'ADA' })).status).toBe(409);
});

test('a bulk update changes and counts all visits that it names, or none', async () => {
  const { ask, doctor } = await visits();
  const ids: number[] = [];
  for (const room of ['A', 'B']) ids.push((await ask('POST', '/visits', { doctorId: doctor, room })).body.id);
  const done = await ask('POST', '/visits/bulk-update', { ids, changes: { room: 'C' } });
  expect([done.status, done.body]).toEqual([200, { updated: 2 }]);
  expect((await ask('POST', '/visits/bulk-update', { ids: [...ids, 987_654], changes: { room: 'D' } })).status).toBe(
    404,
  );
  for (const id of ids) expect((await ask('GET', `/visits/${id}`)).body.room).toBe('C');
});
