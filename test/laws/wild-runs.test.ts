import { describe, expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';
import { checked } from './self-checked.ts';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };

function openapi(paths: object, schemas: object = {}): object {
  return { openapi: '3.0.3', info: { title: 'T', version: '1' }, paths, components: { schemas } };
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object, type = 'application/json', more: object = {}): object => ({
  description: '',
  content: { [type]: { schema, ...more } },
});
const body = (schema: object): object => ({ required: true, content: { 'application/json': { schema } } });
const at = (name: string, place: string, schema: object = TEXT): object => ({
  name,
  in: place,
  required: true,
  schema,
});

const CONSENT = {
  type: 'object',
  required: ['consentId', 'purpose'],
  properties: { consentId: { ...TEXT, readOnly: true }, purpose: TEXT },
};
const BOX = { type: 'object', required: ['boxId'], properties: { boxId: TEXT, colour: TEXT } };
const PERSON = { type: 'object', required: ['id', 'name'], properties: { id: INTEGER, name: TEXT } };
const TEAM = {
  type: 'object',
  required: ['id', 'slug', 'name'],
  properties: { id: { ...INTEGER, readOnly: true }, slug: { ...TEXT, readOnly: true }, name: TEXT },
};
const NAMED = { type: 'object', properties: { name: TEXT } };
const RECEIPT = { type: 'object', required: ['id'], properties: { id: INTEGER, href: TEXT } };
const PROBLEM = { type: 'object', required: ['code'], properties: { code: INTEGER } };
const PHONE = { type: 'object', required: ['id'], properties: { id: TEXT, mac: TEXT, name: TEXT } };
const SESSION = { type: 'object', required: ['id', 'partSize'], properties: { id: TEXT, partSize: INTEGER } };
const contact = (login: object): object => ({ type: 'object', properties: { login, name: TEXT } });
const INVITATION = {
  type: 'object',
  required: ['id', 'to'],
  properties: { id: TEXT, to: contact({ ...TEXT, format: 'email' }) },
};
const MAPPING = { type: 'object', required: ['id', 'rule'], properties: { id: TEXT, rule: TEXT, note: TEXT } };
const STEP = {
  type: 'object',
  required: ['op', 'path'],
  properties: { op: { ...TEXT, enum: ['add', 'replace', 'remove', 'test'] }, path: TEXT, value: {} },
};
const TOKEN = { type: 'object', required: ['sub', 'exp'], properties: { sub: TEXT, exp: INTEGER } };
const PLAN = {
  properties: {
    name: TEXT,
    isOn: { type: 'boolean' },
    rows: { type: 'array', items: { properties: { at: INTEGER } } },
  },
};
const SHUT = { type: 'object', additionalProperties: false };
const LINK = { ...SHUT, properties: { href: TEXT } };
const NOWHERE = { description: 'There is none.' };
const CODE = { type: 'object', properties: { code: TEXT } };
const COUNTS = {
  type: 'object',
  properties: {
    byTag: { type: 'object', additionalProperties: INTEGER },
    flags: { type: 'object', additionalProperties: { type: 'boolean' } },
    rows: { type: 'object', additionalProperties: { type: 'array', items: INTEGER } },
    parts: { type: 'object', additionalProperties: { type: 'object', properties: { size: INTEGER } } },
  },
};

/** Owners of licenses, and the licenses of each. */
function owning(owners: string): object {
  const license = answer(ref('License'));
  return {
    [`/${owners}`]: {
      get: { responses: { 200: answer({ type: 'array', items: BOX }) } },
      post: { requestBody: body(BOX), responses: { 201: answer(BOX) } },
    },
    [`/${owners}/{boxId}`]: {
      parameters: [at('boxId', 'path')],
      get: { responses: { 200: answer(BOX), 404: NOWHERE } },
    },
    [`/${owners}/{boxId}/licenses`]: {
      parameters: [at('boxId', 'path')],
      get: { responses: { 200: answer({ type: 'array', items: ref('License') }), 404: NOWHERE } },
      post: { requestBody: body(ref('License')), responses: { 201: license, 404: NOWHERE } },
    },
    [`/${owners}/{boxId}/licenses/{id}`]: {
      parameters: [at('boxId', 'path'), at('id', 'path')],
      get: { responses: { 200: license, 404: NOWHERE } },
      delete: { responses: { 204: { description: '' }, 404: NOWHERE } },
    },
  };
}

