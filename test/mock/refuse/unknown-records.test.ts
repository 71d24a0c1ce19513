import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

// The document has a 404 for a chart that does not exist. A report shows the chart as an object.
const chart = object({ id: number, title: text }, ['id', 'title']);
const documented = (sent: object): object =>
  api(
    {
      '/charts': {
        get: answer(array(ref('Chart'))),
        post: { ...sending(object({ title: text })), ...answer(ref('Chart'), '201') },
      },
      '/charts/{id}': { ...path('id', number), get: answer(ref('Chart'), '200', { 404: { description: 'missing' } }) },
      '/reports': {
        get: answer(array(ref('Report'))),
        post: {
          ...sending(object({ name: text, chart: sent }, ['name'])),
          ...answer(ref('Report'), '201', { 404: { description: 'no such chart' } }),
        },
      },
    },
    { Chart: chart, Report: object({ id: number, name: text, chart: ref('Chart') }, ['id']) },
  );

test.each([
  ['the object around the id', object({ id: number }), (id: number): unknown => ({ id })],
  ['the id in place of the object', number, (id: number): unknown => id],
])('a body that names a missing record is refused, by %s', async (_form, schema, named) => {
  const ask = await asking(documented(schema));
  const { id } = (await ask('POST', '/charts', { title: 'Rain' })).body;
  expect((await ask('POST', '/reports', { name: 'May', chart: named(id) })).status).toBe(201);
  expect((await ask('POST', '/reports', { name: 'May', chart: named(987_654) })).status).toBe(404);
});
