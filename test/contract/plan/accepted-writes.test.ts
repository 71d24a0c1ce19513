import { expect, test } from 'vitest';
import { getOr } from '../../../src/contract/model/get-or.ts';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const JOB = `'202': { description: Accepted., content: { application/json: { schema: { $ref: '#/components/schemas/Job' } } } }`;
const WRITE = `requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewDisk' } } } }`;
const DOCUMENT = documentOf(
  {
    '/disks': { get: 'list Disk', post: `{ operationId: addDisk, ${WRITE}, responses: { ${JOB} } }` },
    '/disks/{name}': {
      get: 'read Disk',
      put: `{ operationId: setDisk, ${WRITE}, responses: { ${JOB} } }`,
      delete: `{ operationId: removeDisk, responses: { ${JOB} } }`,
    },
  },
  `    NewDisk: { type: object, required: [name, size, type], properties: { name: { type: string, pattern: '^[a-z]{3,9}$' }, size: { type: integer, minimum: 1 }, type: { type: string, minLength: 1 } } }
    Disk: { type: object, required: [name, size, type], properties: { name: { type: string }, size: { type: integer }, type: { type: string } } }
    Job: { type: object, required: [type, path], properties: { type: { type: string }, path: { type: string } } }`,
);

/** A service that only accepts writes. `does`: whether the job of a create ends well. */
function slowService(does: boolean) {
  const accepted = (name: string): Response => json(202, { type: 'async', path: `/disks/${name}` });
  return service({ disks: [] }, ({ method, path, body }, { disks }) => {
    const [, , name = ''] = path.split('/');
    const sent = body as { name?: unknown } | undefined;
    if (method === 'POST' && typeof sent?.name === 'string') {
      if (does) disks?.set(sent.name, { ...sent });
      return accepted(sent.name);
    }
    if (method === 'GET' || !disks?.has(name)) return undefined;
    // What is changed and removed becomes visible long after the run.
    return accepted(name);
  });
}

test.each([
  ['takes effect later', true],
  ['fails', false],
])('a write that is only accepted (202) is not judged as done where its job %s', async (_, does) => {
  const { fetch } = slowService(does);
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: fetch, phases: ['stateful'] });
  expect(summary.findings.filter(({ check }) => check.startsWith('state.') && check !== 'state.leftovers')).toEqual([]);
});

test('what is only accepted (202) below an item is not missed in its list', async () => {
  const accepted =
    "'202': { description: Accepted., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }";
  const body =
    "requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }";
  const document = documentOf(
    {
      '/boxes': { get: 'list Box', post: 'create Box' },
      '/boxes/{id}': { get: 'read Box', delete: 'remove' },
      '/boxes/{id}/notes': { get: 'list Note', post: `{ operationId: addNote, ${body}, responses: { ${accepted} } }` },
      '/boxes/{id}/notes/{note}': { get: 'read Note' },
    },
    `    NewBox: { type: object, properties: { label: { type: string } } }
    Box: { type: object, required: [id], properties: { id: { type: integer }, label: { type: string } } }
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: string }, text: { type: string } } }`,
  );
  let count = 0;
  const { fetch } = service({ boxes: [] }, ({ method, path, body: sent }, { boxes }) => {
    const [, , box = '', notes, note] = path.split('/');
    if (notes !== 'notes' || !boxes?.has(box)) return undefined;
    if (note !== undefined) return json(404, { message: 'not yet' });
    if (method === 'GET') return json(200, []);
    count += 1;
    return json(202, { id: `n${count}`, ...(sent as object) });
  });
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  expect(summary.findings.filter(({ check }) => check === 'state.list-lacks-own')).toEqual([]);
});

const ITEMS = documentOf(
  {
    '/disks': { get: 'list Disk', post: `{ operationId: addDisk, ${WRITE}, responses: { ${JOB} } }` },
    '/disks/{name}': {
      get: 'read Disk',
      put: `{ operationId: setDisk, ${WRITE}, responses: { '200': { description: Done. }, '400': { description: No. }, '412': { description: Another. } } }`,
      delete: 'remove',
    },
  },
  `    NewDisk: { type: object, required: [name, size, type], properties: { name: { type: string, pattern: '^[a-z]{3,9}$' }, size: { type: integer, minimum: 1 }, type: { type: string, minLength: 1 } } }
    Disk: { type: object, required: [name, size, type], properties: { name: { type: string }, size: { type: integer }, type: { type: string }, rack: { type: string } } }
    Job: { type: object, required: [type, path], properties: { type: { type: string }, path: { type: string } } }`,
);

test('a service that still works on what it has accepted (202) is not one that a refused write has changed', async () => {
  const shown = new Map<string, number>();
  const { fetch } = service({ disks: [] }, ({ method, path, body }, { disks }) => {
    const [, , name = ''] = path.split('/');
    const sent = body as { name?: unknown; size?: unknown } | undefined;
    if (method === 'POST' && typeof sent?.name === 'string') {
      disks?.set(sent.name, { ...sent });
      return json(202, { type: 'async', path: `/disks/${sent.name}` });
    }
    const disk = disks?.get(name);
    if (disk === undefined) return undefined;
    if (method === 'PUT') {
      shown.set(name, 0);
      return json(400);
    }
    // The job adds a property a moment after the first read, and has done so when the write is refused.
    const isDone = Date.now() > getOr(shown, name, Date.now) + 100;
    return method === 'GET' ? json(200, { ...disk, rack: isDone ? 'third' : 'none' }) : undefined;
  });
  const { events, summary } = await tell({ ...fromYaml(ITEMS), target: fetch, phases: ['stateful'] });
  const judged = events.some(
    (event) => event.type === 'case-finished' && event.case.id.includes('refused') && event.result.verdict === 'passed',
  );
  expect(judged).toBe(true);
  expect(summary.findings.filter(({ check }) => check === 'write.failed-changed-state')).toEqual([]);
});

test('an item whose job fails after it was shown is not missed', async () => {
  let reads = 0;
  const { fetch } = service({ disks: [] }, ({ method, path, body }, { disks }) => {
    const [, , name = ''] = path.split('/');
    const sent = body as { name?: unknown } | undefined;
    if (method === 'POST' && typeof sent?.name === 'string') {
      disks?.set(sent.name, { ...sent });
      return json(202, { type: 'async', path: `/disks/${sent.name}` });
    }
    if (method !== 'GET' || !disks?.has(name)) return undefined;
    reads += 1;
    return reads % 2 === 1 ? undefined : json(404);
  });
  const { summary } = await tell({ ...fromYaml(ITEMS), target: fetch, phases: ['stateful'] });
  expect(summary.findings.filter(({ check }) => check === 'state.available-after-create')).toEqual([]);
});
