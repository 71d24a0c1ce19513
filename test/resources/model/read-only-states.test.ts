import { expect, test } from 'vitest';
import { inferResources, readOnlyStates } from '../../../src/resources/index.ts';
import { type Api, parseApi } from '../../../src/spec/index.ts';

/** Where a sentence stands: about the API, the project, its flag `archived`, its `status`, or a 409. */
type Place = 'api' | 'item' | 'flag' | 'status' | '409';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const one = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const ID = { type: 'integer', readOnly: true };

function documentWith(place: Place, sentence: string): Api {
  const at = (own: Place, other = ''): string => (own === place ? sentence : other);
  const responses = (status: number, name: string) => ({
    [status]: { description: 'It.', ...json(one(name)) },
    404: { description: 'None.' },
    409: { description: at('409', 'Conflict.') },
    423: { description: 'Held back.' },
  });
  const reads = (operationId: string, name: string) => ({ operationId, responses: responses(200, name) });
  const writes = (operationId: string, name: string, status = 200) => ({
    operationId,
    requestBody: { required: true, ...json(one(name)) },
    responses: responses(status, name),
  });
  const state = { type: 'string', enum: ['active', 'paid', 'cancelled', 'closed'] };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Projects', version: '1', description: at('api') },
    paths: {
      '/projects': { post: writes('createProject', 'Project', 201) },
      '/projects/{projectId}': {
        parameters: [inPath('projectId')],
        get: reads('getProject', 'Project'),
        patch: writes('changeProject', 'Project'),
        delete: { operationId: 'deleteProject', responses: responses(200, 'Project') },
      },
      '/projects/{projectId}/cancel': {
        parameters: [inPath('projectId')],
        post: { operationId: 'cancelProject', responses: responses(200, 'Project') },
      },
      '/projects/{projectId}/tasks': { parameters: [inPath('projectId')], post: writes('createTask', 'Task', 201) },
      '/projects/{projectId}/tasks/{taskId}': {
        parameters: [inPath('projectId'), inPath('taskId')],
        get: reads('getTask', 'Task'),
        patch: writes('changeTask', 'Task'),
      },
    },
    components: {
      schemas: {
        Project: {
          type: 'object',
          description: at('item'),
          required: ['id', 'name'],
          properties: {
            id: ID,
            name: { type: 'string' },
            key: { type: 'string' },
            archived: { type: 'boolean', description: at('flag') },
            status: { ...state, description: at('status') },
          },
        },
        Task: { type: 'object', required: ['id', 'title'], properties: { id: ID, title: { type: 'string' } } },
      },
    },
  };
  return parseApi({ name: 'projects.json', text: JSON.stringify(document) });
}

/** The writes that are refused in a state of the project on their path, as the sentence says. */
function refusedWrites(place: Place, sentence: string): readonly string[] {
  const api = documentWith(place, sentence);
  const model = inferResources(api);
  return api.operations.filter((each) => readOnlyStates(api, model, each).length > 0).map(({ id }) => id);
}

const WRITES = ['changeProject', 'createTask', 'changeTask'];

test.each<readonly [Place, string, readonly string[]]>([
  ['api', 'Archived projects are read-only (423).', WRITES],
  ['api', 'Archived projects are read-only: writes to them and to their tasks answer 423.', WRITES],
  ['api', 'Archived projects are read-only, but can be restored.', WRITES],
  [
    'api',
    'Every write to an archived project is refused with 423.',
    ['changeProject', 'deleteProject', 'createTask', 'changeTask'],
  ],
  [
    'api',
    'Every change of an archived project answers 423.',
    ['changeProject', 'deleteProject', 'createTask', 'changeTask'],
  ],
  ['item', 'A project. While it is archived, it takes no changes (423).', WRITES],
  ['item', 'Read-only once archived.', WRITES],
  [
    'flag',
    'Whether the project is archived. If true, every write to the project is refused with 423.',
    ['changeProject', 'deleteProject', 'createTask', 'changeTask'],
  ],
  ['status', 'A closed project cannot be changed.', WRITES],
  ['api', 'The tasks of archived projects are read-only.', ['createTask', 'changeTask']],
  ['api', 'Paid projects cannot be changed, only cancelled (409).', ['changeProject']],
  ['api', 'Paid projects cannot be changed but can be deleted (409).', ['changeProject']],
  ['api', 'Paid projects cannot be changed, but new tasks can be added (409).', ['changeProject']],
  ['409', 'The project is archived.', ['changeProject', 'deleteProject', 'cancelProject', 'createTask', 'changeTask']],
])('%s: %s The writes that are refused are %j', (place, sentence, ids) => {
  expect([...refusedWrites(place, sentence)].toSorted()).toEqual([...ids].toSorted());
});

