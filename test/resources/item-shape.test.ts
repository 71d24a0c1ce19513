import { expect, it } from 'vitest';
import { documentedStates, inferResources, itemProperties } from '../../src/resources/index.ts';
import { many, object, small, text } from './documents.ts';

const status = { type: 'string', enum: ['draft', 'printed'] };
const held = object({ title: text, status, printedAt: text }, ['title', 'status']);
const kind = { type: 'string', enum: ['poster'] };

async function posters(properties: Readonly<Record<string, unknown>>) {
  const item = object({ id: text, ...properties }, ['id', ...Object.keys(properties)]);
  const api = await small({
    'GET /posters': { answer: many(item) },
    'GET /posters/{posterId}': { answer: item },
    'POST /posters/{posterId}/print': { answer: item },
  });
  const model = inferResources(api);
  const [resource] = model.resources;
  if (resource === undefined) throw new Error('no resource');
  const print = api.operations.find(({ method }) => method === 'POST');
  if (print === undefined) throw new Error('no action');
  const role = model.roleOf(print);
  return { resource, role, properties: itemProperties(api, resource), states: documentedStates(api, model, resource) };
}

it('the only object beside what identifies and describes an item holds its properties', async () => {
  for (const [holder, beside] of [
    [
      'attributes',
      { type: kind, links: object({ self: text }), relationships: object({ author: object({ id: text }) }) },
    ],
    ['fields', { created_at: text }],
    ['spec', { kind: text, apiVersion: text, metadata: object({ name: text }), status: object({ phase: text }) }],
  ] as const) {
    const { resource, role, properties, states } = await posters({ ...beside, [holder]: held });
    expect(resource.holder).toBe(holder);
    expect(properties['title']).toMatchObject({ pointer: `/${holder}/title`, required: true });
    // A `status` of its own is another one.
    if (holder === 'spec') continue;
    expect(role.effects).toEqual([{ property: 'status', value: 'printed' }]);
    expect(role.stamps).toEqual(['printedAt']);
    expect(states?.property).toBe('status');
  }
});

it('an item with properties of its own, or with several objects, has no holder', async () => {
  for (const properties of [
    { title: text, attributes: held },
    { type: kind, tags: many(text), customer: held },
    { type: kind, billing: held, shipping: held },
    { type: kind, attributes: object({ parts: many(held) }) },
  ])
    expect((await posters(properties)).resource.holder).toBeUndefined();
});
