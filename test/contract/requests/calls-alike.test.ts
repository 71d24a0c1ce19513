import { expect, test } from 'vitest';
import { createCallTarget } from '../../../src/contract/calls/call-target.ts';
import type { Target } from '../../../src/contract/transport/target.ts';
import { isStandIn, withStandIns } from '../../../src/resources/index.ts';
import { fromYaml } from '../harness.ts';

const call = (name: string, property: string): string => `
  /setRoom${name}:
    post:
      description: Use this method to change the ${property} of a room.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [room_id, ${property}]
              properties: { room_id: { type: integer }, ${property}: { type: string, minLength: 1 } }
      responses: { '200': { description: done, content: { application/json: { schema: { type: boolean } } } } }`;

const ROOMS = fromYaml(`
openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /getRoom:
    post:
      description: Use this method to get a room.
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [room_id], properties: { room_id: { type: integer, examples: [7] } } }
      responses:
        '200': { description: it, content: { application/json: { schema: { $ref: '#/components/schemas/Room' } } } }
        '404': { description: none }${call('Title', 'title')}${call('Topic', 'topic')}
  /getRooms:
    post:
      description: Use this method to get all rooms.
      responses:
        '200':
          description: all
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } }
components:
  schemas:
    Room:
      type: object
      required: [room_id, title, topic]
      properties: { room_id: { type: integer }, title: { type: string }, topic: { type: string } }
`);

test('each of several calls that change the same resource is sent under its own name', async () => {
  const api = withStandIns(ROOMS.api);
  const changes = api.operations.filter(isStandIn).filter(({ method }) => method === 'PATCH');
  expect(new Set(changes.map(({ path }) => path)).size).toBe(1);
  const sent: string[] = [];
  const target: Target = {
    base: 'http://localhost',
    loopback: true,
    close: async () => {},
    send: async ({ path }) => {
      sent.push(path);
      return { kind: 'failed', code: 'timeout', message: 'no answer', timing: { startedAt: 0, duration: 0 } };
    },
  };
  const calls = createCallTarget(target, api);
  for (const { id, path } of changes)
    await calls.send(
      { method: 'PATCH', path: path.replace(/\{\w+\}/, '7'), query: '', headers: [], body: { kind: 'none' } },
      { timeout: 1000, maxBytes: 1000, operation: id },
    );
  expect(sent).toEqual(['/setRoomTitle', '/setRoomTopic']);
});
