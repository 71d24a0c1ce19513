import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, sending, text } from '../little.ts';

const Employee = object({ id: number, name: text });
const request = sending(object({ employee_id: number, office_id: number, reason: text }, ['employee_id']));
const granted = object({ employee_id: number, days: number });
const ask = await asking(
  api({
    '/employees': {
      get: answer(array(Employee)),
      post: { ...sending(object({ name: text })), ...answer(Employee, '201') },
    },
    '/employees/{id}': { ...path('id', number), get: answer(Employee) },
    '/leaves/apply': {
      post: { ...request, ...answer(granted, '201', { 404: { description: 'Employee not found' } }) },
    },
    '/leaves/guess': { post: { ...request, ...answer(granted, '201', { 404: { description: 'Nothing is there' } }) } },
  }),
);

test('a call that must name a record is refused where there is none', async () => {
  const { id } = (await ask('POST', '/employees', { name: 'Ada' })).body;
  const [seeded] = (await ask('GET', '/employees')).body;
  for (const employee of [id, seeded.id])
    expect((await ask('POST', '/leaves/apply', { employee_id: employee, office_id: 4 })).status).toBe(201);
  expect((await ask('POST', '/leaves/apply', { employee_id: 987_654 })).status).toBe(404);
  expect((await ask('POST', '/leaves/guess', { employee_id: 987_654 })).status).toBe(201);
});
