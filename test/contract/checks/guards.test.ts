import { describe, expect, test } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import { judgeVacuity } from '../../../src/contract/judge/run-checks.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';

const fee = { type: 'number', description: 'The sum of all fees, read only.' };
const schema = { type: 'object', required: ['note'], properties: { note: { type: ['string', 'null'] }, fee } };
const resource = { name: 'orders', singular: 'order', id: { parameter: 'id', property: 'id', schema: {} }, schema };
const parent = { name: 'customers', singular: 'customer' };
const list = { items: '', page: {}, filters: [] };

/** What a check reads of an exchange, each part to be replaced. */
interface Shown {
  readonly story: object;
  readonly body?: unknown;
  readonly status?: number;
  readonly proven?: boolean;
  readonly responses?: readonly object[];
  /** What a GET of the same path documents; nothing where there is none. */
  readonly listed?: readonly object[];
  readonly path?: string;
  readonly method?: string;
  /** The description of the documented answer. */
  readonly said?: string;
  readonly headers?: Exchange['response']['headers'];
  /** Media types that the answer is documented under. */
  readonly offers?: readonly string[];
  /** Body of the request. */
  readonly sends?: unknown;
  /** The id of the items. */
  readonly id?: object;
  readonly hasWorked?: boolean;
  /** The request is one of another operation. */
  readonly elsewhere?: boolean;
  /** What the document says about the operation. */
  readonly text?: string;
}

function drafts(id: string, { story, body = {}, status = 200, proven = true, ...rest }: Shown): number {
  const { responses = [{ status: '404', description: 'No order.' }], listed, path = '/orders', method = 'POST' } = rest;
  const {
    said,
    headers = [],
    offers = [],
    sends,
    id: itemId = resource.id,
    hasWorked = false,
    elsewhere = false,
    text = '',
  } = rest;
  const operation = {
    id: 'op',
    method,
    path,
    pointer: '/paths/~1orders/post',
    parameters: [],
    security: [],
    responses,
    lifecycle: {},
    description: text,
  };
  const seen = {
    operation,
    api: {
      deref: (rule: unknown) => rule,
      operations: [operation, ...(listed === undefined ? [] : [{ path, method: 'GET', responses: listed }])],
    },
    model: { roleOf: () => ({ kind: 'read', resource: { ...resource, id: itemId }, responseEntity: '' }) },
    hasWorked,
    purpose: { expect: 'valid', proven, relational: false, story },
    ...(offers.length === 0 && said === undefined
      ? {}
      : {
          documented: {
            status: String(status),
            content: offers.map((mediaType) => ({ mediaType })),
            pointer: '/responses',
            description: said,
          },
        }),
    request: { method, path, query: '', headers: [], body: { kind: 'parsed', value: sends } },
    leadsElsewhere: () => elsewhere,
    isAnothers: () => false,
    wrongInRequest: () => [],
    credentialWorks: true,
    raw: { bytes: Buffer.from(JSON.stringify(body)) },
    response: { status, headers, body: { kind: 'parsed', value: body, mediaType: 'application/json', text: '' } },
  };
  // These checks read nothing else of an exchange.
  return EXCHANGE_CHECKS.find((check) => check.id === id)?.judge(seen as unknown as Exchange).length ?? -1;
}

const within = {
  kind: 'within',
  resource,
  parent,
  parameter: 'customerId',
  owner: 7,
  items: [{ id: 1, customerId: 7 }],
  complete: true,
  inside: [1],
  outside: [2],
  property: 'customerId',
};
const listed = { kind: 'listed', gone: false, entity: { id: 1, note: 'a' }, id: 1, resource };
const made = '2026-03-01T10:00:00Z';
const later = '2026-03-02T10:00:00Z';
const search = { kind: 'search', parameter: 'q', where: 'nowhere', words: ['x'], unsearched: [1, 2], list, resource };
const two = [{ id: 1 }, { id: 2 }];
const sent = { kind: 'after-update', by: 'patch', sent: { name: 'b' }, responseEntity: '' };
const reference = { kind: 'unknown-reference', pointer: '/body/customerId' };
const none = { status: '404', description: 'There is none.' };
const fine = { status: '200', description: 'Orders.' };
const BOTH = [fine, { status: '201', description: 'An order.' }];

const GONE = [none, { status: '410', description: 'The order was deleted.' }];

