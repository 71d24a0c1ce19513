import { expect, test } from 'vitest';
import { planContract } from '../../../src/contract/index.ts';
import { fromYaml } from '../harness.ts';

/** Two components that refer to each other, an item that has one of them deep inside, and a third that has one as a member. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /files:
    post: { operationId: makeFile, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/File' } } } }, responses: { '201': { description: made } } }
  /users:
    post: { operationId: makeUser, requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }, responses: { '201': { description: made } } }
  /boxes:
    post:
      operationId: makeBox
      requestBody:
        content:
          application/json:
            schema: { type: object, required: [left, right, far], properties: { left: { $ref: '#/components/schemas/Side' }, right: { $ref: '#/components/schemas/Side' }, far: { type: object, required: [side], properties: { side: { $ref: '#/components/schemas/Side' } } } } }
      responses: { '201': { description: made } }
components:
  schemas:
    Side: { type: object, required: [length], properties: { length: { type: integer, maximum: 9 } } }
    File: { type: object, required: [name, size], properties: { name: { type: string, maxLength: 20 }, size: { type: integer, minimum: 1 }, by: { $ref: '#/components/schemas/User' } } }
    User: { type: object, required: [email, age], properties: { email: { type: string, maxLength: 40 }, age: { type: integer, minimum: 1 }, avatar: { $ref: '#/components/schemas/File' } } }
`;

const { cases, counts } = planContract({ ...fromYaml(DOCUMENT), phases: ['coverage'] });
const brokenOf = (operation: string): readonly string[] =>
  cases.flatMap(({ id }) => new RegExp(`^coverage/${operation}/(body/.*-broken)$`).exec(id)?.[1] ?? []);

test('a schema that stands within itself has its rules broken where it is nearest to the root', () => {
  const broken = [...brokenOf('makeFile'), ...brokenOf('makeUser')];
  expect(broken).toEqual(
    expect.arrayContaining(['body/size/minimum-broken', 'body/age/minimum-broken', 'body/email/maxLength-broken']),
  );
  expect(broken.filter((id) => /\/(by\/avatar|avatar\/by)\/./.test(id))).toEqual([]);
});

test('a member of another body has one case for each keyword of its own schema', () => {
  const within = brokenOf('makeFile').filter((id) => /^body\/by\/\w+\//.test(id));
  const keywords = within.map((id) => id.slice(id.lastIndexOf('/') + 1));
  expect(keywords).toEqual(expect.arrayContaining(['required-broken', 'type-broken', 'minimum-broken']));
  expect(new Set(keywords).size).toBe(keywords.length);
  expect(counts.leftOut).toContainEqual({
    reason: 'the same schema has its rules broken nearer to the root of a body',
    count: expect.any(Number),
  });
});

test('two members with one schema both have their rules broken, a deeper one has not', () => {
  const broken = brokenOf('makeBox').filter((id) => id.includes('/length/'));
  expect(broken).toContain('body/left/length/maximum-broken');
  expect(broken).toContain('body/right/length/maximum-broken');
  expect(broken.filter((id) => id.startsWith('body/far/'))).toEqual([]);
});
