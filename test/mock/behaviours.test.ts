import { expect, test } from 'vitest';
import { createMock, defineMocks } from '../../src/library/index.ts';

const pet = { id: 1, name: 'Told', categoryId: 1, status: 'sold' };

test('A behaviour may end with what the document would answer, and with a promise', async () => {
  const mocks = defineMocks({
    behaviours: {
      listCategories(call, records) {
        return records('categories').count() > 0 ? call.inferred() : undefined;
      },
      getPet(call, records) {
        records('pets').get(1);
        return Promise.resolve(call.reply(200, pet));
      },
    },
  });
  const mock = await createMock({ mocks, document: 'spec/petstore.openapi.yaml' });
  const told = async (path: string): Promise<unknown> => (await mock.fetch(new Request(`http://mock${path}`))).json();
  expect(await told('/pets/1')).toEqual(pet);
  expect(await told('/categories?limit=1')).toHaveLength(1);
  await mock.close();
});

test('A behaviour finds what is from the start of other resources, whatever was asked before', async () => {
  const mocks = defineMocks({
    behaviours: {
      getPet(call, records) {
        return call.reply(200, { ...pet, name: String(records('categories').count()) });
      },
    },
  });
  const mock = await createMock({ mocks, document: 'spec/petstore.openapi.yaml' });
  const told = async (path: string): Promise<unknown> => (await mock.fetch(new Request(`http://mock${path}`))).json();
  expect(await told('/pets?limit=1')).toHaveLength(1);
  expect(await told('/pets/1')).toEqual({ ...pet, name: '10' });
  await mock.close();
});

test('The former names of starting states are refused with the new ones', async () => {
  const empty = { description: 'Nothing.', seed: () => undefined };
  expect(() => defineMocks({ scenarios: { empty } } as never)).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('Starting states are in `startingStates`.') }),
  );
  const mock = await createMock({ document: 'spec/petstore.openapi.yaml', mocks: { startingStates: { empty } } });
  const former = mock.world('a') as unknown as { scenario(name: string): unknown };
  expect(() => former.scenario('empty')).toThrow('`scenario` is called `startFrom`.');
  const answer = await mock.control(new Request('http://mock/_standin/scenarios/empty', { method: 'POST' }));
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('Starting states are at /_standin/starting-states;');
  await mock.close();
});

test('A starting state is none by a name that every object knows', async () => {
  const mock = await createMock({ document: 'spec/petstore.openapi.yaml' });
  await expect(mock.world('a').startFrom('constructor')).rejects.toMatchObject({ code: 'starting-state.unknown' });
  await mock.close();
});
