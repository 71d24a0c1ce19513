import { expect, test } from 'vitest';
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
