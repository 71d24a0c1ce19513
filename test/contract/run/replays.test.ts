import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewFlag: { type: object, required: [name], properties: { name: { type: string } } }
    Flag: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
    NewShelf: { type: object, required: [name, rows], properties: { name: { type: string }, rows: { type: integer, maximum: 9 } } }
    Shelf: { type: object, required: [id, name, rows], properties: { id: { type: integer }, name: { type: string }, rows: { type: integer } } }`;

const FLAGS = documentOf({ '/flags': { post: 'create Flag', get: 'list Flag' } }, SCHEMAS).replace(
  'components:',
  'security: [{ key: [] }]\ncomponents:\n  securitySchemes: { key: { type: http, scheme: bearer } }',
);

test('a replay that is refused for the state of the service does not make a success flaky', async () => {
  // Any credential is taken. There is room for one flag of somebody else.
  const { fetch } = service({ flags: [] });
  let others = 0;
  const target = async (request: Request): Promise<Response> => {
    const credential = request.headers.get('authorization');
    if (credential === null) return json(401);
    if (request.method === 'POST' && credential !== 'Bearer right-credential') others += 1;
    return request.method === 'POST' && others > 1 ? json(409, { message: 'full' }) : fetch(request);
  };
  const { summary } = await tell({
    ...fromYaml(FLAGS),
    target,
    phases: ['protocol'],
    credentials: { bearer: 'right-credential' },
    only: ['protocol/postFlags/credential-invalid'],
  });
  const found = summary.findings.filter(({ check }) => check === 'auth.invalid-accepted');
  expect(found).toHaveLength(1);
  expect(found[0]?.flaky).toBeUndefined();
  expect(summary.exitStatus).toBe(1);
});

test('of several refused writes, the steps have the one whose value the item got', async () => {
  const { fetch } = service({ shelves: [] }, ({ method, path, body }, { shelves }) => {
    const sent = (body ?? {}) as { name?: unknown; rows?: unknown };
    const isRight = typeof sent.name === 'string' && Number.isInteger(sent.rows) && Number(sent.rows) <= 9;
    if (method === 'POST') return isRight ? undefined : json(422);
    if (method !== 'PUT') return undefined;
    const shelf = shelves?.get(path.split('/')[2] ?? '');
    if (shelf === undefined || isRight) return undefined;
    // Stores the name before it reads the rows.
    if (typeof sent.name === 'string' && typeof sent.rows === 'number') shelf['name'] = sent.name;
    return json(422);
  });
  const document = documentOf(
    {
      '/shelves': { get: 'list Shelf', post: 'create Shelf' },
      '/shelves/{id}': { get: 'read Shelf', put: 'write Shelf', delete: 'remove' },
    },
    SCHEMAS,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  const finding = summary.findings.find(({ check }) => check === 'write.failed-changed-state');
  expect(finding?.steps?.map(({ title }) => title)).toEqual([
    'postShelves, answered 201',
    'getShelvesOne, answered 200',
    'putShelvesOne, answered 422',
    'getShelvesOne, answered 200',
  ]);
  expect(finding?.expected).toMatch(/^name ".*"$/);
  expect(finding?.steps?.[2]?.exchange.request.body?.text).toContain(finding?.actual.replace('name ', ''));
});
