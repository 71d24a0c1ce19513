import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const money = object({ value: text, currency: text }, ['value', 'currency']);
const QUOTE = {
  id: text,
  receiver: text,
  amount: ref('Money'),
  expires_at: { ...text, format: 'date-time' },
  status: { ...text, enum: ['open', 'used'] },
};
const paying = (body: object): object =>
  api(
    {
      '/quotes': {
        get: answer(array(ref('Quote'))),
        post: {
          ...sending(object({ receiver: text, amount: ref('Money') }, ['receiver'])),
          ...answer(ref('Quote'), '201'),
        },
      },
      '/quotes/{quoteId}': { ...path('quoteId'), get: answer(ref('Quote')) },
      '/payments': { get: answer(array(ref('Payment'))), post: { ...sending(body), ...answer(ref('Payment'), '201') } },
      '/payments/{paymentId}': { ...path('paymentId'), get: answer(ref('Payment')) },
    },
    {
      Money: money,
      Quote: object(QUOTE, ['id', 'receiver', 'amount', 'status']),
      Payment: object({ ...QUOTE, quote_id: { ...text, nullable: true }, note: { ...text, default: 'none' } }, [
        'id',
        'receiver',
        'amount',
        'status',
      ]),
    },
  );
const byQuote = object({ quote_id: text }, ['quote_id']);
const byHand = object({ receiver: text, amount: ref('Money'), note: { ...text, default: 'by hand' } }, [
  'receiver',
  'amount',
]);
const amount = { value: '25', currency: 'EUR' };

test.each([
  ['alone', byQuote],
  ['beside another form of the body', { oneOf: [byQuote, byHand] }],
])('a new record has what the record that it is made of says, whose id is sent %s', async (_, body) => {
  const ask = await asking(paying(body));
  const quote = (await ask('POST', '/quotes', { receiver: 'bob', amount })).body;
  const made = (await ask('POST', '/payments', { quote_id: quote.id })).body;
  expect(made).toMatchObject({ quote_id: quote.id, receiver: 'bob', amount });
  expect(made.id).not.toBe(quote.id);
  expect((await ask('GET', `/payments/${made.id}`)).body).toEqual(made);
});

test('what a client may say itself is not taken from the record that it names', async () => {
  const ask = await asking(paying(object({ quote_id: text, receiver: text, amount: ref('Money') }, ['quote_id'])));
  const quote = (await ask('POST', '/quotes', { receiver: 'bob', amount })).body;
  const made = (await ask('POST', '/payments', { quote_id: quote.id, amount: { value: '7', currency: 'EUR' } })).body;
  expect(made.receiver).not.toBe('bob');
  expect(made.amount).toEqual({ value: '7', currency: 'EUR' });
});

test('the defaults of the form that a body has hold', async () => {
  const ask = await asking(paying({ oneOf: [byQuote, byHand] }));
  expect((await ask('POST', '/payments', { receiver: 'eve', amount })).body).toMatchObject({ note: 'by hand' });
});

test('what is counted of a record is not taken from the record that it names', async () => {
  const counts = { views: number, likes: number, colour: text };
  const ask = await asking(
    api(
      {
        '/blogs': { get: answer(array(ref('Blog'))) },
        '/blogs/{id}': { ...path('id'), get: answer(ref('Blog')) },
        '/posts': {
          get: answer(array(ref('Post'))),
          post: { ...sending(object({ blog_id: text, title: text }, ['blog_id'])), ...answer(ref('Post'), '201') },
        },
        '/posts/{id}': { ...path('id'), get: answer(ref('Post')) },
      },
      {
        Blog: object({ id: text, name: text, ...counts }, ['id', 'name', ...Object.keys(counts)]),
        Post: object({ id: text, blog_id: text, title: text, ...counts }, ['id', 'blog_id', ...Object.keys(counts)]),
      },
    ),
  );
  const [blog] = (await ask('GET', '/blogs')).body;
  expect((await ask('POST', '/posts', { blog_id: blog.id, title: 'a' })).body).toMatchObject({ views: 0, likes: 0 });
});
