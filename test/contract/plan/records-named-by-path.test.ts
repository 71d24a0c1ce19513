import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewDevice: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Device:
      type: object
      required: [id, name, status]
      properties: { id: { type: integer }, name: { type: string }, status: { type: string, enum: [active, retired] } }
    Command: { type: object, required: [id, device_id, name], properties: { id: { type: integer }, device_id: { type: integer }, name: { type: string } } }`;

const content = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const RETIRE = `{ operationId: retireDevice, responses: { '200': { description: It., ${content('Device')} }, '404': { description: None. }, '409': { description: Device is retired already. } } }`;
const SEND = `{ operationId: sendCommand, requestBody: { required: true, ${content('NewDevice')} }, responses: { '201': { description: Sent., ${content('Command')} }, '404': { description: None. }, '409': { description: Device is retired. }, '422': { description: No. } } }`;
const DOCUMENT = documentOf(
  {
    '/devices': { post: 'create Device' },
    '/devices/{id}': { get: 'read Device', delete: 'remove' },
    '/devices/{id}/retire': { post: RETIRE },
    '/devices/{id}/commands': { post: SEND },
  },
  SCHEMAS,
);

/** Takes the device of a command from the path, and reads nothing else of it in the body. */
async function errors(takesAll: boolean): Promise<readonly string[]> {
  let next = 1;
  const { fetch } = service({ devices: [] }, ({ method, path, body }, { devices }) => {
    const [, , id = '', action] = path.split('/');
    const device = devices?.get(id);
    const { name } = (body ?? {}) as { name?: unknown };
    if (method !== 'POST') return undefined;
    if (action !== 'retire' && (typeof name !== 'string' || name === ''))
      return json(422, { message: 'name is missing' });
    if (action === undefined) {
      const made = { id: 100 + next++, name, status: 'active' };
      devices?.set(String(made.id), made);
      return json(201, made);
    }
    if (device === undefined) return json(404, { message: 'there is no such device' });
    const retired = device['status'] === 'retired';
    if (retired && !(takesAll && action === 'commands')) return json(409, { message: 'the device is retired' });
    if (action === 'commands') return json(201, { id: next++, device_id: device['id'], name });
    device['status'] = 'retired';
    return json(200, device);
  });
  const { summary } = await tell({ ...fromYaml(DOCUMENT), target: fetch, phases: ['stateful'] });
  const found = summary.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  return found.map(({ check, operation }) => `${check} ${operation}`);
}

test('a record that the path names is not also named in a body that does not have its id', async () => {
  expect(await errors(false)).toEqual([]);
});

test('an operation below a record is refused in the state that the document names', async () => {
  expect(await errors(true)).toEqual(['state.transition-accepted sendCommand']);
});
