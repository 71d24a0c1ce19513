import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewNote: { type: object, required: [text], properties: { text: { type: string } } }
    Note: { type: object, required: [id, text], properties: { id: { type: integer }, text: { type: string } } }`;
const NOTE = "{ application/json: { schema: { $ref: '#/components/schemas/Note' } } }";
const CONDITION = 'parameters: [{ name: If-Match, in: header, required: true, schema: { type: string } }]';
const REFUSALS =
  "'404': { description: None. }, '412': { description: It has changed since. }, '428': { description: It must be named. }";
const replace = `{ operationId: putNote, ${CONDITION}, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } } }, responses: { '200': { description: Done., content: ${NOTE} }, '422': { description: No. }, ${REFUSALS} } }`;
const remove = `{ operationId: deleteNote, ${CONDITION}, responses: { '204': { description: Gone. }, ${REFUSALS} } }`;

interface Tags {
  /** The tag of a version, as a read gives it. */
  readonly given: (version: number) => string;
  /** The tag that a write accepts. */
  readonly taken: (version: number) => string;
  /** Every read makes a new version. */
  readonly restless?: boolean;
}

async function run({ given, taken, restless = false }: Tags) {
  const versions = new Map<string, number>();
  const { fetch } = service({ notes: [] }, ({ method, path, body }, { notes }) => {
    const [, , id = ''] = path.split('/');
    const text = (body as { text?: unknown } | undefined)?.text;
    if (['POST', 'PUT'].includes(method) && typeof text !== 'string') return json(422);
    const note = notes?.get(id);
    if (note === undefined) return undefined;
    const version = versions.get(id) ?? 1;
    if (method === 'GET') {
      if (restless) versions.set(id, version + 1);
      return json(200, note, { ETag: given(version) });
    }
    if (condition === null) return json(428);
    if (condition !== taken(version)) return json(412);
    versions.set(id, version + 1);
    return undefined;
  });
  let condition: string | null = null;
  const document = documentOf(
    {
      '/notes': { post: 'create Note' },
      '/notes/{id}': { get: 'read Note', put: replace, delete: remove },
    },
    SCHEMAS,
  );
  const { summary } = await tell({
    ...fromYaml(document),
    concurrency: 1,
    phases: ['stateful'],
    target(request) {
      condition = request.headers.get('If-Match');
      return fetch(request);
    },
  });
  const told = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return told.map(({ check, operation }) => `${check} ${operation}`).sort();
}

const quoted = (version: number): string => `"${version}"`;

test('an entity tag that a read has given and a write refuses is found', async () => {
  expect(await run({ given: quoted, taken: String })).toEqual([
    'conditional.412 deleteNote',
    'conditional.412 putNote',
  ]);
});

test.each<[string, Tags]>([
  ['that a write takes', { given: quoted, taken: quoted }],
  ['that is weak', { given: (version) => `W/"${version}"`, taken: quoted }],
  ['that each read changes', { given: quoted, taken: quoted, restless: true }],
])('an entity tag %s is not judged', async (_, tags) => {
  expect((await run(tags)).filter((each) => each.startsWith('conditional'))).toEqual([]);
});
