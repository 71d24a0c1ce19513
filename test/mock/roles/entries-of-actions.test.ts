import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const done = { responses: { 204: { description: 'done' } } };
const action = (body: object): object => ({ ...path('id'), post: { ...sending(body), ...done } });
const link = object({ network: number, ip: text, alias: text });
const pointer = object({ ip: text, dns_ptr: text });

test('What is added twice is there twice, and what is set has one value for a key', async () => {
  const [note, pair, mark] = [
    object({ author: text, words: text }),
    object({ key: text, value: text }),
    object({ label: text, color: text }),
  ];
  const Room = object({ id: text, notes: array(note), metadata: array(pair), labels: array(mark) }, ['id']);
  const ask = await asking(
    api(
      {
        '/rooms': {
          get: answer(array(ref('Room'))),
          post: { ...sending(object({ name: text })), ...answer(ref('Room'), '201') },
        },
        '/rooms/{id}': { ...path('id'), get: answer(ref('Room')) },
        '/rooms/{id}/add_note': action(note),
        '/rooms/{id}/add_label': action(mark),
        '/rooms/{id}/set_metadata': action(pair),
      },
      { Room },
    ),
  );
  const { id } = (await ask('POST', '/rooms', { name: 'a' })).body;
  const act = (name: string, body: object) => ask('POST', `/rooms/${id}/${name}`, body);
  for (const _ of ['once', 'twice']) await act('add_note', { author: 'Ada', words: '+1' });
  for (const label of ['a', 'b']) await act('add_label', { label, color: 'red' });
  for (const value of ['1', '2']) await act('set_metadata', { key: 'size', value });
  const { notes, labels, metadata } = (await ask('GET', `/rooms/${id}`)).body;
  expect(notes.filter((each: { readonly words: string }) => each.words === '+1')).toHaveLength(2);
  expect(labels).toEqual(expect.arrayContaining(['a', 'b'].map((label) => ({ label, color: 'red' }))));
  expect(metadata.filter((each: { readonly key: string }) => each.key === 'size')).toEqual([
    { key: 'size', value: '2' },
  ]);
});

test('An action puts an entry into the list that has a place for it, changes it, and takes it out', async () => {
  const ask = await asking(
    api(
      {
        '/servers': {
          get: answer(array(ref('Server'))),
          post: { ...sending(object({ name: text }, ['name'])), ...answer(ref('Server'), '201') },
        },
        '/servers/{id}': { ...path('id'), get: answer(ref('Server')) },
        '/servers/{id}/actions/attach_to_network': action(object({ network: number, ip: text })),
        '/servers/{id}/actions/detach_from_network': action(object({ network: number })),
        '/servers/{id}/actions/change_dns_ptr': action(pointer),
      },
      {
        Server: object({ id: text, name: text, ip: text, links: array(link), dns_ptr: array(pointer) }, [
          'id',
          'links',
          'dns_ptr',
        ]),
      },
    ),
  );
  const { id } = (await ask('POST', '/servers', { name: 'web' })).body;
  const act = (name: string, body: object) => ask('POST', `/servers/${id}/actions/${name}`, body);
  const server = async () => (await ask('GET', `/servers/${id}`)).body;
  const { ip } = await server();
  await act('attach_to_network', { network: 4, ip: '10.0.0.2' });
  await act('attach_to_network', { network: 5, ip: '10.0.0.3' });
  await act('attach_to_network', { network: 4, ip: '10.0.0.9' });
  const { links } = await server();
  expect(links).toContainEqual(expect.objectContaining({ network: 4, ip: '10.0.0.9' }));
  expect(links.filter((each: { readonly network: number }) => each.network === 4)).toHaveLength(1);
  await act('detach_from_network', { network: 4 });
  const left = (await server()).links;
  expect(left).toContainEqual(expect.objectContaining({ network: 5 }));
  expect(left).not.toContainEqual(expect.objectContaining({ network: 4 }));
  await act('change_dns_ptr', { ip: '1.2.3.4', dns_ptr: 'a.example.com' });
  await act('change_dns_ptr', { ip: '1.2.3.4', dns_ptr: 'b.example.com' });
  const after = await server();
  const pointers = after.dns_ptr.filter((each: { readonly ip: string }) => each.ip === '1.2.3.4');
  expect(pointers).toEqual([{ ip: '1.2.3.4', dns_ptr: 'b.example.com' }]);
  expect(after.ip).toEqual(ip);
});
