import { expect, it } from 'vitest';
import { describedReferences } from '../../../src/contract/requests/described-references.ts';
import { inferResources } from '../../../src/resources/index.ts';
import { many, object, ref, small, text } from '../../resources/documents.ts';

const VARIABLE = object({ name: text, value: text }, ['name', 'value']);
const NEW_VARIABLE = object({ name: { ...text, description: 'The name of the variable.' }, value: text }, ['name']);

it('The name of a new record is its own where another collection has records of the same word', async () => {
  const at = (collection: string) => ({
    [`GET ${collection}`]: { answer: many(ref('Variable')) },
    [`POST ${collection}`]: { body: NEW_VARIABLE, answer: ref('Variable') },
    [`GET ${collection}/{name}`]: { answer: ref('Variable') },
  });
  const api = await small({ ...at('/actions/variables'), ...at('/agents/variables') }, { Variable: VARIABLE });
  const model = inferResources(api);
  const creates = api.operations.filter(({ method }) => method === 'POST');
  expect(creates.map((each) => describedReferences(api, model, each))).toEqual([[], []]);
});
