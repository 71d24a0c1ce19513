import { describe, expect, test } from 'vitest';
import { createMock, inspectDocument } from '../../src/library/index.ts';
import { checked } from './self-checked.ts';

function openapi(paths: object, schemas: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } };
}

const json = (schema: object): object => ({ description: '', content: { 'application/json': { schema } } });
const xml = (schema: object): object => ({ description: '', content: { 'application/xml': { schema } } });
const pathId = (schema: object = { type: 'string' }): object => ({ name: 'id', in: 'path', required: true, schema });
const PET = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };

const TEXT = { type: 'string' };
const NOWHERE = { description: 'There is none.' };
const ISSUE = { type: 'object', required: ['title'], properties: { number: { type: 'integer' }, title: TEXT } };
const LIMITS = { type: 'object', required: ['limit'], properties: { limit: TEXT } };
const ORDER = {
  type: 'object',
  required: ['bookId'],
  properties: { id: { type: 'integer' }, bookId: { type: 'integer' } },
};
const HOUSED = {
  type: 'object',
  required: ['name', 'home', 'tame'],
  properties: { name: TEXT, home: { type: 'string', format: 'uri' }, tame: { type: 'boolean' } },
};
const NOTE = {
  type: 'object',
  required: ['text'],
  properties: { id: { type: 'integer' }, text: TEXT, created_at: { type: 'string', format: 'date-time' } },
};
const LETTER = {
  type: 'object',
  required: ['id', 'boxId'],
  properties: { id: { type: 'integer' }, boxId: { type: 'string', pattern: '^[a-f]{24}$' } },
};
const LETTERS = { type: 'array', items: LETTER };
const BUILD = {
  type: 'object',
  required: ['branch'],
  properties: { id: { type: 'integer' }, branch: TEXT, note: TEXT },
};
const ROLE = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: TEXT,
    state: { readOnly: true, allOf: [{ type: 'string', enum: ['on', 'off', 'gone'] }] },
  },
};

const MAP = {
  type: 'object',
  required: ['metadata'],
  properties: {
    metadata: { type: 'object', required: ['name'], properties: { name: TEXT } },
    data: TEXT,
  },
};

function both(schema: object): object {
  return {
    description: '',
    content: Object.fromEntries(['application/json', 'application/yaml'].map((type) => [type, { schema }])),
  };
}

const ACCOUNT = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer' },
    name: TEXT,
    locales: { type: 'array', items: TEXT },
    abilities: { type: 'object', properties: { pay: { type: 'string', enum: ['on', 'off'] } } },
  },
};
const ASKED = {
  type: 'object',
  required: ['name'],
  properties: {
    name: TEXT,
    locales: { type: 'array', items: TEXT },
    abilities: {
      type: 'object',
      properties: { pay: { type: 'object', required: ['requested'], properties: { requested: { type: 'boolean' } } } },
    },
  },
};

function form(schema: object): object {
  const encoding = { abilities: { style: 'deepObject', explode: true } };
  return { content: { 'application/x-www-form-urlencoded': { schema, encoding } } };
}

const DATABASE = { type: 'object', properties: { name: { ...TEXT, readOnly: true }, location: TEXT, tier: TEXT } };

function rule(type: string, of: string): object {
  const parameters = { type: 'object', required: [of], properties: { [of]: { type: 'integer' } } };
  return { type: 'object', required: ['type', 'parameters'], properties: { type: { enum: [type] }, parameters } };
}

const RULES = {
  type: 'object',
  required: ['rules'],
  properties: {
    id: { type: 'integer' },
    rules: { type: 'array', items: { oneOf: [rule('age', 'years'), rule('size', 'metres'), rule('sum', 'euros')] } },
  },
};

function inPath(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'integer' } };
}

function collection(schema: object): { readonly get: object; readonly post: object } {
  return {
    get: { responses: { 200: json({ type: 'array', items: schema }) } },
    post: { requestBody: json(schema), responses: { 201: json(schema) } },
  };
}