const closing = {
  kind: 'after-action',
  action: 'op',
  before: { state: 'open', tries: 1 },
  answered: { state: 'open', tries: 2 },
  effects: [{ property: 'state', value: 'closed' }],
};

function gone(status: number): object {
  return { kind: 'after-delete', deletion: { status }, again: false };
}

/** A list sorted by a distance that is written as an object. */
function sorted(...distances: readonly (readonly [value: number, unit: string])[]): Shown {
  const items = distances.map(([value, unit]) => ({ distance: { value, unit } }));
  return { story: { kind: 'sort', parameter: 'sort', pointer: '/distance', descending: false, list, items } };
}

/** A list sorted by a property with listed values. */
function ranked(isRule: boolean, ...ranks: readonly string[]): Shown {
  const listed = { values: ['low', 'normal', 'high'], isRule };
  const items = ranks.map((rank) => ({ rank }));
  return { story: { kind: 'sort', parameter: 'sort', pointer: '/rank', descending: false, listed, list, items } };
}

/** A list sorted by name. */
function named(caseless: boolean, ...names: readonly string[]): Shown {
  const items = names.map((name) => ({ name }));
  const rest = { descending: false, ...(caseless ? { caseless } : {}), list, items };
  return { story: { kind: 'sort', parameter: 'sort', pointer: '/name', ...rest } };
}

/** An order was written; another one is read afterwards. */
const beside = {
  kind: 'beside-written',
  write: 'updateOrder',
  resource: { ...resource, relations: [{ pointer: '/follows', resource: 'orders' }] },
  id: 7,
  values: { note: 'b', urgent: true },
  before: [{ id: 8, note: 'a', urgent: true }],
};

const besideRecord = {
  ...beside,
  values: { customer: { id: 3, open: 1 } },
  before: [{ id: 8, customer: { id: 3, open: 2 } }],
};

const missing = { kind: 'broken', fault: 'missing-parameter', pointer: '/query/id', keyword: 'required' };

type Silent = Readonly<Record<string, Shown>>;

