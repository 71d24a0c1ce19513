import { expect, test } from 'vitest';
import { isSafe } from '../../../src/spec/index.ts';
import { fromYaml, tell } from '../harness.ts';

const json = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const ref = (name: string): string => `{ $ref: '#/components/schemas/${name}' }`;
const list = (id: string, name: string): string =>
  `get: { operationId: ${id}, responses: { '200': { description: All., ${json(`{ type: array, items: ${ref(name)} }`)} } } }`;
const make = (id: string, name: string): string =>
  `post: { operationId: ${id}, requestBody: { required: true, ${json(ref(name))} }, responses: { '201': { description: Made., ${json(ref(name))} }, '400': { description: No. }, '404': { description: None. } } }`;
const read = (id: string, name: string): string =>
  `get: { operationId: ${id}, responses: { '200': { description: One., ${json(ref(name))} }, '404': { description: None. } } }`;
const remove = (id: string): string =>
  `delete: { operationId: ${id}, responses: { '204': { description: Gone. }, '404': { description: None. } } }`;
const named = (...names: string[]): string =>
  `parameters: [${names.map((name) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`).join(', ')}]`;

/** Flags of a project have a second path for their labels, and one for clients, which only read them; rules have a second path below projects. */
const DOCUMENT = `
openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /projects: { ${list('listProjects', 'Project')} }
  /projects/{projectId}/flags: { ${named('projectId')}, ${list('listFlags', 'Flag')}, ${make('createFlag', 'Flag')} }
  /projects/{projectId}/flags/{flagName}: { ${named('projectId', 'flagName')}, ${read('readFlag', 'Flag')}, ${remove('deleteFlag')} }
  /flags/{flagName}/labels: { ${named('flagName')}, ${list('listLabels', 'Label')}, ${make('addLabel', 'Label')} }
  /flags/{flagName}/labels/{text}: { ${named('flagName', 'text')}, ${remove('removeLabel')} }
  /client/flags: { ${list('listClientFlags', 'ClientFlag')} }
  /client/flags/{flagName}: { ${named('flagName')}, ${read('readClientFlag', 'ClientFlag')} }
  /rules: { ${list('listRules', 'Rule')}, ${make('createRule', 'Rule')} }
  /rules/{rule}: { ${named('rule')}, ${read('readRule', 'Rule')}, ${remove('deleteRule')} }
  /projects/{projectId}/rules/{rule}: { ${named('projectId', 'rule')}, ${read('readRuleOfProject', 'Rule')}, ${remove('deleteRuleOfProject')} }
  /projects/{projectId}/rules/{rule}/values: { ${named('projectId', 'rule')}, ${make('addValue', 'Value')} }
  /projects/{projectId}/rules/{rule}/values/{value}: { ${named('projectId', 'rule', 'value')}, ${remove('removeValue')} }
components:
  schemas:
    Project: { type: object, properties: { id: { type: string } } }
    Flag: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    ClientFlag: { type: object, properties: { name: { type: string }, on: { type: boolean } } }
    Label: { type: object, required: [text], properties: { text: { type: string, minLength: 1 } } }
    Rule: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Value: { type: object, required: [value], properties: { value: { type: string, minLength: 1 } } }