function item(schema: object, id: string): { readonly get: object; readonly put: object } {
  return {
    get: { parameters: [inPath(id)], responses: { 200: json(schema), 404: NOWHERE } },
    put: { parameters: [inPath(id)], requestBody: json(schema), responses: { 200: json(schema), 404: NOWHERE } },
  };
}

function nested(depth: number): object {
  const inner = depth === 0 ? { type: 'integer' } : nested(depth - 1);
  return { type: 'object', required: ['n'], properties: { n: inner } };
}

const SERVICE = {
  type: 'object',
  required: ['name', 'ports'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: TEXT,
    ports: { type: 'array', items: { type: 'integer', minimum: 1, maximum: 65535 } },
    owner: { type: ['integer', 'null'] },
  },
};
const ADDRESS = { type: 'object', required: ['city'], properties: { city: TEXT }, xml: { name: 'Address' } };
const RUN = {
  type: 'object',
  properties: { run: TEXT, flow: TEXT, state: { enum: ['running', 'failed'] }, note: TEXT },
};
const MEMBER = {
  type: 'object',
  properties: { id: { type: 'integer', readOnly: true }, email: { ...TEXT, readOnly: true } },
};
const SID = { in: 'path', required: true, schema: { ...TEXT, minLength: 8, maxLength: 8, pattern: '^VA[0-9a-f]{6}$' } };
const LISTED = { type: 'object', properties: { sid: { ...SID.schema, readOnly: true }, name: TEXT } };