/** The exchange that a check is about, and what each of its guards is for: the same exchange, and nothing is wrong. */
const ROWS: readonly (readonly [check: string, speaks: Shown, silent: Silent])[] = [
  [
    'put.partial-update',
    { story: { kind: 'partial-put', full: { note: 'b' }, base: { note: null }, sent: {} }, body: { note: 'b' } },
    {
      'what is null again': {
        story: { kind: 'partial-put', full: { note: 'b' }, base: { note: null }, sent: {} },
        body: { note: null },
      },
      'what every item has and that was not null': {
        story: { kind: 'partial-put', full: { note: 'b' }, base: { note: 'a' }, sent: {} },
        body: { note: 'b' },
      },
      'what the document calls read-only': {
        story: { kind: 'partial-put', full: { fee: 3 }, base: { fee: 1 }, sent: {} },
        body: { fee: 3 },
      },
    },
  ],
  [
    'reject.missing-parameter',
    { story: missing },
    { 'the parameter that tells two operations apart': { story: missing, elsewhere: true } },
  ],
  [
    'state.write-changes-others',
    { story: beside, body: { id: 8, note: 'b', urgent: true } },
    {
      'what is as before': { story: beside, body: { id: 8, note: 'a', urgent: true } },
      'what changed to another value': { story: beside, body: { id: 8, note: 'a', urgent: false } },
      'the written one': { story: beside, body: { id: 7, note: 'b', urgent: true } },
      'a record that both show': { story: besideRecord, body: { id: 8, customer: { id: 3, open: 1 } } },
      'what was not read before': { story: beside, body: { id: 9, note: 'b', urgent: true } },
      'what names the written one': { story: beside, body: { id: 8, note: 'b', follows: 7 } },
      'what is below the written one': { story: beside, body: { id: 8, note: 'b', parent: { parent_id: 7 } } },
      'what links to the written one': { story: beside, body: { id: 8, note: 'b', up: '/orders/7' } },
      'a refusal': { story: beside, status: 404, body: { id: 8, note: 'b' } },
      'one of several without an id': {
        story: { ...beside, before: [{ note: 'a' }, { note: 'c' }] },
        body: { note: 'b' },
      },
    },
  ],
  [
    'state.available-after-create',
    { story: { kind: 'after-create' }, status: 404, id: { parameter: 'ticketName', property: 'name' } },
    {
      'an id that only its form makes one': {
        story: { kind: 'after-create' },
        status: 404,
        id: { parameter: 'token', property: 'name' },
      },
    },
  ],
  [
    'state.available-after-create',
    { story: { kind: 'after-create' }, status: 404, id: { parameter: 'token', property: 'name' }, hasWorked: true },
    { 'an item that is there': { story: { kind: 'after-create' } } },
  ],
  [
    'state.list-differs',
    { story: { ...listed, items: [{ id: 1, note: 'b' }] } },
    {
      'what the list shows alike': { story: { ...listed, items: [{ id: 1, note: 'a' }] } },
      'several items with the id': {
        story: {
          ...listed,
          items: [
            { id: 1, note: 'b' },
            { id: 1, note: 'a' },
          ],
        },
      },
    },
  ],
  [
    'state.list-shows-foreign',
    { story: { ...within, items: [{ id: 2 }] } },
    {
      'what is inside': { story: within },
      'what nobody knows': { story: { ...within, items: [{ id: 3 }] } },
      'the same owner in capitals': { story: { ...within, owner: 'ab', items: [{ id: 1, customerId: 'AB' }] } },
      'an owner that is not named': { story: { ...within, items: [{ id: 1, customerId: null }] } },
      'an owner that is shown whole': { story: { ...within, items: [{ id: 1, customerId: { id: 9 } }] } },
    },
  ],
  [
    'state.list-shows-foreign',
    { story: { ...within, items: [{ id: 3, customerId: 8 }] } },
    {
      'a property that repeats nothing': {
        story: { ...within, property: undefined, items: [{ id: 3, customerId: 8 }] },
      },
    },
  ],
  ['sort.ignored', sorted([2, 'km'], [1, 'mi'], [3, 'km']), {}],
  [
    'sort.ignored',
    ranked(false, 'normal', 'high', 'low'),
    {
      'the order of the list of values': ranked(false, 'low', 'normal', 'high'),
      'the order of the letters': ranked(false, 'high', 'low', 'normal'),
    },
  ],
  [
    'sort.ignored',
    ranked(true, 'high', 'low', 'normal'),
    { 'the described order': ranked(true, 'low', 'normal', 'high') },
  ],
  [
    'sort.ignored',
    named(true, 'Barn', 'Yard', 'mill'),
    {
      'an order without case': named(true, 'Barn', 'mill', 'Yard'),
      'an order of which nothing is said': named(false, 'Barn', 'Yard', 'mill'),
      'signs whose order a language decides': named(true, 'Yard', 'mill', 'Ångström'),
    },
  ],
  [
    'sort.ignored',
    sorted([2, 'km'], [1, 'km']),
    {
      'the order that was asked for': sorted([1, 'km'], [2, 'km']),
      'an order in each of several units': sorted([2, 'km'], [3, 'km'], [1, 'mi']),
    },
  ],
  [
    'state.list-lacks-own',
    { story: { ...within, items: [] } },
    {
      'a list that was not read whole': { story: { ...within, items: [], complete: false } },
      'an id of another type': { story: { ...within, items: [{ id: '1' }] } },
    },
  ],
  [
    'state.found-elsewhere',
    { story: { kind: 'elsewhere', parameter: 'customerId', id: 1 }, body: { id: 1 } },
    {
      'another item': { story: { kind: 'elsewhere', parameter: 'customerId', id: 1 }, body: { id: 5 } },
      'a refusal': { story: { kind: 'elsewhere', parameter: 'customerId', id: 1 }, body: { id: 1 }, status: 403 },
      'a redirect': { story: { kind: 'elsewhere', parameter: 'customerId', id: 1 }, body: { id: 1 }, status: 301 },
      'no documented 404': {
        story: { kind: 'elsewhere', parameter: 'customerId', id: 1 },
        body: { id: 1 },
        responses: [fine],
      },
    },
  ],
  [
    'state.count-differs',
    { story: { kind: 'counting', property: 'orderCount', count: 2, of: 'listOrders' }, body: { orderCount: 3 } },
    {
      'the same number': {
        story: { kind: 'counting', property: 'orderCount', count: 2, of: 'listOrders' },
        body: { orderCount: 2 },
      },
      'no number': {
        story: { kind: 'counting', property: 'orderCount', count: 2, of: 'listOrders' },
        body: { orderCount: 'many' },
      },
    },
  ],
  [
    'state.unknown-reference-accepted',
    { story: reference, status: 201, responses: [none], listed: [fine] },
    {
      'a refusal': { story: reference, status: 404, responses: [none], listed: [fine] },
      'other data that may be missing': {
        story: reference,
        status: 201,
        responses: [none],
        listed: [fine],
        proven: false,
      },
      'a document that has 404 everywhere': { story: reference, status: 201, responses: [none], listed: [fine, none] },
      'a path whose own ids may be missing': {
        story: reference,
        status: 201,
        responses: [none],
        listed: [fine],
        path: '/customers/{id}/orders',
      },
      'a refusal of any fault': {
        story: reference,
        status: 201,
        responses: [{ status: '422', description: 'Invalid: unknown property.' }],
      },
    },
  ],
  [
    'state.unknown-reference-accepted',
    { story: reference, status: 201, responses: [{ status: '422', description: 'The customer does not exist.' }] },
    {},
  ],
  [
    'state.delete-leaves-orphans',
    { story: { kind: 'orphan', pointer: '/customerId', owner: 7, parent, remove: 'x' }, body: { customerId: 7 } },
    {
      'a record that names nobody': {
        story: { kind: 'orphan', pointer: '/customerId', owner: 7, parent, remove: 'x' },
        body: {},
      },
      'a record that names another': {
        story: { kind: 'orphan', pointer: '/customerId', owner: 7, parent, remove: 'x' },
        body: { customerId: 8 },
      },
      'a record that is gone': {
        story: { kind: 'orphan', pointer: '/customerId', owner: 7, parent, remove: 'x' },
        body: { customerId: 7 },
        status: 404,
      },
    },
  ],
  [
    'state.creation-changed',
    { story: { ...sent, before: { createdAt: made } }, body: { createdAt: later } },
    {
      'an update that names it': {
        story: { ...sent, sent: { createdAt: later }, before: { createdAt: made } },
        body: { createdAt: later },
      },
      'the same instant in another form': {
        story: { ...sent, before: { createdAt: made } },
        body: { createdAt: '2026-03-01T11:00:00.000+01:00' },
      },
      'when it was updated': { story: { ...sent, before: { updatedAt: made } }, body: { updatedAt: later } },
      'another property': { story: { ...sent, before: { title: 'a' } }, body: { title: 'b' } },
      'an item that nobody has seen before': { story: sent, body: { createdAt: later } },
    },
  ],
  [
    'state.patch-null-kept',
    { story: { kind: 'after-null', property: 'note', before: 'a' }, body: { note: 'a' } },
    {
      'nothing any more': { story: { kind: 'after-null', property: 'note', before: 'a' }, body: {} },
      null: { story: { kind: 'after-null', property: 'note', before: 'a' }, body: { note: null } },
      'a value of the service': {
        story: { kind: 'after-null', property: 'note', before: 'a' },
        body: { note: 'none' },
      },
      'an empty string of a service that may show one for no value': {
        story: { kind: 'after-null', property: 'note', before: 'a', wasUnset: false },
        body: { note: '' },
      },
    },
  ],
  [
    'state.action-without-effect',
    { story: action('open', 'sent'), body: { state: 'open' } },
    {
      'the effect': { story: action('open', 'sent'), body: { state: 'sent' } },
      'a third value': { story: action('open', 'sent'), body: { state: 'delivered' } },
      'an answer as before': { story: action('open', 'open'), body: { state: 'open' } },
      'an answer of its own where the item has an object': {
        story: { kind: 'after-action', action: 'ping', before: { data: { id: 1 } }, answered: { data: 'pong' } },
        body: { data: { id: 1 } },
      },
      'a number that the answer writes as text': {
        story: { kind: 'after-action', action: 'send', before: { receipt: 4 }, answered: { receipt: '4' } },
        body: { receipt: 4 },
      },
      'a property that only the answer shows': {
        story: { kind: 'after-action', action: 'send', before: {}, answered: { receipt: 4 } },
        body: {},
      },
      'a property that the answer leaves out': {
        story: { kind: 'after-action', action: 'send', before: { state: 'open' }, answered: {} },
        body: { state: 'open' },
      },
      'a property that reading does not show': {
        story: { kind: 'after-action', action: 'send', before: { receipt: null }, answered: { receipt: 4 } },
        body: {},
      },
      'a property that was not there before': {
        story: { kind: 'after-action', action: 'send', before: {}, answered: { receipt: 4 } },
        body: { receipt: null },
      },
      'a time': {
        story: { kind: 'after-action', action: 'send', before: { updatedAt: made }, answered: { updatedAt: later } },
        body: { updatedAt: made },
      },
    },
  ],
  [
    'state.action-without-effect',
    { story: closing, text: 'Sets `state` to `closed`.', body: { state: 'open', tries: 2 } },
    {
      'an effect that only its name says': { story: closing, body: { state: 'open', tries: 2 } },
      'a text with a condition': {
        story: closing,
        text: 'Sets `state` to `closed` if nothing is open.',
        body: { state: 'open', tries: 2 },
      },
      'another new state': { story: closing, text: 'Sets `state` to `closed`.', body: { state: 'closing', tries: 2 } },
    },
  ],
  [
    'idempotency.delete',
    {
      story: { kind: 'after-delete', deletion: { status: 200 }, again: true },
      method: 'DELETE',
      status: 409,
      responses: [{ status: '409' }, { status: '481' }],
    },
    {
      'a documented status that HTTP does not know': {
        story: { kind: 'after-delete', deletion: { status: 200 }, again: true },
        method: 'DELETE',
        status: 481,
        responses: [{ status: '481', description: 'ResourceNotFoundException' }],
      },
    },
  ],
  [
    'state.use-after-delete',
    { story: { ...gone(204), before: { deleted: false } }, body: { deleted: true }, responses: GONE },
    {
      'an item that says so, where the document has no 410': {
        story: { ...gone(204), before: { deleted: false } },
        body: { deleted: true },
      },
    },
  ],
  [
    'state.times-reversed',
    { story: sent, body: { createdAt: later, updatedAt: made } },
    {
      'the right order': { story: sent, body: { createdAt: made, updatedAt: later } },
      'the same moment': { story: sent, body: { createdAt: made, updatedAt: made } },
      'clocks that differ a little': { story: sent, body: { createdAt: '2026-03-01T10:00:04Z', updatedAt: made } },
      'days without time': { story: sent, body: { createdAt: '2026-03-02', updatedAt: '2026-03-01' } },
      'times without a zone': {
        story: sent,
        body: { createdAt: '2026-03-02T10:00:00', updatedAt: '2026-03-01T10:00:00' },
      },
      'an item that is not ours': { story: { kind: 'plain' }, body: { createdAt: later, updatedAt: made } },
    },
  ],
  [
    'idempotency.key-ignored',
    { story: { kind: 'keyed', name: 'Idempotency-Key', made: { id: 1 } }, body: { id: 2 } },
    {
      'the same record': { story: { kind: 'keyed', name: 'Idempotency-Key', made: { id: 1 } }, body: { id: '1' } },
      'a refusal': { story: { kind: 'keyed', name: 'Idempotency-Key', made: { id: 1 } }, body: { id: 2 }, status: 409 },
      'the first request': { story: { kind: 'keyed', name: 'Idempotency-Key' }, body: { id: 2 } },
      'an answer without an id': { story: { kind: 'keyed', name: 'Idempotency-Key', made: { id: 1 } }, body: {} },
    },
  ],
  [
    'search.metamorphic',
    { story: search, body: two },
    {
      'no items': { story: search, body: [] },
      'other items': { story: search, body: [{ id: 1 }, { id: 3 }] },
      'fewer items': { story: search, body: [{ id: 1 }] },
      'the only item there is': { story: { ...search, unsearched: [1] }, body: [{ id: 1 }] },
      'a refusal': { story: search, body: two, status: 422 },
    },
  ],
  [
    'search.metamorphic',
    { story: { ...search, where: 'shown' }, body: [] },
    { 'any item': { story: { ...search, where: 'shown' }, body: [{ id: 9 }] } },
  ],
  [
    'status.created-mismatch',
    { story: { kind: 'created', free: true }, method: 'PUT', status: 200, responses: BOTH },
    {
      'a creation that says so': {
        story: { kind: 'created', free: true },
        method: 'PUT',
        status: 201,
        responses: BOTH,
      },
      'a place that was not looked at': { story: { kind: 'created' }, method: 'PUT', status: 200, responses: BOTH },
      'a POST': { story: { kind: 'created', free: true }, status: 200, responses: BOTH },
      'a document that has one of the two': {
        story: { kind: 'created', free: true },
        method: 'PUT',
        status: 200,
        responses: [fine],
      },
      'a document that has no other success': {
        story: { kind: 'created', free: true },
        method: 'PUT',
        status: 200,
        responses: BOTH.slice(1),
      },
      'what is refused': { story: { kind: 'created', free: true }, method: 'PUT', status: 409, responses: BOTH },
    },
  ],
  [
    'status.created-mismatch',
    { story: { kind: 'again', first: { status: 200 } }, method: 'PUT', status: 201, responses: BOTH },
    {
      'a change that says so': {
        story: { kind: 'again', first: { status: 201 } },
        method: 'PUT',
        status: 200,
        responses: BOTH,
      },
      'a first that was refused': {
        story: { kind: 'again', first: { status: 409 } },
        method: 'PUT',
        status: 201,
        responses: BOTH,
      },
    },
  ],
  [
    'status.gone-mismatch',
    { story: gone(204), status: 404, responses: GONE },
    {
      'the answer that the document has': { story: gone(204), status: 410, responses: GONE },
      'what was only accepted': { story: gone(202), status: 404, responses: GONE },
      'deleting once more': { story: { ...gone(204), again: true }, status: 404, responses: GONE },
      'a document without 410': { story: gone(204), status: 404, responses: [none] },
      'a 410 of another kind': {
        story: gone(204),
        status: 404,
        responses: [none, { status: '410', description: 'The link has expired and was removed.' }],
      },
      'a 410 of which nothing is said': {
        story: gone(204),
        status: 404,
        responses: [none, { status: '410', description: 'Gone' }],
      },
      'a 404 for the same': {
        story: gone(204),
        status: 404,
        responses: [{ status: '404', description: 'Unknown or deleted.' }, ...GONE.slice(1)],
      },
    },
  ],
  [
    'state.transition-accepted',
    { story: { kind: 'in-state', property: 'state', state: 'sent' } },
    { 'a refusal': { story: { kind: 'in-state', property: 'state', state: 'sent' }, status: 409 } },
  ],
  [
    'state.duplicate-accepted',
    { story: { kind: 'same-again', named: true }, status: 201 },
    {
      'a refusal': { story: { kind: 'same-again', named: true }, status: 409 },
      'a conflict of another kind': {
        story: { kind: 'same-again', named: false },
        status: 201,
        responses: [{ status: '409', description: 'The stock is too low.' }],
      },
    },
  ],
  [
    'state.duplicate-accepted',
    {
      story: { kind: 'same-again', named: false },
      status: 201,
      responses: [{ status: '409', description: 'An order of that number already exists.' }],
    },
    {},
  ],
  [
    'job.result-missing',
    { story: { kind: 'result-promised', property: 'url', responseEntity: '' }, body: { status: 'done', url: null } },
    {
      'a result': {
        story: { kind: 'result-promised', property: 'url', responseEntity: '' },
        body: { status: 'done', url: '/results/1' },
      },
      'a job that still runs': {
        story: { kind: 'result-promised', property: 'url', responseEntity: '' },
        body: { status: 'running', url: null },
      },
    },
  ],
  [
    'job.result-missing',
    { story: { kind: 'result', property: 'resultUrl', location: '/results/1' }, status: 404 },
    {
      'a result': { story: { kind: 'result', property: 'resultUrl', location: '/results/1' } },
      'a refusal of who asks': {
        story: { kind: 'result', property: 'resultUrl', location: '/results/1' },
        status: 403,
      },
    },
  ],
];

