import { expect, it } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, ref, sending, text } from '../little.ts';

const of = (format: string, type = 'string'): object => ({ type, format });
const Record = object({
  revision: of('int64'),
  counter: of('uint64'),
  price: of('decimal'),
  charged: of('money'),
  currency: of('currency'),
  port: of('int-or-string'),
  created: of('unix-time', 'integer'),
  period: of('unix-time', 'integer'),
  ttl: of('google-duration'),
  seen: of('date-time-rfc1123'),
  code: { ...of('acme-code'), example: 'AC-7' },
});
const whole = { ...Record, required: Object.keys((Record as { properties: object }).properties) };

it('What is shown has the format that is documented', async () => {
  const ask = await asking(api({ '/record': { get: answer(ref('Record')) } }, { Record: whole }));
  const { body } = await ask('GET', '/record');
  expect(body).toMatchObject({
    revision: expect.stringMatching(/^-?\d+$/),
    counter: expect.stringMatching(/^\d+$/),
    price: expect.stringMatching(/^\d+\.\d\d$/),
    charged: expect.stringMatching(/^\d+\.\d\d$/),
    currency: expect.stringMatching(/^[A-Z]{3}$/),
    ttl: expect.stringMatching(/^\d+s$/),
    seen: expect.stringMatching(/GMT$/),
    code: 'AC-7',
  });
  for (const time of [body.created, body.period]) expect(time).toBeGreaterThan(946_684_800);
});

it.each([
  ['a number', 8080],
  ['a text', 'http'],
])('`int-or-string` takes %s', async (_, port) => {
  const Service = object({ port: of('int-or-string') });
  const ask = await asking(
    api({ '/services': { post: { ...sending(ref('Service')), ...answer(ref('Service')) } } }, { Service }),
  );
  expect((await ask('POST', '/services', { port })).status).toBe(200);
  expect((await ask('POST', '/services', { port: true })).status).toBe(422);
});

it('A discriminator that no branch declares leaves closed branches as they are', async () => {
  const closed = (properties: object): object => ({
    ...object(properties, Object.keys(properties)),
    additionalProperties: false,
  });
  const schemas = { One: closed({ name: text }), Many: closed({ names: array(text) }) };
  const either = {
    oneOf: [ref('One'), ref('Many')],
    discriminator: {
      propertyName: 'kind',
      mapping: { One: '#/components/schemas/One', Many: '#/components/schemas/Many' },
    },
  };
  const ask = await asking(api({ '/things': { get: answer(array(either)) } }, schemas));
  const { body } = await ask('GET', '/things');
  expect(body.length).toBeGreaterThan(0);
  for (const each of body) expect(Object.keys(each)).toEqual([expect.stringMatching(/^names?$/)]);
});

it.each([
  ['hostname', 'xn--X', 422],
  ['hostname', 'a.example.com', 200],
  ['idn-hostname', '-실례', 422],
  ['idn-hostname', '실례.테스트', 200],
  ['email', '"joe bloggs"@example.com', 200],
  ['email', 'joe@[127.0.0.1]', 200],
  ['email', 'joe bloggs@example.com', 422],
])('A %s of %s is answered with %i', async (format, value, status) => {
  const Host = object({ host: of(format) });
  const ask = await asking(api({ '/hosts': { post: { ...sending(ref('Host')), ...answer(ref('Host')) } } }, { Host }));
  expect((await ask('POST', '/hosts', { host: value })).status).toBe(status);
});