/** What unseen documents of many houses have, made small: each of them had a mock say something against itself. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'every read demands a header field, that of a new item too': openapi({
    '/consents': {
      post: {
        parameters: [at('sandbox-id', 'header')],
        requestBody: body(CONSENT),
        responses: { 201: answer(CONSENT), 400: { description: '' } },
      },
    },
    '/consents/{consentId}': {
      parameters: [at('consentId', 'path'), at('sandbox-id', 'header')],
      get: { responses: { 200: answer(CONSENT), 400: { description: '' } } },
      delete: { responses: { 204: { description: '' }, 400: { description: '' } } },
    },
  }),
  'an item is replaced on the path of all, by the id in the body': openapi({
    '/boxes': {
      post: { requestBody: body(BOX), responses: { 201: answer(BOX) } },
      put: { requestBody: body(BOX), responses: { 204: { description: '' } } },
    },
    '/boxes/{boxId}': {
      parameters: [at('boxId', 'path')],
      get: { responses: { 200: answer(BOX) } },
      delete: { responses: { 204: { description: '' } } },
    },
  }),
  'an item is changed by a name that is not its id, and 201 stands beside 200': openapi({
    '/teams': { get: { responses: { 200: answer({ type: 'array', items: TEAM }) } } },
    '/teams/{slug}': {
      parameters: [at('slug', 'path')],
      get: { responses: { 200: answer(TEAM), 404: NOWHERE } },
      patch: { requestBody: body(NAMED), responses: { 200: answer(TEAM), 201: answer(TEAM), 404: NOWHERE } },
    },
  }),
  'a parameter stands behind a sign of its own': openapi({
    '/people/@{id}': {
      parameters: [at('id', 'path', INTEGER)],
      delete: { responses: { 204: { description: '' }, default: answer(PROBLEM) } },
    },
    '/boxes': { get: { responses: { 200: answer(BOX), default: answer(BOX) } } },
  }),
  'maps of numbers, flags, lists and objects in XML': openapi({
    '/counts': { get: { responses: { 200: answer(COUNTS, 'application/xml') } } },
  }),
  'XML of another standard, described as a text': openapi({
    '/statement': {
      get: {
        responses: {
          200: answer(TEXT, 'application/xml', { example: '<Document><Stmt><Id>7</Id></Stmt></Document>' }),
        },
      },
    },
  }),
  'answers whose forms differ in optional members alone': openapi({
    '/status': {
      get: {
        responses: {
          200: answer({
            oneOf: [
              { type: 'object', required: ['status'], properties: { status: TEXT, message: TEXT } },
              { type: 'object', required: ['status'], properties: { status: TEXT, links: { type: 'object' } } },
              { type: 'object', required: ['status', 'note'], properties: { status: TEXT, note: TEXT } },
            ],
          }),
        },
      },
    },
    '/document': {
      get: {
        responses: { 200: answer({ oneOf: [{ ...TEXT, description: 'A file.' }, TEXT] }, 'text/html') },
      },
    },
  }),
  'objects as text of a media type that has none': openapi({
    '/sign': {
      post: {
        requestBody: { required: true, content: { 'application/jwt': { schema: TOKEN } } },
        responses: { 200: answer({ type: 'object', properties: { jwt: TEXT } }, 'application/jwt') },
      },
    },
    '/plans': {
      post: {
        requestBody: { required: true, content: { 'text/plain': { schema: PLAN } } },
        responses: { 200: answer(NAMED) },
      },
    },
  }),
  'operations of one path that nothing in a request tells apart': openapi({
    '/boxes/{boxId}': {
      parameters: [at('boxId', 'path')],
      get: { responses: { 200: answer(BOX), 404: NOWHERE } },
    },
    '/boxes/{boxId}#colour': {
      parameters: [at('boxId', 'path'), at('fields', 'query')],
      get: { responses: { 200: answer(BOX), 404: NOWHERE } },
    },
  }),
  'operations of one path with refusals of their own': openapi({
    '/#Action=List': {
      get: {
        parameters: [at('Action', 'query', { ...TEXT, enum: ['List'] })],
        responses: { 200: { description: '' } },
      },
    },
    '/#Action=Make': {
      get: {
        parameters: [at('Action', 'query', { ...TEXT, enum: ['Make'] })],
        responses: { 200: { description: '' }, 400: { description: '' } },
      },
    },
  }),
  'a cursor is shown that only the service can give out': openapi({
    '/boxes': {
      get: {
        parameters: [{ name: 'cursor', in: 'query', schema: TEXT, example: 'box_000012' }],
        responses: {
          200: answer({ type: 'object', properties: { boxes: { type: 'array', items: BOX }, next_cursor: TEXT } }),
          400: { description: '' },
        },
      },
    },
  }),
  'what is not ready yet is told in another media type': openapi({
    '/bills/{id}/download': {
      get: {
        parameters: [at('id', 'path', INTEGER)],
        responses: { 200: answer({ ...TEXT, format: 'binary' }, 'application/pdf'), 202: answer(CODE) },
      },
    },
  }),
  'a body may be compressed': openapi({
    '/lines': {
      post: {
        parameters: [
          {
            name: 'Content-Encoding',
            in: 'header',
            schema: { ...TEXT, enum: ['gzip', 'identity'], default: 'identity' },
          },
        ],
        requestBody: body(NAMED),
        responses: { 200: answer(NAMED) },
      },
    },
  }),
  'what exists already is shown in another form, or is not what is made': openapi({
    '/guests': {
      post: {
        requestBody: body({
          type: 'object',
          required: ['name'],
          properties: {
            name: TEXT,
            replies: { type: 'array', items: { type: 'object', properties: { key: INTEGER } } },
          },
        }),
        responses: { 201: answer(RECEIPT), 409: { description: 'The guest is already registered.' } },
      },
    },
    '/guests/{id}': {
      get: {
        parameters: [at('id', 'path', INTEGER)],
        responses: {
          200: answer({
            type: 'object',
            required: ['id', 'name'],
            properties: {
              id: INTEGER,
              name: TEXT,
              replies: {
                type: 'array',
                items: { type: 'object', required: ['question'], properties: { question: TEXT } },
              },
            },
          }),
          404: NOWHERE,
        },
      },
    },
    '/sessions': {
      post: {
        requestBody: body({ type: 'object', required: ['fileName'], properties: { fileName: TEXT } }),
        responses: { 201: answer(SESSION), 409: { description: 'The file already exists.' } },
      },
    },
    '/sessions/{id}': {
      get: { parameters: [at('id', 'path')], responses: { 200: answer(SESSION), 404: NOWHERE } },
    },
  }),
  'a receipt shows what was sent and the item does not': openapi({
    '/phones': {
      get: { responses: { 200: answer({ type: 'array', items: PHONE }) } },
      post: {
        requestBody: body({
          type: 'object',
          required: ['display_name'],
          properties: { display_name: TEXT, mac: TEXT },
        }),
        responses: { 201: answer({ type: 'object', properties: { display_name: TEXT, id: TEXT } }) },
      },
    },
    '/phones/{id}': { get: { parameters: [at('id', 'path')], responses: { 200: answer(PHONE), 404: NOWHERE } } },
  }),
  'a path that makes items shows one of them, and one is put by its id': openapi({
    '/mappings': {
      get: { responses: { 200: answer(MAPPING) } },
      post: { requestBody: body(MAPPING), responses: { 200: answer(MAPPING) } },
      put: { requestBody: body(MAPPING), responses: { 200: answer(MAPPING) } },
    },
    '/mappings/{mapping_id}': {
      parameters: [at('mapping_id', 'path')],
      get: { responses: { 200: answer(MAPPING), 404: NOWHERE } },
      delete: { responses: { 204: { description: '' } } },
    },
  }),
  'steps of a patch under plain JSON': openapi({
    '/scripts': {
      get: { responses: { 200: answer({ type: 'array', items: MAPPING }) } },
      post: { requestBody: body(MAPPING), responses: { 200: answer(MAPPING), 400: { description: '' } } },
    },
    '/scripts/{id}': {
      parameters: [at('id', 'path')],
      get: { responses: { 200: answer(MAPPING), 404: NOWHERE } },
      patch: {
        requestBody: body({ type: 'array', items: STEP }),
        responses: { 200: answer(MAPPING), 400: { description: '' }, 404: NOWHERE },
      },
    },
  }),
  'a list of what is made under two kinds of owners': openapi(
    {
      '/licenses': { get: { responses: { 200: answer({ type: 'array', items: ref('License') }) } } },
      ...owning('people'),
      ...owning('firms'),
    },
    {
      License: {
        type: 'object',
        required: ['id', 'kind'],
        properties: { id: { ...TEXT, readOnly: true }, kind: TEXT },
      },
    },
  ),
  'a path that can be read, beside one that documents HEAD': openapi({
    '/settings/general': { get: { responses: { 200: answer(NAMED) } } },
    '/{section}/{name}': {
      parameters: [at('section', 'path'), at('name', 'path')],
      head: {
        parameters: [at('X-Reason', 'header')],
        responses: { 200: { description: '' }, 400: { description: '' } },
      },
    },
  }),
  'a part of a request may be what the same part of the item may not': openapi({
    '/invitations': {
      post: {
        requestBody: body({ type: 'object', required: ['to'], properties: { to: contact(TEXT) } }),
        responses: { 201: answer(INVITATION), 400: { description: '' } },
      },
    },
    '/invitations/{id}': {
      get: { parameters: [at('id', 'path')], responses: { 200: answer(INVITATION), 404: NOWHERE } },
    },
  }),
  'an item is found by two names that no path tells apart': openapi({
    '/guests/{guestId}': {
      parameters: [at('guestId', 'path', { ...TEXT, format: 'uuid' })],
      get: { responses: { 200: answer(NAMED) } },
    },
    '/guests/{number}': {
      parameters: [{ ...at('number', 'path'), example: 'SB2' }],
      get: { responses: { 200: answer(NAMED) } },
    },
  }),
  'one of several media types is any, and nothing is said of it': openapi({
    '/picture': {
      get: {
        responses: {
          200: {
            description: '',
            content: { '*/*': {}, 'application/json': { schema: { type: 'object' } }, 'image/png': {} },
          },
        },
      },
    },
  }),
  'parts of a whole that shut each other out': openapi({
    '/links': {
      get: {
        responses: {
          200: answer({ type: 'array', minItems: 1, items: { ...SHUT, allOf: [LINK], required: ['href'] } }),
        },
      },
    },
  }),
  'lists in envelopes that may be null': openapi(
    Object.fromEntries(
      ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map((name) => [
        `/${name}/people`,
        { get: { responses: { 200: answer(ref('People')) } } },
      ]),
    ),
    {
      People: {
        type: 'object',
        nullable: true,
        required: ['people', 'duration'],
        properties: { people: { type: 'array', items: PERSON }, duration: TEXT },
      },
    },
  ),
  'an item is named by one of a few words, in forms of their own': openapi(
    {
      '/games': { get: { responses: { 200: answer({ type: 'array', items: ref('Game') }) } } },
      '/games/{slug}': {
        parameters: [at('slug', 'path', { oneOf: [ref('Old'), ref('New')] })],
        get: { responses: { 200: answer(ref('Game')), 404: { description: '' } } },
      },
    },
    {
      Old: { ...TEXT, enum: ['go', 'ur'] },
      New: { ...TEXT, enum: ['hex'] },
      Game: { type: 'object', required: ['slug'], properties: { slug: { ...TEXT, enum: ['go', 'ur', 'hex'] } } },
    },
  ),
  'there is one of it, which can be taken away': openapi({
    '/package': {
      delete: { responses: { 204: { description: '' } } },
      get: { responses: { 200: answer(PERSON) } },
      put: { requestBody: body(PERSON), responses: { 200: answer(PERSON) } },
    },
  }),
  'what is sent below an item makes another thing, and only where the item is': openapi({
    '/broadcasts': {
      get: { responses: { 200: answer({ type: 'array', items: PERSON }) } },
      post: { requestBody: body(PERSON), responses: { 201: answer(PERSON) } },
    },
    '/broadcasts/{id}': {
      parameters: [at('id', 'path', INTEGER)],
      get: { responses: { 200: answer(PERSON), 404: NOWHERE } },
    },
    '/broadcasts/{id}/batches': {
      parameters: [at('id', 'path', INTEGER)],
      get: { responses: { 200: answer({ type: 'array', items: BOX }), 404: NOWHERE } },
      post: { requestBody: body(COUNTS), responses: { 201: answer(CODE), 404: NOWHERE } },
    },
  }),
  'a Location counts from the paths of the document': {
    ...openapi({
      '/boxes': {
        post: {
          requestBody: body(BOX),
          responses: {
            201: {
              ...answer(BOX),
              headers: { Location: { schema: { ...TEXT, pattern: '^/boxes/' } } },
            },
          },
        },
      },
      '/boxes/{boxId}': { parameters: [at('boxId', 'path')], get: { responses: { 200: answer(BOX) } } },
    }),
    servers: [{ url: '/api/v1' }],
  },
  'an item is asked for by any text, and shows an id of one form': openapi({
    '/logs/{logId}': {
      parameters: [at('logId', 'path')],
      get: {
        responses: {
          200: answer({
            type: 'object',
            required: ['logId', 'text'],
            properties: { logId: { ...TEXT, pattern: '^log:[a-f0-9]{32}$' }, text: TEXT },
          }),
          404: NOWHERE,
        },
      },
      put: {
        requestBody: body({ type: 'object', properties: { text: TEXT } }),
        responses: { 204: NOWHERE, 404: NOWHERE },
      },
    },
  }),
  'a form of which no field has to be there, and which has to be there itself': openapi({
    '/routes': {
      post: {
        requestBody: {
          required: true,
          content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { name: TEXT } } } },
        },
        responses: { 200: answer(NAMED) },
      },
    },
  }),
  'a list is described as showing one of its items': openapi({
    '/teams': {
      get: { responses: { 200: answer(TEAM) } },
      post: { requestBody: body(NAMED), responses: { 200: answer(TEAM), 201: { description: '' } } },
    },
    '/teams/{id}': {
      parameters: [at('id', 'path', INTEGER)],
      get: { responses: { 200: answer(TEAM), 400: { description: '' } } },
      put: { requestBody: body(NAMED), responses: { 200: answer(TEAM) } },
    },
  }),
  'what is required is described nowhere else': openapi(
    {
      '/posts': {
        get: { responses: { 200: answer({ type: 'array', items: ref('Post') }) } },
        post: { requestBody: body(ref('Draft')), responses: { 201: answer(ref('Post')) } },
      },
      '/posts/{id}': { parameters: [at('id', 'path')], get: { responses: { 200: answer(ref('Post')) } } },
    },
    {
      Draft: { type: 'object', required: ['name', 'title'], properties: { title: TEXT } },
      Post: { type: 'object', required: ['id', 'name'], properties: { id: { ...TEXT, readOnly: true }, title: TEXT } },
    },
  ),
  'a list shows its items without their ids': openapi({
    '/talks/{talkId}': {
      parameters: [at('talkId', 'path', { ...TEXT, example: 'one' })],
      get: { responses: { 200: answer(BOX) } },
      delete: { responses: { 204: { description: '' } } },
    },
    '/talks/{talkId}/people': {
      parameters: [at('talkId', 'path', { ...TEXT, example: 'one' })],
      get: { responses: { 200: answer({ type: 'array', items: NAMED }) } },
      post: { requestBody: body(NAMED), responses: { 201: answer(RECEIPT) } },
    },
    '/talks/{talkId}/people/{id}': {
      parameters: [at('talkId', 'path', { ...TEXT, example: 'one' }), at('id', 'path', INTEGER)],
      get: { responses: { 200: answer(RECEIPT) } },
      delete: { responses: { 204: { description: '' } } },
    },
  }),
  'a Location of what was made is a url': openapi({
    '/boxes': {
      post: {
        requestBody: body(BOX),
        responses: {
          201: { ...answer(BOX), headers: { Location: { schema: { ...TEXT, format: 'url' } } } },
        },
      },
    },
    '/boxes/{boxId}': { parameters: [at('boxId', 'path')], get: { responses: { 200: answer(BOX) } } },
  }),
  'times of so many characters, and an example where no content may be': openapi({
    '/usage': {
      get: {
        responses: {
          200: answer({
            type: 'object',
            required: ['at', 'until', 'exact'],
            properties: {
              at: { ...TEXT, format: 'date-time', minLength: 25, maxLength: 25 },
              until: { ...TEXT, format: 'date-time', minLength: 24, maxLength: 24 },
              exact: { ...TEXT, format: 'date-time', pattern: '\\.\\d{6}[+-]\\d\\d:\\d\\d$' },
            },
          }),
        },
      },
      delete: { responses: { 204: { description: '', content: { 'application/json': { example: '' } } } } },
    },
  }),
};

describe('a mock passes the check of its own document', () => {
  test.each(Object.entries(DOCUMENTS))('%s', async (_, document) => {
    const { errors, passed } = await checked(document);
    expect(errors).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });
});

test('an example for XML that its own schema refuses is passed over', async () => {
  const schema = { type: 'object', required: ['sort'], properties: { sort: { ...TEXT, enum: ['up', 'down'] } } };
  const document = openapi({
    '/sorting': { get: { responses: { 200: answer(schema, 'application/xml', { example: { sort: 'newest' } }) } } },
  });
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request('http://mock/sorting'));
  expect(await response.text()).toMatch(/<sort>(up|down)<\/sort>/);
  expect(response.headers.get('standin-violations')).toBeNull();
  await mock.close();
});