`;

/** The service, with one project, one flag and one rule of its own. */
function flags() {
  const rules = new Set(['precious']);
  const ofFlags = new Map<string, Set<string>>([['precious', new Set()]]);
  const writes: string[] = [];
  const none = (): Response => new Response(null, { status: 404 });
  const records = (keys: Iterable<string>, property: string): Response =>
    Response.json([...keys].map((key) => ({ [property]: key })));
  const fetch = async (request: Request): Promise<Response> => {
    const { method } = request;
    const path = decodeURIComponent(new URL(request.url).pathname);
    const body = isSafe(method)
      ? undefined
      : ((await request.json().catch(() => undefined)) as Record<string, unknown>);
    if (!isSafe(method)) writes.push(`${method} ${path}`);
    const add = (to: Set<string> | Map<string, Set<string>>, property: string): Response => {
      const key = body?.[property];
      if (typeof key !== 'string' || key === '' || to.has(key)) return new Response(null, { status: 400 });
      if (to instanceof Set) to.add(key);
      else to.set(key, new Set());
      return Response.json({ [property]: key }, { status: 201 });
    };
    const take = (from: Set<string> | Map<string, Set<string>>, key: string): Response =>
      from.delete(key) ? new Response(null, { status: 204 }) : none();
    const allows = (...methods: string[]): boolean => methods.includes(method);
    const not = (): Response => new Response(null, { status: 405, headers: { Allow: 'GET' } });
    if (path === '/projects') return allows('GET') ? Response.json([{ id: 'main' }]) : not();
    const bare = path.replace(/^\/projects\/main(?=\/rules)/, '');
    if (path === '/client/flags') return allows('GET') ? records(ofFlags.keys(), 'name') : not();
    if (path === '/projects/main/flags') {
      if (allows('GET')) return records(ofFlags.keys(), 'name');
      return allows('POST') ? add(ofFlags, 'name') : not();
    }
    if (bare === '/rules') return allows('GET') ? records(rules, 'name') : allows('POST') ? add(rules, 'name') : not();
    const [, flag = '', label] = /^\/flags\/([^/]+)\/labels(?:\/([^/]+))?$/.exec(path) ?? [];
    const labels = ofFlags.get(flag);
    if (flag !== '' && labels === undefined) return none();
    if (labels !== undefined && label !== undefined) return allows('DELETE') ? take(labels, label) : not();
    if (labels !== undefined)
      return allows('GET') ? records(labels, 'text') : allows('POST') ? add(labels, 'text') : not();
    const [, one = ''] = /^\/(?:projects\/main|client)\/flags\/([^/]+)$/.exec(path) ?? [];
    if (one !== '') {
      if (!ofFlags.has(one)) return none();
      return allows('GET')
        ? Response.json({ name: one })
        : allows('DELETE') && path.startsWith('/projects')
          ? take(ofFlags, one)
          : not();
    }
    const [, rule = '', value] = /^\/rules\/([^/]+)(\/values.*)?$/.exec(bare) ?? [];
    if (rule === '' || !rules.has(rule)) return none();
    if (value !== undefined)
      return allows('POST') ? Response.json(body ?? {}, { status: 201 }) : new Response(null, { status: 204 });
    return allows('GET') ? Response.json({ name: rule }) : allows('DELETE') ? take(rules, rule) : not();
  };
  return { fetch, writes, rules, ofFlags };
}

test('nothing is done to records of others under another path of theirs, and labels are added to those of the run', async () => {
  const target = flags();
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: target.fetch, phases: ['coverage', 'stateful'] });
  expect(target.writes.filter((each) => each.includes('precious'))).toEqual([]);
  expect(summary.coverage.operations.find(({ operation }) => operation === 'addLabel')?.reached).toBe(true);
  expect([...target.rules, ...target.ofFlags.keys()]).toEqual(['precious', 'precious']);
  expect(summary.leftovers).toEqual([]);
});

/** Flags of a project that no operation creates. Actions on the project name flags in a list. */
const BULK = `
openapi: 3.1.0
info: { title: Flags, version: '1' }
paths:
  /projects: { ${list('listProjects', 'Project')} }
  /projects/{projectId}/flags: { ${named('projectId')}, ${list('listFlags', 'Flag')}, ${make('createFlag', 'Flag')} }
  /projects/{projectId}/flags/{flagName}: { ${named('projectId', 'flagName')}, ${read('readFlag', 'Flag')}, ${remove('deleteFlag')} }
  /projects/{projectId}/stale: { ${named('projectId')}, post: { operationId: markStale, requestBody: { required: true, ${json(ref('Flags'))} }, responses: { '204': { description: Done. }, '400': { description: No. } } } }
  /projects/{projectId}/flags/validate: { ${named('projectId')}, post: { operationId: validateFlag, requestBody: { required: true, ${json(ref('Flag'))} }, responses: { '204': { description: Done. }, '400': { description: No. } } } }
  /projects/{projectId}/validate: { ${named('projectId')}, post: { operationId: validateProject, requestBody: { required: true, ${json(ref('Flag'))} }, responses: { '204': { description: Done. }, '400': { description: No. } } } }
components:
  schemas:
    Project: { type: object, properties: { id: { type: string } } }
    Flag: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Flags: { type: object, required: [flags], properties: { flags: { type: array, minItems: 1, items: { type: string }, example: [precious] } } }
`;

test('an action that names records of the run in a list, or judges its body, is sent, although what it stands below is not the run’s', async () => {
  const target = flags();
  const marked: unknown[] = [];
  const validated = new Set<string>();
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST' && pathname.endsWith('/validate')) {
      validated.add(pathname);
      const flag = (await request.json().catch(() => undefined)) as { name?: unknown } | undefined;
      return new Response(null, { status: typeof flag?.name === 'string' && flag.name !== '' ? 204 : 400 });
    }
    if (pathname !== '/projects/main/stale' || request.method !== 'POST') return target.fetch(request);
    const body = (await request.json().catch(() => undefined)) as { flags?: unknown } | undefined;
    const names = Array.isArray(body?.flags) ? body.flags : [];
    marked.push(...names);
    const isGood = names.length > 0 && names.every((each) => target.ofFlags.has(each));
    return new Response(null, { status: isGood ? 204 : 400 });
  };
  const { summary } = await tell({ ...fromYaml(BULK), target: fetch, phases: ['coverage', 'stateful'] });
  expect(summary.coverage.operations.find(({ operation }) => operation === 'markStale')?.reached).toBe(true);
  expect(marked).not.toContain('precious');
  // Directly behind the item, the verb may change it.
  expect([...validated]).toEqual(['/projects/main/flags/validate']);
});
