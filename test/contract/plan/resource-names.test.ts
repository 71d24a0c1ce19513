import { expect, test } from 'vitest';
import { writeOptions } from '../../../src/contract/requests/write-options.ts';
import { stepBeforeRemoval } from '../../../src/contract/run/step-before-removal.ts';
import { collaboratorsOf, fromYaml, tell } from '../harness.ts';

const REFUSALS = ['400', '404', '415']
  .map(
    (status) =>
      `'${status}': { description: Refused., content: { application/json: { schema: { $ref: '#/components/schemas/Status' } } } }`,
  )
  .join(', ');
const ok = (schema: string) =>
  `responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }, ${REFUSALS} }`;
const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/${schema}' } } } }`;

const DOCUMENT = `openapi: 3.1.0
info: { title: Library, version: v1 }
paths:
  /v1/shelves:
    get: { operationId: ListShelves, ${ok('Shelves')} }
    post:
      operationId: CreateShelf
      parameters:
        - { name: validateOnly, in: query, schema: { type: boolean } }
        - { name: requestId, in: query, description: A repeated request with the same id creates nothing., schema: { type: string, format: uuid, example: 7a0c6f7e-9b0f-4a38-9a54-3c7f5f8d6a11 } }
      ${body('Shelf')}
      ${ok('Shelf')}
  /v1/shelves/{shelf}:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    get: { operationId: GetShelf, ${ok('Shelf')} }
    patch:
      operationId: UpdateShelf
      description: Only the fields that \`updateMask\` names are changed; without it, those that the body has.
      parameters: [{ name: updateMask, in: query, description: 'Names of fields, such as \`theme\`.', schema: { type: string } }]
      ${body('Shelf')}
      ${ok('Shelf')}
    delete: { operationId: DeleteShelf, description: A shelf has to be closed first (409)., ${ok('Empty').replace(/ }$/, `, '409': { description: The shelf is open. } }`)} }
  /v1/shelves/{shelf}:close:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    post: { operationId: CloseShelf, description: Closes the shelf., ${body('Empty')}, ${ok('Shelf')} }
  /v1/shelves/{shelf}:rename:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    post: { operationId: RenameShelf, description: The shelf gets a new name; the old one is gone., ${body('Empty')}, ${ok('Shelf')} }
  /v1/shelves/{shelf}:count:
    parameters: [{ name: shelf, in: path, required: true, schema: { type: string } }]
    post: { operationId: CountShelf, ${body('Empty')}, ${ok('Job')} }
  /v1/jobs/{job}:
    parameters: [{ name: job, in: path, required: true, schema: { type: string } }]
    get: { operationId: GetJob, ${ok('Job')} }
components:
  schemas:
    Empty: { type: object }
    Status: { type: object, required: [message], properties: { message: { type: string } } }
    Job: { type: object, required: [name, done], properties: { name: { type: string }, done: { type: boolean } } }
    Shelves: { type: object, required: [shelves], properties: { shelves: { type: array, items: { $ref: '#/components/schemas/Shelf' } } } }
    Shelf:
      type: object
      required: [theme, mark]
      properties:
        name: { type: string, readOnly: true }
        theme: { type: string, minLength: 1, maxLength: 40 }
        mark: { type: string, minLength: 1, maxLength: 20, description: Cannot be changed. }
        state: { type: string, enum: [OPEN, CLOSED], readOnly: true }
        built: { type: string, format: date }
        retired: { type: string, format: date, description: Later than \`built\`. }
        etag: { type: string, description: Another one after each change. }
`;

type Fault = 'none' | 'close-answers-only' | 'close-only-stamps' | 'mark-changes' | 'retired-early';
type Shelf = Record<string, unknown>;

function parsed(text: string): Shelf | undefined {
  try {
    return JSON.parse(text) as Shelf;
  } catch {
    return undefined;
  }
}

