import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

const one = (name: string): string =>
  `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const NONE = "'404': { description: None. }";
const ID = 'parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]';
const documentWith = (date: string, again = '409 if the room is archived already.'): string => `
openapi: 3.1.0
info: { title: Rooms, version: '1' }
paths:
  /rooms:
    get: { operationId: listRooms, responses: { '200': { description: Rooms., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Room' } } } } } } }
    post: { operationId: addRoom, requestBody: { required: true, ${one('NewRoom')} }, responses: { '201': { description: The room., ${one('Room')} }, '400': { description: No. } } }
  /rooms/{id}:
    ${ID}
    get: { operationId: readRoom, responses: { '200': { description: The room., ${one('Room')} }, ${NONE} } }
  /rooms/{id}/archive:
    ${ID}
    post: { operationId: archiveRoom, description: 'Sets the date. ${again}', responses: { '200': { description: The room., ${one('Room')} }, ${NONE}, '409': { description: Refused. } } }
  /rooms/{id}/restore:
    ${ID}
    post: { operationId: restoreRoom, description: 'Clears \`${date}\`. 409 if the room is not archived.', responses: { '200': { description: The room., ${one('Room')} }, ${NONE}, '409': { description: Refused. } } }
  /rooms/{id}/notes:
    ${ID}
    post: { operationId: addNote, requestBody: { required: true, ${one('NewRoom')} }, responses: { '201': { description: The note., ${one('NewRoom')} }, '400': { description: No. }, ${NONE}, '409': { description: The room is archived. } } }
components:
  schemas:
    NewRoom: { type: object, required: [name], properties: { name: { type: string, minLength: 1 } } }
    Room: { allOf: [{ $ref: '#/components/schemas/NewRoom' }, { type: object, required: [id, ${date}], properties: { id: { type: integer, readOnly: true }, ${date}: { type: [string, 'null'], format: date-time, readOnly: true } } }] }
`;
const PARTS = fromYaml(documentWith('archived_at'));

type Fault = 'archived twice' | 'restored without need' | 'notes on archived';
/** What a service may do without a fault. */
type Way = 'date stays' | 'ends later';

interface Room {
  readonly id: number;
  readonly name: string;
  readonly date: string | null;
}

function rooms(fault?: Fault | Way, property = 'archived_at'): (request: Request) => Promise<Response> {
  const kept = new Map<number, Room & { readonly archived: boolean }>();
  let time = Date.UTC(2026, 1, 1);
  const now = (): string => {
    time += 1000;
    return new Date(time).toISOString();
  };
  const none = (status: number): Response => new Response(null, { status });
  return async (request) => {
    const [id, action] = new URL(request.url).pathname.split('/').slice(2);
    const shown = (room: Room): object => ({ id: room.id, name: room.name, [property]: room.date });
    const { name } = (request.method === 'POST' ? await request.json().catch(() => ({})) : {}) as Partial<Room>;
    if (id === undefined && request.method === 'GET') return Response.json([...kept.values()].map(shown));
    if (id === undefined) {
      if (!name) return none(400);
      const made = { id: kept.size + 1, name, date: fault === 'ends later' ? now() : null, archived: false };
      kept.set(made.id, made);
      return Response.json(shown(made), { status: 201 });
    }
    const room = kept.get(Number(id));
    if (room === undefined) return none(404);
    const change = (archived: boolean, date: string | null): Response => {
      kept.set(room.id, { ...room, archived, date });
      return Response.json(shown({ ...room, date }));
    };
    if (action === 'archive') return room.archived && fault !== 'archived twice' ? none(409) : change(true, now());
    if (action === 'restore')
      return room.archived || fault === 'restored without need'
        ? change(false, fault === 'date stays' ? room.date : null)
        : none(409);
    if (action !== 'notes') return Response.json(shown(room));
    if (!name) return none(400);
    return room.archived && fault !== 'notes on archived' ? none(409) : Response.json({ name }, { status: 201 });
  };
}

async function faultsOf(fault?: Fault | Way, parts = PARTS, property?: string): Promise<readonly string[]> {
  const { summary } = await tell({ ...parts, target: rooms(fault, property), phases: ['stateful'] });
  return summary.findings.flatMap(({ check, operation }) =>
    check === 'state.transition-accepted' ? [operation ?? ''] : [],
  );
}

test('an item with a date that an action sets is refused what the document refuses in that state', async () => {
  expect(await faultsOf()).toEqual([]);
  expect(await faultsOf('archived twice')).toEqual(['archiveRoom']);
  expect(await faultsOf('restored without need')).toEqual(['restoreRoom']);
  expect(await faultsOf('notes on archived')).toEqual(['addNote']);
});

test('a date that stays after the item was brought back is not a finding', async () => {
  expect(await faultsOf('date stays')).toEqual([]);
});

test('a date that is to come is not a state', async () => {
  const parts = fromYaml(documentWith('archive_at'));
  expect(await faultsOf('ends later', parts, 'archive_at')).toEqual([]);
});
