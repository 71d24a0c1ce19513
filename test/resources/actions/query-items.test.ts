import { expect, test } from 'vitest';
import { asking } from '../../mock/ask.ts';
import { answer, api, array, object, query, sending, text } from '../../mock/little.ts';

const Agent = object({ username: text, email: text, agency: text });
const required = (name: string) => ({ parameters: [{ name, in: 'query', required: true, schema: text }] });
const missing = { 404: { description: 'nobody' } };
const done = object({ code: { type: 'integer' } });
const account = {
  post: { ...sending(Agent), ...answer(done) },
  get: { ...required('username'), ...answer(Agent, '200', missing) },
  put: { ...required('username'), ...sending(Agent), ...answer(done, '200', missing) },
  delete: { ...required('username'), ...answer(done, '200', missing) },
};
const ada = { username: 'ada', email: 'ada@example.com', agency: 'North' };

test('a path whose items are named by a required query keeps them', async () => {
  const ask = await asking(api({ '/agent': account }));
  expect((await ask('POST', '/agent', ada)).status).toBe(200);
  expect((await ask('GET', '/agent?username=ada')).body).toEqual(ada);
  await ask('PUT', '/agent?username=ada', { ...ada, agency: 'South' });
  expect((await ask('GET', '/agent?username=ada')).body).toEqual({ ...ada, agency: 'South' });
  expect((await ask('DELETE', '/agent?username=ada')).status).toBe(200);
  expect((await ask('GET', '/agent?username=ada')).status).toBe(404);
});

test('the details of one thing are one thing', async () => {
  const ask = await asking(api({ '/AgentDetails': account }));
  await ask('POST', '/AgentDetails', ada);
  expect((await ask('GET', '/AgentDetails?username=ada')).body).toEqual(ada);
});

test.each([
  ['the query is optional', { ...account, get: { ...query('username'), ...answer(Agent, '200', missing) } }],
  ['the answer does not show what the query names', { ...account, get: { ...required('city'), ...answer(Agent) } }],
  [
    'the query needs two values',
    {
      ...account,
      get: { parameters: [...required('email').parameters, ...required('city').parameters], ...answer(Agent) },
    },
  ],
  [
    'the query needs a credential',
    {
      ...account,
      get: { parameters: [...required('token').parameters, ...query('username').parameters], ...answer(Agent) },
    },
  ],
])('where %s, nothing is kept by it', async (_, methods) => {
  const ask = await asking(api({ '/agent': methods }));
  await ask('POST', '/agent', ada);
  const sent = '/agent?username=ada&email=ada@example.com&city=Oslo&token=abc';
  expect((await ask('GET', sent)).body.agency).not.toBe('North');
});

test('what many things have in common names none of them', async () => {
  const quote = object({ id: text, currency: text, amount: { type: 'integer' } }, ['id', 'currency']);
  const quotes = {
    post: { ...sending(object({ currency: text, amount: { type: 'integer' } })), ...answer(quote, '201') },
    get: { ...required('currency'), ...answer(quote, '200', missing) },
    delete: { ...required('currency'), ...answer(done) },
  };
  const ask = await asking(api({ '/quote': quotes }));
  const made = [
    await ask('POST', '/quote', { currency: 'EUR', amount: 1 }),
    await ask('POST', '/quote', { currency: 'EUR', amount: 2 }),
  ];
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect((await ask('GET', '/quote?currency=USD')).status).toBe(200);
});

test('a delete that names no item deletes none', async () => {
  const ask = await asking(api({ '/agent': { ...account, delete: answer(done) } }));
  await ask('POST', '/agent', ada);
  await ask('DELETE', '/agent');
  expect((await ask('GET', '/agent?username=ada')).body).toEqual(ada);
});

test('a plural lists what its query names', async () => {
  const logins = {
    post: {
      ...sending(object({ username: text, city: text })),
      ...answer(object({ username: text, city: text }), '201'),
    },
    get: { ...required('username'), ...answer(array(object({ username: text, city: text }))) },
    delete: { ...required('username'), ...answer(done) },
  };
  const ask = await asking(api({ '/logins': logins }));
  for (const city of ['Oslo', 'Rome'])
    expect((await ask('POST', '/logins', { username: 'ada', city })).status).toBe(201);
  const { body, status } = await ask('GET', '/logins?username=ada');
  expect([status, Array.isArray(body)]).toEqual([200, true]);
});

test('what only answers, and changes nothing that it names, keeps nothing', async () => {
  const forecast = object({ place: text, sky: text });
  const ask = await asking(
    api({
      '/forecast': {
        post: { ...sending(forecast), ...answer(forecast) },
        get: { ...required('place'), ...answer(forecast, '200', missing) },
      },
    }),
  );
  expect((await ask('GET', '/forecast?place=Oslo')).status).toBe(200);
});
