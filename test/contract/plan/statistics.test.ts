import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const REFUSED = "'400': { description: Refused. }";
const NONE = "'404': { description: None. }";
const TASK = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const DOCUMENT = `
openapi: 3.1.0
info: { title: Tasks, version: '1' }
paths:
  /tasks:
    get: { operationId: listTasks, responses: { '200': { description: Tasks., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Task' } } } } } } }
    post: { operationId: addTask, requestBody: { required: true, ${one('NewTask')} }, responses: { '201': { description: The task., ${one('Task')} }, ${REFUSED} } }
  /tasks/{id}:
    ${TASK}
    get: { operationId: readTask, responses: { '200': { description: The task., ${one('Task')} }, ${NONE} } }
    delete: { operationId: deleteTask, responses: { '204': { description: Deleted. }, ${NONE} } }
  /tasks/{id}/close:
    ${TASK}
    post: { operationId: closeTask, description: Sets status to closed., responses: { '200': { description: The task., ${one('Task')} }, ${NONE} } }
  /tasks/stats:
    get:
      operationId: taskStats
      responses:
        '200':
          description: Numbers of the tasks that are not deleted.
          content: { application/json: { schema: { type: object, required: [total, by_status], properties: { total: { type: integer }, by_status: { type: object, properties: { open: { type: integer }, closed: { type: integer } } } } } } }
  /overview:
    get: { operationId: overview, responses: { '200': { description: Numbers of all., content: { application/json: { schema: { type: object, properties: { tasks: { type: integer }, tasksByKind: { type: object, additionalProperties: { type: integer } }, version: { type: integer } } } } } } } }
components:
  schemas:
    NewTask: { type: object, required: [name, kind], properties: { name: { type: string, minLength: 1 }, kind: { type: string, enum: [home, work] } } }
    Task: { allOf: [{ $ref: '#/components/schemas/NewTask' }, { type: object, required: [id, status], properties: { id: { type: integer, readOnly: true }, status: { type: string, enum: [open, closed], readOnly: true } } }] }
`;
const PARTS = fromYaml(DOCUMENT);

type Fault = 'total stands' | 'closed stands' | 'deleted counted' | 'kinds stand' | 'all old' | 'others write';

interface Task {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
}

/** A service with statistics of its tasks. */
function tasks(fault?: Fault): (request: Request) => Promise<Response> {
  const kept = new Map<number, Task>([[1, { id: 1, name: 'first', kind: 'home', status: 'open' }]]);
  let last = 1;
  let gone = 0;
  let reads = 0;
  const none = (status = 404): Response => new Response(null, { status });
  const count = (is: (task: Task) => boolean): number => [...kept.values()].filter(is).length;
  const stats = (): Response => {
    reads += fault === 'others write' ? 1 : 0;
    const closed = fault === 'closed stands' ? 0 : count(({ status }) => status === 'closed');
    const total = fault === 'total stands' ? 1 : kept.size + (fault === 'deleted counted' ? gone : 0) + reads;
    return Response.json(
      fault === 'all old'
        ? { total: 1, by_status: { open: 1, closed: 0 } }
        : { total, by_status: { open: count(({ status }) => status === 'open'), closed } },
    );
  };
  return async (request) => {
    const [top, id, action] = new URL(request.url).pathname.split('/').slice(1);
    if (top === 'overview') {
      const home = fault === 'kinds stand' ? 1 : count(({ kind }) => kind === 'home');
      const work = fault === 'kinds stand' ? 0 : count(({ kind }) => kind === 'work');
      return Response.json({ tasks: kept.size, tasksByKind: { home, ...(work > 0 ? { work } : {}) }, version: 3 });
    }
    if (id === 'stats') return stats();
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()]);
    if (id === undefined) {
      const sent = (await request.json().catch(() => ({}))) as Partial<Task>;
      if (!sent.name || (sent.kind !== 'home' && sent.kind !== 'work')) return none(400);
      last += 1;
      kept.set(last, { id: last, name: sent.name, kind: sent.kind, status: 'open' });
      return Response.json(kept.get(last), { status: 201 });
    }
    const task = kept.get(Number(id));
    if (task === undefined) return none();
    if (action === 'close') {
      kept.set(task.id, { ...task, status: 'closed' });
      return Response.json(kept.get(task.id));
    }
    if (request.method !== 'DELETE') return Response.json(task);
    kept.delete(task.id);
    gone += 1;
    return none(204);
  };
}

async function differences(fault?: Fault, parts = PARTS): Promise<readonly string[]> {
  const { summary } = await tell({ ...parts, target: tasks(fault), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, operation, messagePointer }) =>
    check === 'state.count-differs' ? [`${operation} ${messagePointer}`] : [],
  );
}

test('statistics that follow the records have no finding, nor has an answer that is old as a whole', async () => {
  expect(await differences()).toEqual([]);
  expect(await differences('all old')).toEqual([]);
});

test('a paragraph about the whole API may say that deleted records are in no numbers', async () => {
  const of = (paragraph: string) =>
    fromYaml(
      DOCUMENT.replace('that are not deleted', 'in this list').replace(
        "version: '1' }",
        `version: '1', description: ${JSON.stringify(paragraph)} }`,
      ),
    );
  const stated = 'A deleted task is kept for a while. It is left out of all lists and counts.';
  expect(await differences('deleted counted', of(stated))).toEqual(['taskStats /body/total']);
  expect(await differences('deleted counted', of(stated.replace('task', 'comment')))).toEqual([]);
  expect(await differences(undefined, of(stated))).toEqual([]);
  const others = 'Deleted tasks are kept, and drafts too. The drafts are left out of all counts.';
  expect(await differences('deleted counted', of(others))).toEqual([]);
  expect(await differences('deleted counted', of('Deleted tasks are not left out of the counts.'))).toEqual([]);
});

test('a number that does not follow a create, an action or a delete is named', async () => {
  expect(await differences('total stands')).toEqual(['taskStats /body/total']);
  expect(await differences('closed stands')).toEqual(['taskStats /body/by_status/closed']);
  expect(await differences('deleted counted')).toEqual(['taskStats /body/total']);
});

test('the steps of a number that stands still have the write between the reads', async () => {
  const { summary } = await tell({ ...PARTS, target: tasks('closed stands'), phases: ['stateful'] });
  const finding = summary.findings.find(({ check }) => check === 'state.count-differs');
  expect(finding?.message).toMatch(
    /^`by_status\.closed` of taskStats, which counts tasks, stayed 0 after closeTask; it should be larger\.$/,
  );
  expect(finding?.steps?.map(({ title }) => title)).toEqual([
    'addTask, answered 201',
    'taskStats, answered 200',
    'closeTask, answered 200',
    'taskStats, answered 200',
  ]);
});

test('the numbers of one statistic are known again by it, whichever value they are for', async () => {
  const fingerprints = new Set<string>();
  for (const seed of [1, 2, 3, 4]) {
    const { summary } = await tell({ ...PARTS, target: tasks('kinds stand'), phases: ['stateful'], seed });
    for (const finding of summary.findings) if (finding.operation === 'overview') fingerprints.add(finding.fingerprint);
  }
  expect(fingerprints.size).toBe(1);
});

test('statistics of several collections are read by the names of the collections', async () => {
  expect(await differences('kinds stand')).toEqual([
    expect.stringMatching(/^overview \/body\/tasksByKind\/(home|work)$/),
  ]);
});

test('numbers that change without a write of the run are not judged', async () => {
  expect(await differences('others write')).toEqual([]);
});