/** Documents as people write them: nothing that standin makes of one is held against it by standin. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'a concrete path beside a templated one whose example it is': openapi({
    '/entities/clients/documents': collection(PET),
    '/entities/{name}/documents': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: TEXT, example: 'clients' }],
      patch: { requestBody: json(PET), responses: { 200: json(PET) } },
    },
  }),
  'two things of one schema with a name of its own, in XML': openapi({
    '/orders': {
      get: {
        responses: {
          200: xml({
            type: 'object',
            required: ['from', 'to', 'paid', 'due'],
            properties: {
              from: ADDRESS,
              to: ADDRESS,
              paid: { type: 'array', items: { type: 'integer', xml: { name: 'item' } }, minItems: 1 },
              due: { type: 'array', items: { ...ADDRESS, xml: { name: 'item' } }, minItems: 1 },
            },
          }),
        },
      },
    },
  }),
  'actions on items that can be neither made nor listed': openapi({
    '/flows/{flow}/runs/{run}': {
      parameters: [
        { ...pathId(), name: 'flow' },
        { ...pathId(), name: 'run' },
      ],
      get: { responses: { 200: json(RUN), 404: NOWHERE } },
      delete: { responses: { 204: { description: '' }, 404: NOWHERE } },
    },
    '/flows/{flow}/runs/{run}/clear': {
      parameters: [
        { ...pathId(), name: 'flow' },
        { ...pathId(), name: 'run' },
      ],
      post: { responses: { 200: json(RUN), 404: NOWHERE } },
    },
  }),
  'errors of which the schema knows one status': openapi({
    '/pets': {
      post: {
        requestBody: { required: true, ...json(PET) },
        responses: {
          201: json(PET),
          default: json({
            type: 'object',
            required: ['statusCode'],
            properties: { statusCode: { type: 'integer', enum: [404] }, message: TEXT },
          }),
        },
      },
    },
  }),
  'lists of which -1 asks for all': openapi({
    '/pets': {
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', default: -1, minimum: -1, maximum: 200 } },
        ],
        responses: { 200: json({ type: 'array', items: PET }) },
      },
      post: { requestBody: { required: true, ...json(PET) }, responses: { 201: json(PET) } },
    },
  }),
  'writes to a whole collection that do not say to which item': openapi({
    '/services': {
      ...collection(SERVICE),
      put: { requestBody: { required: true, ...json(SERVICE) }, responses: { 200: json(SERVICE) } },
    },
    '/services/{id}': item(SERVICE, 'id'),
  }),
  'uploads in a form with a misspelt name': openapi({
    '/media': {
      post: {
        requestBody: {
          content: {
            'application/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                properties: { file: { type: 'string', format: 'binary' }, note: TEXT },
              },
            },
          },
        },
        responses: { 200: json(PET) },
      },
    },
  }),
  'a create that asks for what the entity says to be the service’s': openapi({
    '/members': {
      get: { responses: { 200: json({ type: 'array', items: MEMBER }) } },
      post: {
        requestBody: json({ type: 'object', required: ['email'], properties: { email: TEXT } }),
        responses: { 200: json(MEMBER) },
      },
    },
    '/members/{id}': { get: { parameters: [inPath('id')], responses: { 200: json(MEMBER), 404: NOWHERE } } },
  }),
  'forms of one field that need not be sent, under items of another name': openapi({
    '/services': collection(LISTED),
    '/services/{sid}': {
      get: { parameters: [{ ...SID, name: 'sid' }], responses: { 200: json(LISTED), 404: NOWHERE } },
    },
    '/services/{serviceSid}/numbers': {
      parameters: [{ ...SID, name: 'serviceSid' }],
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['number'], properties: { number: TEXT } },
            },
          },
        },
        responses: { 201: json({ type: 'object', properties: { number: TEXT, sid: TEXT } }) },
      },
    },
  }),
  'items that are asked for by any text, and show a UUID': openapi({
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: json({ type: 'object', properties: { uuid: { type: 'string', format: 'uuid' } } }) } },
    },
  }),
  'operations that document nothing but errors': openapi({
    '/pets': { post: { requestBody: json(PET), responses: { 405: { description: 'Invalid input' } } } },
    '/teapot': { get: { responses: { 418: { description: '' } } } },
    '/down': { get: { responses: { 503: { description: '' }, 500: { description: '' } } } },
    '/early': { get: { responses: { 103: { description: '' } } } },
  }),
  'objects in media types that nobody can write them in': openapi({
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            content: Object.fromEntries(
              ['application/json', 'text/html', 'text/csv'].map((mediaType) => [
                mediaType,
                { schema: { type: 'array', items: PET } },
              ]),
            ),
          },
        },
      },
    },
  }),
  'a list with a limit and no way to what lies behind it': openapi({
    '/pets': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', format: 'int32' } }],
        responses: { 200: json({ type: 'array', items: PET }) },
      },
      post: { requestBody: json(PET), responses: { 201: json(PET) } },
    },
    '/pets/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET) } } },
  }),
  'errors in XML without a schema': openapi({
    '/pets': {
      post: {
        requestBody: json(PET),
        responses: { 200: json(PET), 400: { description: '', content: { 'application/xml': {} } } },
      },
    },
  }),
  'items that can be asked for, and neither listed nor created': openapi({
    '/places/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET), 404: { description: '' } } } },
  }),
  'operations that know 422 and no 400': openapi({
    '/pets': {
      post: { requestBody: { required: true, ...json(PET) }, responses: { 201: json(PET), 422: { description: '' } } },
    },
  }),
  'a Location that has to be a whole URL': openapi({
    '/pets': {
      post: {
        requestBody: json(PET),
        responses: {
          201: { ...json(PET), headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } } },
        },
      },
    },
    '/pets/{id}': { get: { parameters: [pathId()], responses: { 200: json(PET) } } },
  }),
  'items that live under somebody and are found by their id alone': openapi(
    {
      '/users/{user}/pets': {
        parameters: [{ name: 'user', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }) } },
        post: { requestBody: json(PET), responses: { 201: json({ $ref: '#/components/schemas/Pet' }) } },
      },
      '/pets/{id}': {
        parameters: [pathId({ type: 'integer' })],
        get: { responses: { 200: json({ $ref: '#/components/schemas/Pet' }), 404: { description: '' } } },
        delete: { responses: { 204: { description: '' } } },
      },
    },
    { Pet: PET },
  ),
  'answers that nothing fits': openapi(
    {
      '/dead': { get: { responses: { 200: json({ $ref: '#/components/schemas/Dead' }) } } },
      '/alive': { get: { responses: { 200: json(PET) } } },
    },
    { Dead: { type: 'object', required: ['d'], properties: { d: { $ref: '#/components/schemas/Dead' } } } },
  ),
  'objects within eighty objects that all have to be there': openapi({
    '/deep': {
      get: { responses: { 200: json(nested(80)) } },
      post: { requestBody: json(nested(80)), responses: { 200: json(nested(80)) } },
    },
  }),
  'entities that repeat what the path says, deep inside': openapi(
    {
      '/namespaces/{namespace}/tabs': {
        parameters: [{ name: 'namespace', in: 'path', required: true, schema: { type: 'string' } }],
        get: {
          responses: {
            200: json({
              type: 'object',
              properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Tab' } } },
            }),
          },
        },
        post: {
          requestBody: json({ $ref: '#/components/schemas/Tab' }),
          responses: { 201: json({ $ref: '#/components/schemas/Tab' }), 409: { description: '' } },
        },
      },
      '/namespaces/{namespace}/tabs/{name}': {
        parameters: ['namespace', 'name'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
        })),
        get: { responses: { 200: json({ $ref: '#/components/schemas/Tab' }) } },
      },
    },
    {
      Tab: {
        type: 'object',
        properties: {
          metadata: { type: 'object', properties: { name: { type: 'string' }, namespace: { type: 'string' } } },
        },
      },
    },
  ),
  'properties that several schemas describe, in XML': openapi({
    '/pets': {
      get: {
        responses: {
          200: xml({
            allOf: [
              { type: 'object', properties: { data: { type: 'array', items: { type: 'object' } } } },
              { properties: { data: { type: 'array', items: PET } } },
            ],
            required: ['data'],
          }),
        },
      },
    },
  }),
  'operations of one path that a parameter tells apart': openapi(
    Object.fromEntries(
      ['Copy', 'Delete'].map((action) => [
        `/#Action=${action}`,
        {
          get: {
            operationId: action,
            parameters: [
              { name: 'Action', in: 'query', required: true, schema: { type: 'string', enum: [action] } },
              { name: `${action}Id`, in: 'query', required: true, schema: { type: 'string' } },
            ],
            responses: { 200: json({ type: 'object', required: [action], properties: { [action]: PET } }) },
          },
        },
      ]),
    ),
  ),
  'parameters of the query behind a path': openapi({
    '/rides?page={page}': {
      get: {
        parameters: [{ name: 'page', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: json(PET) },
      },
    },
  }),
  'a token that is a documented parameter, beside two schemes that share one field': {
    ...openapi({
      '/pets': {
        get: {
          security: [{ one: [], two: [] }],
          parameters: [{ name: 'access_token', in: 'query', schema: { type: 'string' } }],
          responses: { 200: json(PET) },
        },
      },
    }),
    components: {
      securitySchemes: Object.fromEntries(
        ['one', 'two'].map((name) => [
          name,
          { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://example.com/auth', scopes: {} } } },
        ]),
      ),
    },
  },
  'items whose path calls what they live in otherwise than their collection does': openapi(
    {
      '/orgs/{org}/repos': {
        parameters: [{ name: 'org', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Repo' } }) } },
        post: {
          requestBody: {
            required: true,
            ...json({ type: 'object', properties: { name: { type: 'string', minLength: 1 } } }),
          },
          responses: { 201: json({ $ref: '#/components/schemas/Repo' }) },
        },
      },
      '/repos/{owner}/{repo}': {
        parameters: ['owner', 'repo'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        get: { responses: { 200: json({ $ref: '#/components/schemas/Repo' }), 404: { description: '' } } },
      },
      '/repos/{owner}/{repo}/limit': {
        parameters: ['owner', 'repo'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        get: { responses: { 200: json({ $ref: '#/components/schemas/Limit' }), 404: { description: '' } } },
        put: { requestBody: json({ $ref: '#/components/schemas/Limit' }), responses: { 204: { description: '' } } },
      },
    },
    {
      Limit: { type: 'object', required: ['days'], properties: { days: { type: 'integer' } } },
      Repo: {
        type: 'object',
        required: ['id', 'name', 'owner'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          owner: { type: 'object', required: ['login'], properties: { login: { type: 'string' } } },
        },
      },
    },
  ),
  'a setting of something that nobody lists': openapi({
    '/enterprises/{enterprise}/limit': {
      parameters: [{ name: 'enterprise', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: json(PET) } },
      put: { requestBody: json(PET), responses: { 204: { description: '' } } },
    },
  }),
  'a default that only the request has': openapi({
    '/pets': {
      post: {
        requestBody: json({ ...PET, properties: { ...PET.properties, kind: { type: 'string', default: 'dog' } } }),
        responses: {
          201: json({
            ...PET,
            required: ['kind'],
            properties: { ...PET.properties, kind: { type: 'string' } },
          }),
        },
      },
      get: { responses: { 200: json({ type: 'array', items: PET }) } },
    },
  }),
  'a form that is one text': openapi({
    '/detect': {
      post: {
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': { schema: { type: 'string' }, example: 'text=I like tacos' },
          },
        },
        responses: { 200: json(PET) },
      },
    },
  }),
  'an order that holds where none is asked for': openapi({
    '/pets': {
      get: {
        parameters: [
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', '-name'], default: 'name' } },
        ],
        responses: { 200: json({ type: 'array', items: PET }) },
      },
    },
    '/pets/{id}': { get: { parameters: [pathId({ type: 'integer' })], responses: { 200: json(PET) } } },
  }),
  'lists that may not be empty, and a page of one that is an example': openapi({
    '/people/{person}/pets': {
      parameters: [
        { name: 'person', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
        { name: 'per_page', in: 'query', schema: { type: 'integer', minimum: 1, default: 2 } },
      ],
      get: { responses: { 200: json({ type: 'array', minItems: 1, items: PET }) } },
    },
    '/owners/{owner}/{flat}/pets': {
      parameters: ['owner', 'flat'].map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      get: { responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Pet' } }) } },
    },
  }),
  'lists in XML that are empty or null, and objects in other multipart': openapi({
    '/errors': {
      get: {
        responses: {
          200: xml({
            type: 'object',
            required: ['errors', 'sizes'],
            properties: {
              errors: { type: 'array', maxItems: 0, items: { type: 'string' } },
              sizes: { type: ['array', 'null'], maxItems: 0, items: { type: 'integer' } },
            },
          }),
        },
      },
    },
    '/pets': {
      get: {
        responses: {
          200: {
            description: '',
            content: Object.fromEntries(
              ['multipart/mixed', 'multipart/form-data'].map((mediaType) => [mediaType, { schema: PET }]),
            ),
          },
        },
      },
    },
  }),
  'a 201 with a Location for what has no path': openapi({
    '/reports': {
      post: {
        requestBody: json(PET),
        responses: { 201: { description: '', headers: { Location: { schema: { type: 'string' } } } } },
      },
    },
  }),
  'a body of a media type without a name': openapi({
    '/pets': {
      post: { requestBody: { required: true, content: { '': { schema: PET } } }, responses: { 200: json(PET) } },
    },
  }),
  'comments that are found by their id alone and do not tell their issue': openapi({
    '/issues': collection(ISSUE),
    '/issues/{number}': item(ISSUE, 'number'),
    '/issues/{number}/comments': {
      get: { parameters: [inPath('number')], responses: { 200: json({ type: 'array', items: PET }), 404: NOWHERE } },
      post: { parameters: [inPath('number')], requestBody: json(PET), responses: { 201: json(PET), 404: NOWHERE } },
    },
    '/comments/{id}': item(PET, 'id'),
  }),
  'assets that are listed within a release and found without it': openapi({
    '/shops': collection(ISSUE),
    '/shops/{number}': item(ISSUE, 'number'),
    '/shops/{number}/releases/{release}/assets': {
      get: {
        parameters: [inPath('number'), inPath('release')],
        responses: { 200: json({ type: 'array', items: PET }) },
      },
      post: {
        parameters: [inPath('number'), inPath('release')],
        requestBody: json(PET),
        responses: { 201: json(PET) },
      },
    },
    '/shops/{number}/releases/assets/{id}': {
      parameters: [inPath('number')],
      ...item(PET, 'id'),
      delete: { parameters: [inPath('id')], responses: { 204: { description: '' }, 404: NOWHERE } },
    },
  }),
  'what is read under an item and is nothing that is kept': openapi({
    '/issues': collection(ISSUE),
    '/issues/{number}': item(ISSUE, 'number'),
    '/issues/{number}/{revision}': {
      get: {
        parameters: [inPath('number'), { ...inPath('revision'), schema: { type: 'string' } }],
        responses: { 200: json({ type: 'object', properties: { text: { type: 'string' } } }), 404: NOWHERE },
      },
    },
  }),
  'one thing that may be gone, and no word for that but silence': openapi({
    '/limits': {
      get: { responses: { 200: json(LIMITS), 204: { description: '' } } },
      put: { requestBody: json(LIMITS), responses: { 200: json(LIMITS) } },
      delete: { responses: { 204: { description: '' } } },
    },
  }),
  'errors of two forms, one of which takes all that the other has': openapi({
    '/pets': {
      post: {
        requestBody: { required: true, ...json(PET) },
        responses: {
          201: json(PET),
          422: json({
            oneOf: [
              { type: 'object', required: ['message', 'status'], properties: { message: TEXT, status: TEXT } },
              { type: 'object', properties: { message: TEXT, status: TEXT } },
            ],
          }),
        },
      },
    },
  }),
  'defaults that no answer may show, and defaults of what is kept elsewhere': openapi({
    '/pets': {
      post: {
        requestBody: json({
          type: 'object',
          required: ['name'],
          properties: { name: TEXT, home: { type: 'string', default: '' }, tame: { type: 'boolean', default: true } },
        }),
        responses: { 201: json(HOUSED) },
      },
      get: { responses: { 200: json({ type: 'array', items: HOUSED }) } },
    },
  }),
  'rules of several forms whose parts have one name': openapi({
    '/rules': collection(RULES),
    '/rules/{id}': { ...item(RULES, 'id') },
  }),
  'orders that name a book, where the document says what happens if there is none': openapi({
    '/books': collection(PET),
    '/books/{id}': item(PET, 'id'),
    '/orders': {
      get: { responses: { 200: json({ type: 'array', items: ORDER }) } },
      post: { requestBody: json(ORDER), responses: { 201: json(ORDER), 404: { description: 'no book' } } },
    },
    '/orders/{id}': item(ORDER, 'id'),
  }),
  'pages by number and by cursor, in a list that goes out of use': openapi({
    '/pets': {
      ...collection(PET),
      get: {
        deprecated: true,
        externalDocs: { url: 'https://example.com/why' },
        parameters: ['after', 'before', 'page', 'per_page'].map((name) => ({
          name,
          in: 'query',
          schema: { type: name.includes('page') ? 'integer' : 'string' },
        })),
        responses: {
          200: { ...json({ type: 'array', items: PET }), headers: { Link: { schema: { type: 'string' } } } },
        },
      },
    },
    '/pets/{id}': item(PET, 'id'),
  }),
  'what a short and a long form of one thing show': openapi({
    '/notes': { get: { responses: { 200: json({ type: 'array', items: NOTE }) } }, post: collection(NOTE).post },
    '/notes/{id}': item({ ...NOTE, properties: { ...NOTE.properties, created_at: { type: 'string' } } }, 'id'),
  }),
  'items that tell within what they live in a form that the path does not have': openapi({
    '/boxes': collection(PET),
    '/boxes/{id}': item(PET, 'id'),
    '/boxes/{boxId}/letters': { get: { parameters: [inPath('boxId')], responses: { 200: json(LETTERS) } } },
    '/letters/{letterId}': { get: item(LETTER, 'letterId').get },
    '/letters/{letterId}/text': { get: { parameters: [inPath('letterId')], responses: { 200: json(TEXT) } } },
  }),
  'what a query and a body say of one property': openapi({
    '/builds': {
      get: { responses: { 200: json({ type: 'array', items: BUILD }) } },
      post: {
        parameters: [{ name: 'branch', in: 'query', required: true, schema: TEXT }],
        requestBody: json(BUILD),
        responses: { 200: json(BUILD) },
      },
    },
    '/builds/{id}': item(BUILD, 'id'),
  }),
  'what only the service sets, of few values': openapi({
    '/roles': collection(ROLE),
    '/roles/{id}': item(ROLE, 'id'),
  }),
  'a required offset': openapi({
    '/pets': {
      ...collection(PET),
      get: {
        parameters: [
          ...['count', 'offset'].map((name) => ({ name, in: 'query', required: true, schema: { type: 'integer' } })),
          { name: 'name', in: 'query', schema: TEXT },
        ],
        responses: {
          200: json({
            type: 'object',
            required: ['pets', 'total'],
            properties: { total: { type: 'integer' }, pets: { type: 'array', items: PET } },
          }),
        },
      },
    },
    '/pets/{id}': item(PET, 'id'),
  }),
  'a list that may not be empty, and a page of nothing': openapi({
    '/counts': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 0 } }],
        responses: { 200: json({ type: 'array', minItems: 1, items: PET }) },
      },
      post: { requestBody: json(PET), responses: { 201: json(PET) } },
    },
    '/counts/{id}': item(PET, 'id'),
  }),
  'items that have their name deeper, and are shown as YAML too': openapi({
    '/maps': {
      get: { responses: { 200: json({ type: 'object', properties: { items: { type: 'array', items: MAP } } }) } },
      post: { requestBody: { required: true, ...json(MAP) }, responses: { 201: json(MAP) } },
    },
    '/maps/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: TEXT }],
      get: { responses: { 200: both(MAP), 404: NOWHERE } },
      delete: { responses: { 204: { description: '' }, 404: NOWHERE } },
    },
  }),
  'a form that cannot say that a list is empty, and one that says by words what is shown whole': openapi({
    '/accounts': {
      get: { responses: { 200: json({ type: 'array', items: ACCOUNT }) } },
      post: { requestBody: form(ASKED), responses: { 200: json(ACCOUNT) } },
    },
    '/accounts/{id}': {
      get: { parameters: [inPath('id')], responses: { 200: json(ACCOUNT), 404: NOWHERE } },
      put: { parameters: [inPath('id')], requestBody: form(ASKED), responses: { 200: json(ACCOUNT), 404: NOWHERE } },
    },
  }),
  'places that a PUT chooses, with names that the document shows, read with a version': openapi({
    '/databases/{name}': {
      parameters: [
        { name: 'name', in: 'path', required: true, schema: TEXT, example: 'testdb' },
        { name: 'api-version', in: 'query', required: true, schema: TEXT },
      ],
      get: { responses: { 200: json(DATABASE), 404: NOWHERE } },
      put: { requestBody: json(DATABASE), responses: { 200: json(DATABASE), 201: json(DATABASE) } },
      patch: { requestBody: json(DATABASE), responses: { 200: json(DATABASE), 404: NOWHERE } },
      delete: { responses: { 200: { description: '' }, 204: { description: '' } } },
    },
    '/databases': {
      get: {
        parameters: [{ name: 'api-version', in: 'query', required: true, schema: TEXT }],
        responses: { 200: json({ type: 'array', items: DATABASE }) },
      },
    },
  }),
  'bytes of any media type, shown as an object': openapi({
    '/artifacts/{id}': {
      get: {
        parameters: [pathId()],
        responses: {
          200: {
            description: '',
            content: { '*/*': { schema: { type: 'string', format: 'binary' }, example: { info: 'x' } } },
          },
        },
      },
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

