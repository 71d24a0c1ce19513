import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { describeModel, inferResources } from '../../src/resources/index.ts';
import { type Api, loadApi, type Operation } from '../../src/spec/index.ts';
import { many, object, PET, ref, small, text } from './documents.ts';

const github = fileURLToPath(new URL('../../../shared/corpus/github.min.json', import.meta.url));

/** The same Api, which notes the operations whose bodies were looked at. */
function watched(api: Api): { readonly api: Api; readonly built: ReadonlySet<string> } {
  const built = new Set<string>();
  const watch = (operation: Operation): Operation =>
    new Proxy(operation, {
      get(target, key) {
        if (key === 'responses' || key === 'body' || key === 'parameters') built.add(target.id);
        return Reflect.get(target, key, target);
      },
    });
  const operations = api.operations.map(watch);
  return {
    api: { ...api, deref: api.deref.bind(api), operations, operation: (id) => operations.find((o) => o.id === id) },
    built,
  };
}

describe('Inference is lazy', () => {
  it.skipIf(!existsSync(github))(
    'and on a document of 1 223 operations builds only those of the same word (skipped without the corpus)',
    async () => {
      const { api, built } = watched(await loadApi(github));
      const model = inferResources(api);
      expect(built.size).toBe(0);
      const operation = api.operation('gists/get');
      expect(operation && model.roleOf(operation).kind).toBe('read');
      expect(built.size).toBeGreaterThan(0);
      expect(built.size).toBeLessThan(100);
    },
  );

  it('and where many paths end in one word, does not look at what stands in front of each of them', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `thing${index}`);
    const whole = await small(
      Object.fromEntries(
        names.flatMap((name) => [
          [`GET /${name}`, { answer: many(ref('Pet')) }],
          [`GET /${name}/{id}`, { answer: ref('Pet') }],
          [`GET /${name}/facts`, { answer: object({ fields: text, version: text }) }],
        ]),
      ),
      { Pet: PET },
    );
    const { api, built } = watched(whole);
    const model = inferResources(api);
    const [facts] = api.operations.filter(({ path }) => path === '/thing3/facts');
    expect(facts && model.roleOf(facts).kind).toBeDefined();
    expect([...built].filter((id) => !id.endsWith('/facts'))).toEqual([]);
  });

  it('and to look at a path first makes no other role of it', async () => {
    const whole = await small(
      { 'GET /pets': { answer: many(ref('Pet')) }, 'GET /pets/{id}': { answer: ref('Pet') } },
      { Pet: PET },
    );
    const { api, built } = watched(whole);
    const [plain, looked] = [inferResources(api), inferResources(api)];
    expect(built.size).toBe(0);
    for (const operation of api.operations) looked.look(operation);
    expect(built.size).toBeGreaterThan(0);
    expect(describeModel(looked, api)).toEqual(describeModel(plain, api));
  });

  it('and gives the same answer in any order of asking', async () => {
    const make = () =>
      small(
        {
          'GET /pets': { answer: many(ref('Pet')) },
          'GET /pets/{id}': { answer: ref('Pet') },
          'GET /users/{id}/pets': { answer: many(ref('Pet')) },
          'GET /orders': { answer: many(object({ id: text, petId: text })) },
          'GET /a/b/a/{id}': { answer: ref('Pet') },
          'GET /a/b': { answer: many(ref('Pet')) },
        },
        { Pet: PET },
      );
    const api = await make();
    const [forward, backward] = [inferResources(api), inferResources(api)];
    for (const operation of api.operations.toReversed()) backward.roleOf(operation);
    expect(describeModel(forward, api)).toEqual(describeModel(backward, api));
  });
});

describe('Hostile documents', () => {
  it('do not reach prototypes, and circles end', async () => {
    const circle = {
      type: 'object',
      properties: { id: text, self: ref('Circle'), ['__proto__']: text, constructor: text },
      allOf: [ref('Circle')],
    };
    const api = await small(
      {
        'GET /constructor': { answer: many(ref('Circle')) },
        'GET /constructor/{toString}': { answer: ref('Circle') },
        'GET /x/__proto__': { answer: many(ref('Circle')) },
        'PUT /{any}': { body: ref('Circle'), answer: ref('Circle') },
        'GET /': { answer: ref('Circle') },
      },
      { Circle: circle },
    );
    const model = inferResources(api, { operations: {} });
    expect(describeModel(model, api).operations).toHaveLength(5);
    expect(model.resource('constructor')?.collectionPath).toBe('/constructor');
    expect(model.resource('toString')).toBeUndefined();
  });
});
