import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';

/** Documents whose items have the same numbers, flags and listed values. `wide`: the type of 64-bit integers. */
const document = (wide: 'string' | 'integer'): string => `
openapi: 3.1.0
info: { title: Meters, version: '1' }
paths:
  /v1/meters:
    get: { operationId: listMeters, responses: { '200': { description: All., content: { application/json: { schema: { type: object, properties: { meters: { type: array, items: { $ref: '#/components/schemas/Meter' } } } } } } } } }
    post: { operationId: createMeter, requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, responses: { '200': { description: Made., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, '400': { description: No. } } }
  /v1/meters/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getMeter, responses: { '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, '404': { description: None. } } }
    delete: { operationId: deleteMeter, responses: { '200': { description: Gone. }, '404': { description: None. } } }
  /v1/meters/{owner}:
    post: { operationId: echoMeter, parameters: [{ name: owner, in: path, required: true, schema: { type: string } }], requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, responses: { '200': { description: The same., content: { application/json: { schema: { $ref: '#/components/schemas/Meter' } } } }, '400': { description: No. } } }
components:
  schemas:
    Meter:
      type: object
      properties:
        id: { type: string, readOnly: true }
        owner: { type: string }
        level: { type: number }
        count: { type: integer, format: int32 }
        total: { type: ${wide}, format: int64 }
        kind: { type: string, enum: [GAS] }
        unit: { type: string }
`;

/** A service that writes no property whose value is zero or the first listed value. */
function meters(): (request: Request) => Promise<Response> {
  const kept = new Map<string, Record<string, unknown>>();
  const shown = (meter: Record<string, unknown>): Response =>
    Response.json(
      Object.fromEntries(Object.entries(meter).filter(([, value]) => !['GAS', 0, '0', ''].includes(value as string))),
    );
  let last = 0;
  return async (request) => {
    const [, , , id] = new URL(request.url).pathname.split('/');
    if (request.method === 'POST') {
      const sent: unknown = await request.json().catch(() => undefined);
      if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return Response.json({}, { status: 400 });
      if (id !== undefined) return shown({ id, ...sent });
      last += 1;
      kept.set(`m${last}`, { ...sent, id: `m${last}` });
      return shown({ ...sent, id: `m${last}` });
    }
    if (id === undefined) return Response.json({ meters: [...kept.values()] });
    const meter = kept.get(id);
    if (meter === undefined) return Response.json({ code: 5 }, { status: 404 });
    if (request.method === 'DELETE') kept.delete(id);
    return shown(meter);
  };
}

const lossy = (wide: 'string' | 'integer') =>
  tell({ ...fromYaml(document(wide)), target: meters() }).then(({ summary }) =>
    summary.findings
      .filter(({ check }) =>
        ['state.number-changed', 'state.roundtrip-lossy', 'state.update-not-visible'].includes(check),
      )
      .map(({ check, endpoint, messagePointer }) => `${check} ${endpoint} ${messagePointer}`)
      .sort(),
  );

test('the JSON form of protocol buffers leaves out zeros and first values', async () => {
  expect(await lossy('string')).toEqual([]);
});

test('elsewhere a zero that is not shown is lost', async () => {
  const found = await lossy('integer');
  expect(found).toContain('state.number-changed POST /v1/meters /body/level');
  expect(found).toContain('state.roundtrip-lossy POST /v1/meters /body/kind');
});
