import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewVan: { type: object, required: [label], properties: { label: { type: string, minLength: 1 } } }
    Van: { type: object, required: [id, label, status], properties: { id: { type: integer }, label: { type: string }, status: { type: string, enum: [free, out], readOnly: true } } }
    NewRide:
      type: object
      required: [vanId]
      properties: { vanId: { type: integer }, note: { type: string, maxLength: 40 }, stops: { type: array, items: { type: string, minLength: 1 } } }
    Ride:
      type: object
      required: [id, vanId, note, stops, status]
      properties:
        id: { type: integer }
        vanId: { type: integer }
        note: { type: string }
        stops: { type: array, items: { type: string } }
        status: { type: string, enum: [planned, running, finished], readOnly: true }`;

const action = (id: string, description: string): string =>
  `{ operationId: ${id}, description: ${JSON.stringify(description)}, responses: { '200': { description: Done., content: { application/json: { schema: { $ref: '#/components/schemas/Ride' } } } }, '404': { description: None. }, '409': { description: Not now. } } }`;

const START = 'Only a planned ride of a free van can be started (409). Sets `status` to `running`.';

/** Rides of vans that are out while a ride is running. `loses`: what finishing takes away. */
async function run(finish: string, loses: readonly string[] = []) {
  let refusedForVan = 0;
  const { fetch } = service({ vans: [], rides: [] }, ({ method, path, body }, { vans, rides }) => {
    const [, table, id = '', verb] = path.split('/');
    const given = body as Record<string, unknown> | undefined;
    if (method === 'POST' && table === 'vans' && typeof given?.['label'] === 'string') given['status'] = 'free';
    if (method === 'POST' && table === 'rides' && id === '') {
      if (!vans?.has(String(given?.['vanId']))) return json(422, { message: 'vanId does not exist' });
      Object.assign(given ?? {}, { note: given?.['note'] ?? '', stops: given?.['stops'] ?? [], status: 'planned' });
    }
    if (verb === undefined) return undefined;
    if (method !== 'POST') return json(405, { message: 'no' }, { allow: 'POST' });
    const ride = rides?.get(id);
    const van = vans?.get(String(ride?.['vanId']));
    if (ride === undefined || van === undefined) return json(404, { message: 'no such ride' });
    if (ride['status'] !== (verb === 'start' ? 'planned' : 'running'))
      return json(409, { message: 'not in that state' });
    if (verb === 'start' && van['status'] === 'out') {
      refusedForVan += 1;
      return json(409, { message: 'the van is out' });
    }
    ride['status'] = verb === 'start' ? 'running' : 'finished';
    van['status'] = verb === 'start' ? 'out' : 'free';
    for (const name of verb === 'finish' ? loses : []) ride[name] = Array.isArray(ride[name]) ? [] : '';
    return json(200, ride);
  });
  const document = documentOf(
    {
      '/vans': { get: 'list Van', post: 'create Van' },
      '/vans/{id}': { get: 'read Van' },
      '/rides': { get: 'list Ride', post: 'create Ride' },
      '/rides/{id}': { get: 'read Ride' },
      '/rides/{id}/start': { post: action('startRide', START) },
      '/rides/{id}/finish': { post: action('finishRide', finish) },
    },
    SCHEMAS,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  const errors = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return { told: errors.map(({ check, message }) => `${check}: ${message}`).toSorted(), refusedForVan };
}

const DROPS = 'state.action-drops-others';
const FINISH = 'Only a running ride can be finished (409). Sets `status` to `finished`.';

test('an action keeps the texts and lists that a client gave', async () => {
  expect((await run(FINISH)).told).toEqual([]);
  expect((await run(FINISH, ['stops', 'note'])).told).toEqual([
    `${DROPS}: finishRide also took \`note\` away, which its text does not mention.`,
    `${DROPS}: finishRide also took \`stops\` away, which its text does not mention.`,
  ]);
});

test('an action may take away what its text mentions', async () => {
  expect((await run(`${FINISH} The stops are dropped.`, ['stops'])).told).toEqual([]);
});

test('items whose actions need a record in a state name records of their own', async () => {
  const { refusedForVan } = await run(FINISH);
  expect(refusedForVan).toBe(0);
});

/** The findings about an action that empties a property of its ride. */
async function emptied(verb: string, name: string, schema: string) {
  const isText = schema === 'text';
  const empty = isText ? '' : [];
  const { fetch } = service({ rides: [] }, ({ method, path, body }, { rides }) => {
    const [, table, id = '', act] = path.split('/');
    const given = body as Record<string, unknown> | undefined;
    if (method === 'POST' && table === 'rides' && id === '') {
      if (given === undefined || typeof given['label'] !== 'string') return json(422, { message: 'label is missing' });
      given[name] ??= empty;
      if (isText ? typeof given[name] !== 'string' : !Array.isArray(given[name])) return json(422, { message: name });
      given['status'] = 'planned';
    }
    if (act === undefined) return undefined;
    if (method !== 'POST') return json(405, { message: 'no' }, { allow: 'POST' });
    const ride = rides?.get(id);
    if (ride === undefined) return json(404, { message: 'no such ride' });
    return json(200, Object.assign(ride, { status: 'finished', [name]: empty }));
  });
  const own = isText ? '{ type: string, maxLength: 40 }' : '{ type: array, items: { type: string, minLength: 1 } }';
  const document = documentOf(
    {
      '/rides': { get: 'list Ride', post: 'create Ride' },
      '/rides/{id}': { get: 'read Ride' },
      [`/rides/{id}/${verb}`]: { post: action(`${verb}Ride`, 'Does what its name says.') },
    },
    `
    NewRide: { type: object, required: [label], properties: { label: { type: string }, ${name}: ${own} } }
    Ride: { type: object, required: [id, label, ${name}, status], properties: { id: { type: integer }, label: { type: string }, ${name}: ${own}, status: { type: string, enum: [planned, finished], readOnly: true } } }`,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  return summary.findings.flatMap(({ check }) => (check === 'state.action-drops-others' ? [check] : []));
}

test.each([
  ['reopen', 'resolution', 'text'],
  ['publish', 'draftText', 'text'],
  ['unlock', 'reason', 'text'],
  ['return', 'borrower', 'text'],
  ['checkout', 'coupons', 'list'],
  ['vacate', 'guests', 'list'],
  ['close', 'watchers', 'list'],
  ['detach', 'tags', 'list'],
  ['archive', 'phase', 'text'],
])('%s may end the %s of its item', async (verb, name, schema) => {
  expect(await emptied(verb, name, schema)).toEqual([]);
});

test.each([
  ['archive', 'tags', 'list'],
  ['restart', 'notes', 'text'],
])('%s does not end the %s of its item', async (verb, name, schema) => {
  expect(await emptied(verb, name, schema)).toEqual(['state.action-drops-others']);
});