/** A service whose items have names such as `shelves/s7`. */
function library(fault: Fault) {
  const shelves = new Map<string, Shelf>();
  const jobs = new Set<string>();
  const requests = new Map<string, Shelf>();
  let count = 0;
  const next = (): number => {
    count += 1;
    return count;
  };
  const refuse = (status: number, message: string) => Response.json({ message }, { status });
  const shown = (shelf: Shelf) => Response.json({ ...shelf });
  const isText = (value: unknown, most: number) =>
    typeof value === 'string' && value !== '' && [...value].length <= most;
  const isDay = (value: unknown) =>
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value);
  const wrong = (shelf: Shelf): string | undefined => {
    if (!isText(shelf['theme'], 40)) return 'theme is not valid';
    if (!isText(shelf['mark'], 20)) return 'mark is not valid';
    for (const day of ['built', 'retired'])
      if (shelf[day] !== undefined && !isDay(shelf[day])) return `${day} is not a day`;
    if (shelf['etag'] !== undefined && typeof shelf['etag'] !== 'string') return 'etag is not a text';
    const { built, retired } = shelf;
    if (fault !== 'retired-early' && built !== undefined && retired !== undefined && String(retired) <= String(built))
      return 'retired is not later than built';
    return undefined;
  };
  const respond = async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const [, kind = '', id, action] = /^\/v1\/(shelves|jobs)(?:\/([^/:]+))?(?::(\w+))?$/.exec(pathname) ?? [];
    const allowed =
      action !== undefined
        ? ['POST']
        : kind === 'jobs'
          ? ['GET', 'HEAD']
          : id === undefined
            ? ['GET', 'HEAD', 'POST']
            : ['GET', 'HEAD', 'PATCH', 'DELETE'];
    if (kind === '') return refuse(404, 'nothing is here');
    if (!allowed.includes(request.method))
      return new Response(null, { status: 405, headers: { Allow: allowed.join(', ') } });
    if (kind === 'jobs')
      return jobs.has(`jobs/${id}`)
        ? Response.json({ name: `jobs/${id}`, done: true })
        : refuse(404, 'there is no such job');
    const text = await request.text();
    const shelf = shelves.get(`shelves/${id}`);
    if (id !== undefined && shelf === undefined) return refuse(404, 'there is no such shelf');
    if (method === 'GET') return shelf === undefined ? Response.json({ shelves: [...shelves.values()] }) : shown(shelf);
    if (method === 'DELETE' && shelf !== undefined) {
      if (shelf['state'] !== 'CLOSED') return refuse(409, 'the shelf is open');
      shelves.delete(`shelves/${id}`);
      return Response.json({});
    }
    if (!/^application\/json(;|$)/i.test(request.headers.get('content-type') ?? '')) return refuse(415, 'send JSON');
    const sent = parsed(text);
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return refuse(400, 'send an object');
    if (action === 'count') {
      const name = `jobs/j${next()}`;
      jobs.add(name);
      return Response.json({ name, done: false });
    }
    if (action === 'close' && shelf !== undefined) {
      if (fault === 'close-only-stamps') {
        Object.assign(shelf, { etag: `v${next()}` });
        return shown(shelf);
      }
      if (fault === 'close-answers-only') return shown({ ...shelf, state: 'CLOSED' });
      Object.assign(shelf, { state: 'CLOSED', etag: `v${next()}` });
      return shown(shelf);
    }
    if (action === 'rename' && shelf !== undefined) {
      shelves.delete(`shelves/${id}`);
      Object.assign(shelf, { name: `shelves/r${next()}`, etag: `v${next()}` });
      shelves.set(String(shelf['name']), shelf);
      return shown(shelf);
    }
    const { name: _, state: __, etag: ___, ...given } = sent;
    if (shelf !== undefined) {
      const mask = searchParams.get('updateMask')?.split(',');
      if (mask?.some((each) => !['theme', 'built', 'retired'].includes(each)) === true)
        return refuse(400, 'updateMask names another field');
      if (given['mark'] !== undefined && given['mark'] !== shelf['mark'] && fault !== 'mark-changes')
        return refuse(400, 'mark cannot be changed');
      const incomplete = wrong(given);
      if (incomplete !== undefined) return refuse(400, incomplete);
      const changed = {
        ...shelf,
        ...(mask === undefined ? given : Object.fromEntries(mask.map((each) => [each, given[each]]))),
      };
      const reason = wrong({ ...changed, etag: sent['etag'] });
      if (reason !== undefined) return refuse(400, reason);
      Object.assign(shelf, changed, { etag: `v${next()}` });
      return shown(shelf);
    }
    const only = searchParams.get('validateOnly');
    const repeated = searchParams.get('requestId');
    const reason = wrong(sent);
    if (reason !== undefined || (only !== null && only !== 'true' && only !== 'false'))
      return refuse(400, reason ?? 'validateOnly is not a flag');
    const before = requests.get(repeated ?? '');
    if (before !== undefined) return shown(before);
    const made = { ...given, name: `shelves/s${next()}`, state: 'OPEN', etag: `v${next()}` };
    if (only !== 'true') shelves.set(made.name, made);
    if (repeated !== null) requests.set(repeated, { ...made });
    return shown(made);
  };
  return { shelves, respond };
}

