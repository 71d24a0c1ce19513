import { expect, test } from 'vitest';
import { createGenerator } from '../../src/generation/index.ts';
import { parseApi } from '../../src/spec/index.ts';
import { createValidator } from '../../src/validation/index.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Models, version: '1' }
paths:
  /things/{kind}:
    get:
      parameters:
        - { name: kind, in: path, required: true, schema: { anyOf: [{ type: string }, { $ref: '#/components/schemas/Kind' }] } }
        - { name: open, in: query, required: true, schema: { anyOf: [{ type: string, maxLength: 3 }, { type: string, enum: [listed] }] } }
      responses: { '200': { description: ok } }
components:
  schemas:
    Kind: { type: string, enum: [posts, tags] }
`;

const api = parseApi({ name: 'api.yaml', text: DOCUMENT });
const { accepts } = createValidator({ api });
const generator = createGenerator({ api, accepts });

function drawn(name: string): ReadonlySet<unknown> {
  const schema = api.operations[0]?.parameters.find((each) => each.name === name)?.schema ?? true;
  const values = Array.from({ length: 30 }, (_, at) =>
    generator.value(schema, { seed: 1, at: String(at) }, { direction: 'request' }),
  );
  return new Set(values.map((each) => (each.ok ? each.value : undefined)));
}

test('where a schema lists strings beside any string, a listed one is drawn: it is the one that is known to mean something', () => {
  expect([...drawn('kind')].sort()).toEqual(['posts', 'tags']);
});

test('strings with a rule of their own are drawn beside listed ones', () => {
  expect(drawn('open').size).toBeGreaterThan(2);
});