function action(before: string, answered: string): object {
  return { kind: 'after-action', action: 'send', before: { state: before }, answered: { state: answered } };
}

describe.each(ROWS.map(([check, speaks, silent]) => ({ check, speaks, silent })))(
  '$check',
  ({ check, speaks, silent }) => {
    test('speaks of what it is about', () => {
      expect(drafts(check, speaks)).toBe(1);
      expect(drafts(check, { ...speaks, story: { kind: 'plain' } })).toBe(0);
    });

    test.each(Object.entries(silent))('says nothing of %s', (_, shown) => {
      expect(drafts(check, shown)).toBe(0);
    });
  },
);

test('content-type.malformed reports what is not a media type, unless the document itself uses it', () => {
  const said = (type: string, ...offers: readonly string[]): number =>
    drafts('content-type.malformed', {
      story: {},
      headers: [['Content-Type', type]],
      responses: [{ status: '200', content: offers.map((mediaType) => ({ mediaType })) }],
    });
  expect([said('xls', 'application/vnd.ms-excel'), said('*/*'), said('xls', 'xls'), said('x/y; z=1')]).toEqual([
    1, 1, 0, 0,
  ]);
});

test('status.unexpected leaves alone a 405 that is documented for a state of the item', () => {
  const said = (description: string): number =>
    drafts('status.unexpected', { story: {}, status: 405, said: description, responses: [{ status: '200' }] });
  expect(said('Not a method of this path.')).toBe(1);
  expect(said('The order is closed or has been paid already.')).toBe(0);
});