describe('what a document leaves out or cannot mean is named', () => {
  const codes = async (document: object | undefined): Promise<readonly string[]> =>
    (await inspectDocument({ document: document ?? {} })).diagnostics.map(({ code }) => code);

  test('an operation that documents nothing but errors', async () => {
    const found = await codes(DOCUMENTS['operations that document nothing but errors']);
    expect(found).toEqual(['no-success', 'no-success', 'no-success', 'no-success']);
  });

  test('an object in plain text', async () => {
    const found = await codes(DOCUMENTS['objects in media types that nobody can write them in']);
    expect(found).toEqual(['unsupported-media-type', 'unsupported-media-type']);
  });
});

describe('a collection with few ids', () => {
  const few = { type: 'integer', minimum: 1, maximum: 4 };
  const document = openapi({
    '/pets': {
      get: { responses: { 200: json({ type: 'array', items: PET }) } },
      post: { requestBody: json(PET), responses: { 201: json(PET) } },
    },
    '/pets/{id}': {
      get: { parameters: [pathId(few)], responses: { 200: json(PET), 404: { description: '' } } },
    },
  });

  test('leaves half of them to those who create, and then goes on where the entity can show more', async () => {
    const mock = await createMock({ document });
    const post = async (): Promise<unknown> => {
      const request = new Request('http://mock/pets', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"name":"Rex"}',
      });
      const response = await mock.fetch(request);
      return response.status === 201 ? ((await response.json()) as { readonly id: unknown }).id : response.status;
    };
    const ids = [await post(), await post(), await post()];
    expect(ids.slice(0, 2)).toEqual([3, 4]);
    expect(ids[2]).toBeGreaterThan(4);
    await mock.close();
  });
});