async function run(fault: Fault) {
  const { shelves, respond } = library(fault);
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: respond });
  const errors = summary.findings.filter(({ severity }) => severity === 'error');
  return { summary, shelves, checks: [...new Set(errors.map(({ check, operation }) => `${check} ${operation}`))] };
}

test('items that show resource names are found, led to their end and removed', async () => {
  const { summary, shelves, checks } = await run('none');
  expect(checks).toEqual([]);
  expect(summary.coverage.operations.filter(({ reached }) => !reached).map(({ operation }) => operation)).toEqual([]);
  expect(summary.coverage.totals.lives).toEqual({ covered: 1, total: 1 });
  expect([...shelves.values()].filter(({ name }) => !String(name).includes('/r'))).toEqual([]);
});

test.each([
  ['close-answers-only', 'state.action-without-effect CloseShelf'],
  ['close-only-stamps', 'state.action-without-effect CloseShelf'],
  ['retired-early', 'reject.reversed-times CreateShelf'],
] as const)('%s is found', async (fault, expected) => {
  expect((await run(fault)).checks).toContain(expected);
});

const parameter = (name: string, description: string, type: string) =>
  `parameters: [{ name: ${name}, in: query, description: '${description}', schema: { type: ${type} } }]`;

test.each([
  ['validateOnly', '', 'boolean', true],
  ['dry_run', '', 'string', true],
  ['test', 'If set, nothing is stored.', 'boolean', true],
  ['draft', 'Whether the order is saved as a draft.', 'boolean', false],
  ['update_mask', '', 'string', true],
  ['requestId', 'A repeated request with the same id creates nothing.', 'string', true],
  ['idempotency_key', '', 'string', true],
  ['externalId', 'The id in your system.', 'string', false],
])('%s (%s) is an option of a write: %s %s', async (name, description, type, expected) => {
  const { api } = fromYaml(`openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    get: { operationId: list, ${parameter(name, description, type)}, responses: { '200': { description: Done. } } }
    post: { operationId: create, ${parameter(name, description, type)}, responses: { '201': { description: Made. } } }
`);
  expect(api.operations.map((each) => writeOptions(each))).toEqual([[], expected ? [name] : []]);
});

const machines = (text: string) => ({
  openapi: '3.1.0',
  info: { title: 'Machines', version: '1' },
  paths: {
    '/machines': {
      post: {
        operationId: 'add',
        requestBody: { content: { 'application/json': { schema: MACHINE } } },
        responses: { 201: shown },
      },
    },
    '/machines/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'read', responses: { 200: shown } },
      delete: {
        operationId: 'remove',
        description: text,
        responses: { 204: { description: 'Gone.' }, 409: { description: 'Refused.' } },
      },
    },
    ...Object.fromEntries(
      ['start', 'stop', 'archive', 'unarchive'].map((verb) => [
        `/machines/{id}/${verb}`,
        {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          post: { operationId: verb, responses: { 200: shown } },
        },
      ]),
    ),
  },
});
const MACHINE = {
  type: 'object',
  properties: { id: { type: 'string' }, state: { type: 'string', enum: ['running', 'stopped', 'archived'] } },
};
const shown = { description: 'It.', content: { 'application/json': { schema: MACHINE } } };

test.each([
  ['', 'You cannot remove a running machine. Stop the machine before removing it.', 'stop'],
  ['', 'machine must be stopped first', 'stop'],
  ['Only archived machines can be deleted.', '', 'archive'],
  ['An archived machine has to be unarchived first.', '', 'unarchive'],
  ['', 'the machine has volumes', undefined],
  ['Deletes a machine.', 'It was stopped by an operator.', undefined],
  ['Stop or archive: a machine must be stopped or archived; it cannot be started before.', '', 'stop'],
])('before a removal (%j) refused with %j comes %s', async (text, refusal, expected) => {
  const { api, model } = await collaboratorsOf(machines(text));
  const remove = api.operations.find(({ id }) => id === 'remove');
  if (remove === undefined) throw new Error('no removal');
  expect(stepBeforeRemoval({ api, model }, remove, refusal)?.id).toBe(expected);
});