test('accept.valid-rejected leaves alone the refusal of a sent value that another record has, wherever the body has it', () => {
  const said = (sends: unknown): number =>
    drafts('accept.valid-rejected', {
      story: { kind: 'plain' },
      status: 400,
      body: { message: 'Another role has name "red" already.' },
      sends,
    });
  expect([said({ role: { name: 'red' } }), said({ role: { name: 'blue' } })]).toEqual([0, 1]);
});

test('status.undocumented leaves alone the refusal of patch steps, which have to fit what is there', () => {
  const said = (method: string, status: number, sends: unknown): number =>
    drafts('status.undocumented', { story: {}, method, status, sends, responses: [{ status: '200' }] });
  const steps = [{ op: 'add', path: '/tags', value: 1 }];
  expect([said('PATCH', 422, steps), said('PATCH', 409, steps), said('PATCH', 400, { patch: steps })]).toEqual([
    0, 0, 0,
  ]);
  expect(said('PATCH', 422, { changes: steps, source: 'api', tags: [] })).toBe(0);
  expect([said('PATCH', 402, steps), said('POST', 422, steps), said('PATCH', 422, { tags: 1 })]).toEqual([1, 1, 1]);
});

test('status.undocumented leaves alone the success of an operation that documents errors alone', () => {
  const said = (status: number, ...documented: readonly string[]): number =>
    drafts('status.undocumented', { story: {}, status, responses: documented.map((each) => ({ status: each })) });
  expect([said(204, '400', '404'), said(204, '400', '5XX'), said(302, '400'), said(204, '400', '200')]).toEqual([
    0, 0, 1, 1,
  ]);
});

