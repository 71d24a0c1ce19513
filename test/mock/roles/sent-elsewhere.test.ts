import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, query, ref, sending, text } from '../little.ts';

const mail = { From: text, To: text, Subject: text, Tag: text };
const receipt = object({ To: text, MessageID: text, ErrorCode: number, Message: text });
const shown = object({ ...mail, MessageID: text, ReceivedAt: text }, ['MessageID']);
const paths = {
  '/email': { post: { ...sending(object(mail)), ...answer(receipt) } },
  '/messages/inbound': { get: answer(array(ref('Incoming'))) },
  '/messages/inbound/{messageid}/details': { ...path('messageid'), get: answer(ref('Incoming')) },
  '/messages/outbound': { get: { ...query('tag'), ...answer(array(ref('Sent'))) } },
  '/messages/outbound/{messageid}/details': { ...path('messageid'), get: answer(ref('Sent')) },
  '/quotes': { post: { ...sending(object({ size: text, weight: text, town: text })), ...answer(receipt) } },
};
const ask = await asking(api(paths, { Sent: shown, Incoming: shown }));

test('a mail that is sent is among the outbound messages, with its content, under the id of the receipt', async () => {
  const { body } = await ask('POST', '/email', { From: 'a@a.example', To: 'b@b.example', Subject: 'Hi', Tag: 'new' });
  expect(body).toMatchObject({ To: 'b@b.example', ErrorCode: 0, Message: 'OK' });
  const found = (await ask('GET', '/messages/outbound?tag=new')).body;
  expect(found).toMatchObject([{ MessageID: body.MessageID, Subject: 'Hi', From: 'a@a.example' }]);
  expect((await ask('GET', `/messages/outbound/${body.MessageID}/details`)).body.Subject).toBe('Hi');
});

test('what has other content is not among them', async () => {
  const before = (await ask('GET', '/messages/outbound')).body.length;
  await ask('POST', '/quotes', { size: 'a', weight: 'b', town: 'c' });
  expect((await ask('GET', '/messages/outbound')).body).toHaveLength(before);
});

test('what is sent is read by an id of one word, also where nothing lists it', async () => {
  const content = { sender: text, destination: text, content: text, tag: text };
  const ask = await asking(
    api(
      {
        '/message/send': {
          post: { ...sending(object(content)), ...answer(object({ messageid: text, status: text }), '201') },
        },
        '/messages/{messageid}': {
          ...path('messageid'),
          get: answer(object({ messageid: text, ...content, status: text }, ['messageid']), '200', {
            404: { description: 'missing' },
          }),
        },
      },
      {},
    ),
  );
  const { body } = await ask('POST', '/message/send', { sender: 'ME', destination: '1', content: 'hi', tag: 'a' });
  const { body: read } = await ask('GET', `/messages/${body.messageid}`);
  expect(read).toMatchObject({ messageid: body.messageid, sender: 'ME', content: 'hi', tag: 'a' });
});