test('a documented 405 names the methods of its path', async () => {
  const document = openapi({ '/pets': { get: { responses: { 405: { description: '' } } } } });
  const mock = await createMock({ document });
  const response = await mock.fetch(new Request('http://mock/pets'));
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  await mock.close();
});

test('what is written as plain text and as JSON by one schema is sent as JSON to a client that accepts both', async () => {
  const schema = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };
  const content = Object.fromEntries(['text/plain', 'application/json', 'text/json'].map((type) => [type, { schema }]));
  const document = openapi({ '/pets': { get: { responses: { 200: { description: '', content } } } } }, { Pet: PET });
  const mock = await createMock({ document });
  const typeOf = async (accept: string): Promise<string | null> =>
    (await mock.fetch(new Request('http://mock/pets', { headers: { accept } }))).headers.get('content-type');
  expect([await typeOf('*/*'), await typeOf('text/plain')]).toEqual(['application/json', 'text/plain']);
  await mock.close();
});

test('an id that one path takes as any text and another one as a number is a number', async () => {
  const board = { type: 'object', properties: { id: TEXT, name: TEXT } };
  const numbered = { name: 'boardId', in: 'path', required: true, schema: { type: 'integer' } };
  const document = openapi({
    '/boards': { get: { responses: { 200: json({ type: 'array', items: board }) } } },
    '/boards/{id}': { get: { parameters: [pathId()], responses: { 200: json(board), 404: NOWHERE } } },
    '/boards/{boardId}/gadgets': {
      get: { parameters: [numbered], responses: { 200: json({ type: 'array', items: PET }) } },
    },
  });
  const mock = await createMock({ document });
  const get = (path: string): Promise<Response> => mock.fetch(new Request(`http://mock${path}`));
  const [{ id }] = (await (await get('/boards')).json()) as [{ readonly id: string }];
  expect(id).toMatch(/^\d+$/);
  expect([(await get(`/boards/${id}`)).status, (await get(`/boards/${id}/gadgets`)).status]).toEqual([200, 200]);
  await mock.close();
});
