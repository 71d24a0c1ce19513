import { describe, expect, it } from 'vitest';
import { loadApi, type SchemaObject } from '../../../src/spec/index.ts';

const TEXT = { type: 'string' };
const CLOSED = { additionalProperties: false };
const BOX = { type: 'object', properties: { id: TEXT }, ...CLOSED };
const LID = { type: 'object', properties: { lid: TEXT }, required: ['lid'], ...CLOSED };

async function read(schema: object, openapi = '3.0.3'): Promise<{ codes: string[]; isClosed: boolean; names: string }> {
  const api = await loadApi({
    openapi,
    info: { title: 'T', version: '1' },
    paths: {
      '/x': {
        get: { operationId: 'x', responses: { 200: { description: '', content: { 'application/json': { schema } } } } },
      },
    },
    components: {
      schemas: {
        Box: BOX,
        Open: OPEN_BOX,
        Lid: LID,
        Shut: { ...CLOSED, allOf: [{ $ref: '#/components/schemas/Box' }] },
      },
    },
  });
  const found = api.operation('x')?.responses[0]?.content[0]?.schema as SchemaObject;
  const text = JSON.stringify(found);
  return {
    codes: api.diagnostics.map(({ code }) => code),
    isClosed: text.includes('"additionalProperties":false'),
    names: [...text.matchAll(/"(\w+)":\{"type":"string"\}/g)].map(([, name]) => name).join(' '),
  };
}

const OPEN_BOX = { type: 'object', properties: { id: TEXT } };
const OPEN_LID = { type: 'object', properties: { lid: TEXT } };
const TYPED = { ...OPEN_BOX, additionalProperties: { type: 'object' } };
const box = { $ref: '#/components/schemas/Box' };
const lid = { $ref: '#/components/schemas/Lid' };

describe('A part that is closed and shuts out what stands beside it', () => {
  it.each([
    ['one part demands what another one does not name', { allOf: [box, lid] }, 'id lid'],
    ['the schema around it names nothing itself', { ...CLOSED, allOf: [box] }, 'id'],
    ['the schema around it demands what it names nowhere', { ...CLOSED, allOf: [box], required: ['id'] }, 'id'],
    ['it stands in a part of a part', { ...CLOSED, allOf: [{ $ref: '#/components/schemas/Shut' }, lid] }, 'id lid'],
    [
      'all forms that it takes demand what it does not name',
      {
        ...CLOSED,
        oneOf: [
          { ...OPEN_LID, required: ['lid'] },
          { ...OPEN_BOX, required: ['id'] },
        ],
      },
      'lid id',
    ],
    ['all that it does not name has another type', { allOf: [TYPED, lid] }, 'id lid'],
    ['it demands a name of its own that it does not have', { ...BOX, required: ['name'] }, 'id'],
  ])('is read as open where %s, with a diagnostic', async (_, schema, names) => {
    const found = await read(schema);
    expect(found.codes).toContain('closed-out');
    expect(found).toMatchObject({ isClosed: false, names });
  });

  it.each([
    ['what is demanded is let in', { ...CLOSED, properties: { id: TEXT }, allOf: [box], required: ['id'] }],
    ['one of its forms is let in', { ...OPEN_BOX, ...CLOSED, oneOf: [{ required: ['lid'] }, { required: ['id'] }] }],
    ['something is let in', { ...CLOSED, properties: { id: TEXT, lid: TEXT }, allOf: [box] }],
    [
      'names are let in by their pattern',
      { ...CLOSED, patternProperties: { '^x-': TEXT }, allOf: [{ properties: { id: TEXT } }] },
    ],
    ['nothing is named at all', CLOSED],
    [
      'all that it does not name has the same type',
      { ...CLOSED, properties: { id: TEXT }, allOf: [{ ...OPEN_LID, additionalProperties: TEXT }] },
    ],
  ])('stays closed where %s', async (_, schema) => {
    const { codes, isClosed } = await read(schema);
    expect(codes).not.toContain('closed-out');
    expect(isClosed).toBe(true);
  });

  it('is read as open where it stands beside a reference to what it shuts out', async () => {
    const closed = { $ref: '#/components/schemas/Open', ...CLOSED };
    const found = await read(closed, '3.1.0');
    expect(found.codes).toContain('closed-out');
    expect(found.isClosed).toBe(false);
    // The names of what it leads to stay allowed where the closed schema has them as well.
    const both = await read({ ...closed, properties: { id: TEXT } }, '3.1.0');
    expect(both.codes).not.toContain('closed-out');
    expect(both.isClosed).toBe(true);
    // Before 3.1, a reference stands alone.
    expect((await read(closed)).codes).not.toContain('closed-out');
  });
});
