import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, text } from '../little.ts';

test('seeded records of a discriminated base schema are its subtypes', async () => {
  const ask = await asking(
    api(
      { '/pets': { get: answer(array(ref('Pet'))) }, '/pets/{id}': { ...path('id'), get: answer(ref('Pet')) } },
      {
        Pet: {
          ...object({ id: text, kind: text }, ['id', 'kind']),
          discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } },
        },
        Cat: { allOf: [ref('Pet'), object({ lives: number }, ['lives'])] },
        Dog: { allOf: [ref('Pet'), object({ bark: text }, ['bark'])] },
      },
    ),
  );
  const { body: pets } = await ask('GET', '/pets');
  expect(new Set(pets.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['cat', 'dog']));
  for (const pet of pets) expect(pet).toHaveProperty(pet.kind === 'cat' ? 'lives' : 'bark');
  expect((await ask('GET', `/pets/${pets[0].id}`)).body).toEqual(pets[0]);
});
