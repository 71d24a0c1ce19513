import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadApi } from '../../../src/spec/index.ts';
import { createSchemas } from '../../../src/validation/compile/schemas.ts';
import { createExtent } from '../../../src/validation/judge/extent.ts';
import { planOperation } from '../../../src/validation/judge/operation-plan.ts';
import { createPatternTests } from '../../../src/validation/model/pattern-engine.ts';
import { writePrismDocument } from '../../../src/validation/prism/prism-document.ts';

const CORPUS = '../shared/corpus';
const DOCUMENTS = [
  'petstore3.yaml',
  'readme-discriminators.json',
  'readme-schema-circular.json',
  'redocly-cafe/openapi.yaml',
  'supabase-auth.yaml',
  'ory-kratos.json',
];

test.skipIf(!existsSync(CORPUS)).each(DOCUMENTS)(
  'what is not even written for Prism would have been too large: no operation is measured as twice what is written (law), %s',
  async (name) => {
    const api = await loadApi(`${CORPUS}/${name}`);
    const extentOf = createExtent();
    const schemas = createSchemas(api, createPatternTests());
    for (const operation of api.operations) {
      const plan = planOperation(operation, api, schemas);
      const written = JSON.stringify(writePrismDocument(plan, api)).length;
      expect(extentOf(plan), operation.id).toBeLessThan(2 * written);
    }
  },
);

test('a definition that several schemas lead to is counted once', async () => {
  const texts = Array.from({ length: 500 }, (_, index) => `text ${index}`);
  const many = { type: 'object', properties: { text: { type: 'string', enum: texts } } };
  const content = { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Many' } } } };
  const one = { description: 'One', content };
  const of = async (responses: object): Promise<number> => {
    const paths = { '/many': { get: { responses } } };
    const info = { title: 'Many', version: '1' };
    const api = await loadApi({ openapi: '3.1.0', info, paths, components: { schemas: { Many: many } } });
    const [operation] = api.operations;
    if (operation === undefined) throw new Error('there is no operation');
    return createExtent()(planOperation(operation, api, createSchemas(api, createPatternTests())));
  };
  const alone = await of({ 200: one });
  expect(alone).toBeGreaterThan(2_000);
  expect(await of({ 200: one, 202: one, 203: one })).toBeLessThan(1.2 * alone);
});
