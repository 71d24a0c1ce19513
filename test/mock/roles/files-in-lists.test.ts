import { expect, test } from 'vitest';
import { createMock } from '../../../src/library/index.ts';
import { answer, api, array, number, object, path, ref, text } from '../little.ts';

const upload = {
  requestBody: {
    content: {
      'multipart/form-data': {
        schema: object({ name: text, files: array({ type: 'string', format: 'binary' }) }, ['name', 'files']),
      },
    },
  },
};
const both = { parameters: [...path('voice_id').parameters, ...path('sample_id').parameters] };
const mock = await createMock({
  document: api(
    {
      '/voices': { get: answer(object({ voices: array(ref('Voice')) })) },
      '/voices/add': { post: { ...upload, ...answer(object({ voice_id: text }, ['voice_id'])) } },
      '/voices/{voice_id}': { ...path('voice_id'), get: answer(ref('Voice')) },
      '/voices/{voice_id}/samples/{sample_id}': { ...both, delete: answer(object({ status: text })) },
    },
    {
      Voice: object(
        { voice_id: text, name: text, samples: array(ref('Sample')), labels: array(object({ name: text })) },
        ['voice_id', 'name', 'samples', 'labels'],
      ),
      Sample: object({ sample_id: text, file_name: text, mime_type: text, size_bytes: number }, [
        'sample_id',
        'file_name',
        'size_bytes',
      ]),
    },
  ),
});

async function ask(method: string, at: string, body?: FormData): Promise<never> {
  const response = await mock.fetch(new Request(`http://mock${at}`, { method, ...(body ? { body } : {}) }));
  return (await response.json()) as never;
}

async function added(): Promise<{ voice_id: string; samples: { sample_id: string }[]; labels: unknown[] }> {
  const form = new FormData();
  form.set('name', 'Mona');
  form.append('files', new File(['12345'], 'a.mp3', { type: 'audio/mpeg' }));
  form.append('files', new File(['123'], 'b.mp3', { type: 'audio/mpeg' }));
  const { voice_id } = (await ask('POST', '/voices/add', form)) as { voice_id: string };
  return ask('GET', `/voices/${voice_id}`);
}

test('the files of a form are the items of the list that describes files', async () => {
  const { samples, labels } = await added();
  expect(samples).toMatchObject([
    { file_name: 'a.mp3', mime_type: 'audio/mpeg', size_bytes: 5 },
    { file_name: 'b.mp3', mime_type: 'audio/mpeg', size_bytes: 3 },
  ]);
  expect(new Set(samples.map(({ sample_id }) => sample_id)).size).toBe(2);
  expect(labels).toEqual([]);
});

test('a DELETE below the item takes out the one that the path names', async () => {
  const { voice_id, samples } = await added();
  await ask('DELETE', `/voices/${voice_id}/samples/${samples[0]?.sample_id}`);
  const after = (await ask('GET', `/voices/${voice_id}`)) as { samples: unknown };
  expect(after.samples).toEqual([samples[1]]);
});