test.each<readonly [Place, string]>([
  ['api', 'An archived project is not read-only: its tasks can still be changed.'],
  ['api', 'Archived projects are no longer read-only since version 2.'],
  ['api', 'Archived projects are never frozen.'],
  ['api', 'Unlike in other tools, an archived project is never read-only.'],
  ['api', 'The key of an archived project is immutable.'],
  ['api', 'The name of an archived project cannot be changed (409).'],
  ['api', 'Archived projects are read-only for guests.'],
  ['api', 'Archived projects are read-only for anonymous visitors.'],
  ['api', 'An archived project cannot be changed by its members.'],
  ['api', 'Archived projects cannot be edited in the web interface.'],
  ['api', 'Active projects can be made read-only.'],
  ['api', 'Active projects may be frozen by support.'],
  ['api', 'All changes to active projects are answered with the new version.'],
  ['api', 'Every update of an active project is answered with its new revision.'],
  ['api', 'Every request that changes an active project needs an `If-Match` header.'],
  ['api', 'Every request that changes an active project is written to the audit log.'],
  ['api', 'An archived project is shown in a read-only view.'],
  ['item', 'A project. Once archived, the key cannot be changed.'],
  ['item', 'A project. The key is immutable once the project is archived.'],
  ['item', 'A project. Its `name` cannot be changed after it is closed.'],
  ['flag', 'Once true, this cannot be changed.'],
  ['flag', 'Immutable once set to true.'],
  ['flag', 'Whether the project is archived. It cannot be changed once it is true.'],
  ['flag', 'Read-only once archived.'],
  ['status', 'Immutable once closed.'],
  ['status', 'The status cannot be changed once it is closed.'],
  ['status', 'Cannot be changed once the project is closed.'],
  ['status', 'Set by the service when the project is closed; read-only.'],
  ['status', 'Read-only. Tells whether the project is closed.'],
  ['flag', 'Read-only flag. Whether the project is archived.'],
  ['flag', 'Read-only: set when the project is archived.'],
  ['409', 'The name is taken by a project that is archived.'],
  ['409', 'Another project is archived under this key.'],
  ['409', 'The name is taken, even if the other project is archived.'],
  ['api', 'Not every change to a closed project is refused.'],
  ['api', 'Every update of a closed project that lacks a reason is refused with 409.'],
  ['api', 'Read-only copies of archived projects are kept.'],
  ['api', 'Members keep read-only access to archived projects.'],
  ['api', 'Archived projects used to be read-only.'],
  ['api', 'Whether closed projects are read-only depends on the plan.'],
  ['409', 'The project is archived by somebody else at the same time.'],
])('%s: %s No write to the whole item is refused', (place, sentence) => {
  expect(refusedWrites(place, sentence)).toEqual([]);
});

test('an action that brings the item to a state is left out where the state refuses writes', () => {
  const ids = refusedWrites('409', 'The project is closed.');
  expect(ids).toContain('changeProject');
  expect(ids).not.toContain('cancelProject');
});

test.each<readonly [Place, string]>([
  ['409', 'The project is not active.'],
  ['api', 'Only active projects can be changed, all others are read-only.'],
])('%s: %s A project in another state takes no writes', (place, sentence) => {
  const api = documentWith(place, sentence);
  const change = api.operations.find(({ id }) => id === 'changeProject');
  const found = change === undefined ? [] : readOnlyStates(api, inferResources(api), change);
  expect(found.map(({ rule }) => rule)).toEqual([{ refused: 'outside', states: ['active'] }]);
});
