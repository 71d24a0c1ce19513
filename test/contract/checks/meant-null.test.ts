import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const parts = fromYaml(`openapi: 3.0.3
info: { title: Books, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      responses: { '200': { description: ok, content: { application/json: { schema: { type: object, properties: { data: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } } }
components:
  schemas:
    Book:
      type: object
      properties:
        author: { nullable: true, oneOf: [{ type: string }, { type: object }] }
        shelf: { oneOf: [{ type: string }, { type: object }] }
        kind: { type: string, nullable: true, enum: [small, large] }
        size: { type: string, enum: [small, large] }
        owner: { nullable: true, allOf: [{ $ref: '#/components/schemas/Owner' }] }
    Owner: { type: object }
`);

test('null where the document says `nullable` without effect is the fault of the document', async () => {
  const book = { author: null, shelf: null, kind: null, size: null, owner: null };
  const target = async (): Promise<Response> => Response.json({ data: [book] });
  const { summary } = await tell({ ...parts, target, phases: ['coverage'] });
  const found = summary.findings.filter(({ check }) => check.startsWith('schema.'));
  const about = (name: string) =>
    found
      .filter(({ messagePointer }) => messagePointer === `/body/data/0/${name}`)
      .map((each) => [each.about, each.severity]);
  expect(about('author')).toEqual([['document', 'warning']]);
  expect(about('kind')).toEqual([['document', 'warning']]);
  expect(about('owner')).toEqual([['document', 'warning']]);
  expect(about('shelf')).toEqual([['service', 'error']]);
  // One finding, although null is neither a string nor one of the listed values.
  expect(about('size')).toEqual([['service', 'error']]);
  expect(found.find(({ messagePointer }) => messagePointer?.endsWith('/author'))?.message).toMatch(
    /has no effect here.*`\.$/s,
  );
});
