import { expect, it } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { decodeParameters, loadApi } from '../../src/spec/index.ts';
import { createAccepts, createValidator } from '../../src/validation/index.ts';

it('keeps says of every valid and every broken request what our own verdict says, without its words (law)', async () => {
  const api = await loadApi(new URL('../../spec/petstore.openapi.yaml', import.meta.url).pathname);
  const validator = createValidator({ api, explain: 'own' });
  const generator = createGenerator({ api, accepts: createAccepts(api) });
  const verdicts = { kept: 0, broken: 0 };
  for (const operation of api.operations) {
    const intents = [
      { kind: 'valid' } as const,
      ...generator.breakable(operation).map((place) => ({ kind: 'breaks', ...place }) as const),
    ];
    for (const intent of intents) {
      const drawn = generator.request(operation, intent, { seed: 1, at: 'keeps' });
      const match = drawn.ok ? api.match(drawn.value) : undefined;
      if (!drawn.ok || match?.kind !== 'found' || match.operation !== operation) continue;
      const parameters = decodeParameters(operation, drawn.value, match.pathParams, api);
      const own = validator.request(operation, drawn.value, parameters);
      expect(validator.keeps(operation, drawn.value, parameters), operation.id).toBe(own.length === 0);
      verdicts[own.length === 0 ? 'kept' : 'broken'] += 1;
    }
  }
  expect(verdicts.kept).toBeGreaterThan(10);
  expect(verdicts.broken).toBeGreaterThan(50);
});

it('a second validator of the same schema objects takes the compiled schemas of the first', async () => {
  const first = await loadApi(new URL('../../spec/petstore.openapi.yaml', import.meta.url).pathname);
  const [one, other] = [createValidator({ api: first }), first.showing('names')];
  const validator = createValidator({ api: other, schemas: one.schemas });
  const [name, schema = true] = [...first.schemas][0] ?? [];
  expect(other.schemas.get(name ?? '')).toBe(schema);
  expect(validator.schemas.compiled(schema, 'response')).toBe(one.schemas.compiled(schema, 'response'));
});
