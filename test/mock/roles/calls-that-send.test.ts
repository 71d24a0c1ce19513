import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, ref, sending, text } from '../little.ts';

// A bot: every operation is a POST that is named by a verb, and every answer stands in `result`.
const done = (schema: object): object => answer(object({ ok: { type: 'boolean' }, result: schema }, ['ok', 'result']));
const call = (sent: object, shown: object, required: readonly string[] = Object.keys(sent)): object => ({
  post: { ...sending(object(sent, required)), ...done(shown) },
});
const upload = {
  requestBody: {
    content: {
      'multipart/form-data': { schema: object({ chat_id: number, paper: { type: 'string', format: 'binary' } }) },
    },
  },
};
const rights = object({ may_write: { type: 'boolean' } });
const document = {
  ...api(
    {
      '/sendNote': call({ chat_id: number, text }, ref('Note')),
      '/sendPlace': call({ chat_id: number, title: text, latitude: { type: 'number' } }, ref('Note')),
      '/sendVote': call({ chat_id: number, options: array(text) }, ref('Note')),
      '/sendPaper': { post: { ...upload, ...done(ref('Note')) } },
      '/editNoteText': call({ chat_id: number, note_id: number, text }, ref('Note')),
      '/deleteNote': call({ chat_id: number, note_id: number }, { type: 'boolean' }),
      '/getRoom': call({ room_id: number }, ref('Room')),
      '/setRoomTitle': call({ room_id: number, title: text }, { type: 'boolean' }),
      '/setRoomRights': call({ room_id: number, rights }, { type: 'boolean' }),
      '/createNewAlbum': call(
        { owner_id: number, name: text, title: text, cover: text, mask: text },
        { type: 'boolean' },
      ),
      '/getAlbum': call({ name: text }, ref('Album')),
    },
    {
      Note: object(
        {
          note_id: number,
          date: { ...number, description: 'Date the note was sent in Unix time' },
          chat: ref('Room'),
          text,
          place: object({ title: text, point: object({ latitude: { type: 'number' } }, ['latitude']) }, [
            'title',
            'point',
          ]),
          vote: object({ options: array(object({ text, voter_count: number }, ['text', 'voter_count'])) }, ['options']),
          paper: object({ file_id: text, file_name: text, file_size: number }, ['file_id']),
        },
        ['note_id', 'date', 'chat'],
      ),
      Room: object({ id: number, type: text, title: text, rights }, ['id', 'type']),
      Album: object({ name: text, title: text, size: number, colour: text, pages: array(number) }, ['name', 'title']),
    },
  ),
  servers: [{ url: 'https://bots.example.com/bot{token}', variables: { token: { default: '1:x' } } }],
};
const ask = await asking(document);

test('what is sent is a record with an id of its own, the present time and the room', async () => {
  const { result } = (await ask('POST', '/sendNote', { chat_id: 7, text: 'Hello' })).body;
  expect(result).toMatchObject({ text: 'Hello', chat: { id: 7 } });
  expect(Math.abs(Date.now() / 1000 - result.date)).toBeLessThan(60);
  const { result: other } = (await ask('POST', '/sendNote', { chat_id: 7, text: 'Again' })).body;
  expect(other.note_id).not.toBe(result.note_id);
});

test('it is changed and deleted by the calls that name it', async () => {
  const { note_id } = (await ask('POST', '/sendNote', { chat_id: 7, text: 'Hello' })).body.result;
  const changed = await ask('POST', '/editNoteText', { chat_id: 7, note_id, text: 'Bye' });
  expect(changed.body.result).toMatchObject({ note_id, text: 'Bye', chat: { id: 7 } });
  expect((await ask('POST', '/deleteNote', { chat_id: 7, note_id })).body.ok).toBe(true);
  expect((await ask('POST', '/editNoteText', { chat_id: 7, note_id, text: 'No' })).status).toBe(404);
});

test('a call fills the object that it is named after, and none of the others', async () => {
  const { result } = (await ask('POST', '/sendPlace', { chat_id: 7, title: 'Bar', latitude: 47.5 })).body;
  expect(result.place).toEqual({ title: 'Bar', point: { latitude: 47.5 } });
  for (const name of ['vote', 'paper']) expect(result).not.toHaveProperty(name);
  const voted = (await ask('POST', '/sendVote', { chat_id: 7, options: ['yes', 'no'] })).body.result;
  expect(voted.vote.options).toEqual([
    { text: 'yes', voter_count: 0 },
    { text: 'no', voter_count: 0 },
  ]);
});

test('a file that is sent is the object that the call is named after', async () => {
  const mock = await createMock({ document });
  const form = new FormData();
  form.set('chat_id', '7');
  form.set('paper', new File(['12345'], 'a.txt'));
  const response = await mock.fetch(new Request('http://mock/sendPaper', { method: 'POST', body: form }));
  const { result } = (await response.json()) as { result: { paper: object } };
  expect(result.paper).toMatchObject({ file_name: 'a.txt', file_size: 5 });
  await mock.close();
});

test('a part of what another call reads is set by a call with the name of the part', async () => {
  await ask('POST', '/setRoomTitle', { room_id: 11, title: 'Team' });
  expect((await ask('POST', '/getRoom', { room_id: 11 })).body.result).toMatchObject({ id: 11, title: 'Team' });
});

test('a variable in the path of a server may have any value', async () => {
  expect((await ask('POST', '/bot1:x/sendNote', { chat_id: 7, text: 'Hello' })).status).toBe(200);
  expect((await ask('POST', '/bot99:own/sendNote', { chat_id: 7, text: 'Hello' })).body.result.text).toBe('Hello');
  expect((await ask('POST', '/bot/sendNote', { chat_id: 7, text: 'Hello' })).status).toBe(404);
});

test('a call may set an object of the item', async () => {
  for (const may_write of [true, false]) {
    await ask('POST', '/setRoomRights', { room_id: 9, rights: { may_write } });
    expect((await ask('POST', '/getRoom', { room_id: 9 })).body.result).toMatchObject({ id: 9, rights: { may_write } });
  }
});

test('`createNew` creates what `get` shows', async () => {
  await ask('POST', '/createNewAlbum', { owner_id: 1, name: 'sea', title: 'The sea', cover: 'c', mask: 'm' });
  expect((await ask('POST', '/getAlbum', { name: 'sea' })).body.result).toMatchObject({
    name: 'sea',
    title: 'The sea',
  });
});