test('body.present-when-undocumented leaves alone a GET, whose answer is its content', () => {
  const said = (method: string): number =>
    drafts('body.present-when-undocumented', { story: {}, method, said: 'Done.' });
  expect([said('POST'), said('DELETE'), said('GET'), said('HEAD')]).toEqual([1, 1, 0, 0]);
});

test('vacuous.run is said of a run that tried and learned nothing, and of no other', () => {
  const none = { passed: 0, failed: 0, inconclusive: 0, errored: 0, skipped: 3, flaky: 0 };
  expect(judgeVacuity({ ...none, inconclusive: 1 })).toHaveLength(1);
  expect(judgeVacuity({ ...none, errored: 1 })).toHaveLength(1);
  expect(judgeVacuity({ ...none, inconclusive: 1, passed: 1 })).toEqual([]);
  expect(judgeVacuity({ ...none, inconclusive: 1, failed: 1 })).toEqual([]);
  expect(judgeVacuity(none)).toEqual([]);
});

test('method.head-get-mismatch says nothing of a service that was unavailable for HEAD', () => {
  const get = { status: 200, headers: [] };
  const said = (status: number): number =>
    drafts('method.head-get-mismatch', { story: { kind: 'head', get, path: '/orders' }, method: 'HEAD', status });
  expect([503, 405, 404, 500].map(said)).toEqual([0, 0, 1, 1]);
});

test('a refused credential is not the fault of a service where no item, or no user, may be behind it', () => {
  const refused = (more: Partial<Shown>): number =>
    drafts('auth.valid-refused', { story: { kind: 'plain' }, status: 403, path: '/orders/{id}', ...more });
  expect(refused({})).toBe(1);
  expect(refused({ proven: false })).toBe(0);
  expect(refused({ status: 401, proven: false })).toBe(1);
  expect(refused({ status: 401, path: '/users/me' })).toBe(0);
});
