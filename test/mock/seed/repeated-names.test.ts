import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const ask = await asking(
  api(
    {
      '/voices': { get: answer(array(ref('Voice'))) },
      '/voices/{voice_id}': { ...path('voice_id'), get: answer(ref('Voice')) },
      '/clips': {
        get: answer(array(ref('Clip'))),
        post: { ...sending(object({ voice_id: text, voice_name: text }, ['voice_id'])), ...answer(ref('Clip'), '201') },
      },
      '/clips/{clip_id}': { ...path('clip_id'), get: answer(ref('Clip')) },
    },
    {
      Voice: object({ voice_id: text, name: text }, ['voice_id', 'name']),
      Clip: object({ clip_id: text, voice_id: text, voice_name: text }, ['clip_id', 'voice_id', 'voice_name']),
    },
  ),
);

test('a record repeats the name of the record whose id stands beside it', async () => {
  const names = new Map<string, string>(
    (await ask('GET', '/voices')).body.map((each: { voice_id: string; name: string }) => [each.voice_id, each.name]),
  );
  const clips = (await ask('GET', '/clips')).body;
  expect(clips.length).toBeGreaterThan(0);
  for (const { voice_id, voice_name } of clips) expect(voice_name).toBe(names.get(voice_id));
  const [voice_id, name] = [...names].at(-1) ?? [];
  expect((await ask('POST', '/clips', { voice_id })).body).toMatchObject({ voice_id, voice_name: name });
});

test('a name that is sent stays', async () => {
  const [{ voice_id }] = (await ask('GET', '/voices')).body;
  expect((await ask('POST', '/clips', { voice_id, voice_name: 'Own' })).body.voice_name).toBe('Own');
});
