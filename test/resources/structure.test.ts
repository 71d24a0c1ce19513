import { describe, expect, it } from 'vitest';
import { describeModel, inferResources } from '../../src/resources/index.ts';
import { many, object, ref, see, small, text } from './documents.ts';

const whole = { type: 'integer' };
const yes = { type: 'boolean' };
const Widget = object({ id: text, name: text, colour: text });
const Gear = object({ gearId: text, teeth: whole });
const Bolt = object({ boltId: text, length: whole });
const SCHEMAS = { Widget, Gear, Bolt };

describe('A list is weighed by what stands around it', () => {
  it.each([
    ['a name that no list of names has', object({ widgets: many(ref('Widget')), took: whole })],
    ['the thing that the path is below', object({ rack: object({ id: text }), widgets: many(ref('Widget')) })],
    ['links under names of their own', object({ _selfUrl: text, rack_link: text, widgets: many(ref('Widget')) })],
    ['a link of this document', object({ outcome: many(ref('Widget')), total: whole, cursor: text })],
  ])('beside %s', async (_, answer) => {
    const { short } = see(await small({ 'GET /racks/{rackId}/widgets': { answer } }, SCHEMAS));
    expect(short('GET /racks/{rackId}/widgets')).toBe('list widgets');
  });

  it('with names that stand beside the other lists of the document', async () => {
    const house = (name: string, schema: string) => ({ answer: object({ [name]: many(ref(schema)), duration: text }) });
    const { role } = see(
      await small(
        {
          'GET /widgets': house('widgets', 'Widget'),
          'GET /gears': house('gears', 'Gear'),
          'GET /bolts': house('bolts', 'Bolt'),
          'GET /review/flags': {
            answer: object({ duration: text, flagged: many(object({ reason: text, by: text })) }),
          },
          'GET /gears/{gearId}': { answer: object({ gear: ref('Gear'), duration: text }) },
        },
        SCHEMAS,
      ),
    );
    expect(role('GET /review/flags')).toMatchObject({ kind: 'list', list: { items: '/flagged' } });
    expect(role('GET /gears/{gearId}')).toMatchObject({ kind: 'read', responseEntity: '/gear' });
  });

  it('and a map of items by their ids is not one object, so POST creates an item', async () => {
    const map = { type: 'object', additionalProperties: ref('Widget') };
    const receipt = object({ id: text, state: text });
    const item = { 'GET /widgets/{id}': { answer: ref('Widget') }, 'DELETE /widgets/{id}': {} };
    const { short } = see(
      await small(
        {
          'GET /widgets': { answer: map },
          'POST /widgets': { body: ref('Widget'), answer: receipt, status: '201' },
          ...item,
        },
        SCHEMAS,
      ),
    );
    expect(short('POST /widgets')).toBe('create widgets');
    expect(short('GET /widgets')).toBe('none');
  });

  it('but a map of something else is one object', async () => {
    const options = { type: 'object', additionalProperties: ref('Bolt') };
    const { short } = see(
      await small(
        {
          'GET /widgets': { answer: options },
          'PUT /widgets': { body: options, answer: options },
          'GET /widgets/{id}': { answer: ref('Widget') },
        },
        SCHEMAS,
      ),
    );
    expect(short('PUT /widgets')).toMatch(/^replace/);
  });

  it('and `default` is the answer where no success is documented', async () => {
    const api = await small({ 'GET /widgets': { answer: many(ref('Widget')), status: 'default' } }, SCHEMAS);
    expect(see(api).short('GET /widgets')).toBe('list widgets');
  });

  it.each([
    ['a team with its members', '/teams/mine', object({ teamName: text, motto: text, members: many(ref('Widget')) })],
    ['a recipe', '/recipe', object({ title: text, minutes: whole, steps: many(object({ text })) })],
    ['a board of two lists', '/board', object({ widgets: many(ref('Widget')), gears: many(ref('Gear')) })],
    ['a thing beside what it matched', '/stream', object({ data: ref('Widget'), rules: many(object({ id: text })) })],
  ])('is not seen in %s', async (_, path, answer) => {
    const { short } = see(await small({ [`GET ${path}`]: { answer } }, SCHEMAS));
    expect(short(`GET ${path}`)).toBe('none');
  });

  it('is not seen in settings that are written', async () => {
    const settings = object({ darkMode: yes, entries: many(object({ option: text, value: text })), size: whole });
    const { short } = see(
      await small({ 'GET /settings': { answer: settings }, 'PUT /settings': { body: settings, answer: settings } }),
    );
    expect(short('GET /settings')).toBe('read settings');
  });
});

describe('An item', () => {
  it('is read where its path answers a list of one, by an id of one word', async () => {
    const answer = object({ results: many(object({ pid: text, title: text })), total: whole });
    const { role } = see(await small({ 'GET /broadcasts': { answer }, 'GET /broadcasts/{pid}': { answer } }));
    expect(role('GET /broadcasts/{pid}')).toMatchObject({ kind: 'read', responseEntity: '/results/0' });
  });

  it('is replaced where the answer only says that it was', async () => {
    const { short } = see(
      await small(
        {
          'GET /widgets': { answer: many(ref('Widget')) },
          'GET /widgets/{id}': { answer: ref('Widget') },
          'PUT /widgets/{id}': { body: object({ name: text, colour: text }), answer: object({ updated: yes }) },
          'PUT /widgets/{id}/order': { body: object({ place: whole }), answer: object({ updated: yes }) },
        },
        SCHEMAS,
      ),
    );
    expect(short('PUT /widgets/{id}')).toBe('replace widgets');
    expect(short('PUT /widgets/{id}/order')).toBe('action');
  });

  it.each([
    ['authorizationId', 'authorizations', 'authorization_uuid'],
    ['ruleId', 'rules', 'userDefinedRuleId'],
    ['applicationObjectId', 'applications', 'objectId'],
  ])('{%s} of %s is %s', async (parameter, word, property) => {
    const { role } = see(
      await small({
        [`GET /${word}`]: { answer: many(object({ [property]: text, note: text })) },
        [`GET /${word}/{${parameter}}`]: { answer: object({ [property]: text, note: text }) },
      }),
    );
    expect(role(`GET /${word}/{${parameter}}`).resource?.id?.property).toBe(property);
  });
});

it('`inspect` shows all that a path calls an item by', async () => {
  const App = object({ id: text, slug: text });
  const api = await small({ 'GET /apps': { answer: many(App) }, 'GET /apps/{id_or_slug}': { answer: App } });
  const [apps] = describeModel(inferResources(api), api).resources;
  expect(apps?.id).toBe('id_or_slug ↔ /id or /slug');
});

it('Items of a page in general, which say nothing of their properties, give way to those of the page that lists them', async () => {
  const page = object({ items: many({ type: 'object', properties: {}, required: [] }), limit: whole });
  const widgets = { allOf: [page, object({ items: many(ref('Widget')) })] };
  const { role } = see(
    await small({ 'GET /widgets': { answer: widgets }, 'GET /widgets/{id}': { answer: ref('Widget') } }, SCHEMAS),
  );
  expect([role('GET /widgets').kind, role('GET /widgets/{id}').kind]).toEqual(['list', 'read']);
});
