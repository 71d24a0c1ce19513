import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const file = object({ message: text, filename: text, content: text });
const told = object({ message: { ...text, example: 'Success' } });

test('a list of names beside a message is the list of the items with these names', async () => {
  const ask = await asking(
    api(
      {
        '/files': {
          get: answer(object({ message: text, files: array(text) })),
          post: {
            operationId: 'createFile',
            ...sending(object({ filename: text, content: text }, ['filename', 'content'])),
            ...answer(told, '201'),
          },
        },
        '/files/{filename}': { ...path('filename'), get: answer(ref('File')), delete: answer(told) },
      },
      { File: file },
    ),
  );
  const [first] = (await ask('GET', '/files')).body.files;
  expect((await ask('GET', `/files/${first}`)).body.filename).toBe(first);
  const made = await ask('POST', '/files', { filename: 'todo.md', content: '# A' });
  expect([made.status, made.body]).toEqual([201, { message: 'Success' }]);
  expect((await ask('GET', '/files')).body.files).toContain('todo.md');
  expect((await ask('GET', '/files/todo.md')).body.content).toBe('# A');
  await ask('DELETE', '/files/todo.md');
  expect((await ask('GET', '/files')).body.files).not.toContain('todo.md');
});

test('texts beside a message that are not called like the path list nothing of it', async () => {
  const ask = await asking(
    api(
      {
        '/files': { get: answer(object({ message: text, hints: array(text) })) },
        '/files/{filename}': { ...path('filename'), get: answer(ref('File')) },
      },
      { File: file },
    ),
  );
  const { hints } = (await ask('GET', '/files')).body;
  expect((await ask('GET', `/files/${hints[0]}`)).body.filename).toBe(hints[0]);
});
