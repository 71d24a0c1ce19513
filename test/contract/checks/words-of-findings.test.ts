import { describe, expect, test } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import type { FindingDraft } from '../../../src/contract/model/check.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';

const resource = { name: 'hives', singular: 'hive', id: { parameter: 'id', property: 'id', schema: {} }, schema: true };
const list = { items: '/hives', envelope: { total: '/total' }, page: {}, filters: [] };

/** What a check finds in an answer of the operation `op`. */
function found(id: string, story: object, body: unknown, status = 200, written: object = {}): readonly FindingDraft[] {
  const operation = {
    id: 'op',
    method: 'POST',
    path: '/hives',
    pointer: '/paths/~1hives/post',
    parameters: [],
    responses: [{ status: '409', description: 'Another hive has this label. Case is ignored.', pointer: '/409' }],
    ...written,
  };
  const seen = {
    operation,
    api: { deref: (rule: unknown) => rule, operations: [operation] },
    model: { roleOf: () => ({ kind: 'read', resource, responseEntity: '' }) },
    purpose: { expect: 'valid', proven: true, relational: false, story },
    request: { method: 'GET', path: '/hives', query: '', headers: [], body: { kind: 'none' } },
    response: { status, headers: [], body: { kind: 'parsed', value: body, mediaType: 'application/json', text: '' } },
  };
  // These checks read nothing else of an exchange.
  return EXCHANGE_CHECKS.find((check) => check.id === id)?.judge(seen as unknown as Exchange) ?? [];
}

describe('a filtered list', () => {
  const frames = { parameter: 'min_frames', pointer: '/frames', value: 17, op: 'min' };
  const active = { parameter: 'status', pointer: '/status', value: 'active', op: 'equals' };
  const fitting = [1, 2, 3].map((id) => ({ id, frames: 16 + id, status: 'active' }));
  const base = { kind: 'filter', list, resource, must: [1, 2, 3], fitting, size: 10 };
  const without = { hives: fitting.slice(1), total: 2 };

  test('names an item that it leaves out, and how that fits', () => {
    expect(found('filter.incomplete', { ...base, ...frames }, without)).toMatchObject([
      {
        messagePointer: '/query/min_frames',
        message: 'op with min_frames=17 leaves out 1 of 3 items that fit: 1 (`frames` 17).',
        expected: 'all 3 items that fit',
        actual: 'without 1',
      },
    ]);
    expect(found('filter.incomplete', { ...base, ...frames }, { hives: [] })[0]?.message).toBe(
      'op with min_frames=17 leaves out all 3 items that fit, such as 1 (`frames` 17).',
    );
    const only = { ...base, ...frames, must: [1], fitting: fitting.slice(0, 1) };
    expect(found('filter.incomplete', only, { hives: [] })[0]?.message).toBe(
      'op with min_frames=17 leaves out the only item that fits: 1 (`frames` 17).',
    );
  });

  test('blames the filter whose bound the items have that it leaves out', () => {
    const both = { ...base, ...active, beside: [frames] };
    expect(found('filter.incomplete', both, without)[0]?.messagePointer).toBe('/query/min_frames');
    expect(found('filter.incomplete', both, { hives: fitting.slice(0, 2) })[0]?.messagePointer).toBe('/query/status');
  });

  test('may have an item on the next page if items that do not fit fill this one', () => {
    const other = { id: 4, frames: 3, status: 'active' };
    const story = { ...base, ...frames, size: 3 };
    expect(found('filter.incomplete', story, { hives: [...fitting.slice(1), other] })).toEqual([]);
    expect(found('filter.incomplete', { ...story, size: 4 }, { hives: [...fitting.slice(1), other] })).toHaveLength(1);
  });

  test('has a wrong total at the place of the total', () => {
    expect(found('page.total-inconsistent', { ...base, ...active }, { hives: fitting, total: 9 })).toMatchObject([
      { messagePointer: '/body/total', message: 'op with status="active" says that `total` is 9; 3 items fit.' },
    ]);
  });
});

test('a list under an item names the one record of another item', () => {
  const within = { kind: 'within', resource, parent: { singular: 'yard' }, parameter: 'yardId', owner: 7, inside: [] };
  const show = (...ids: number[]): string | undefined =>
    found('state.list-shows-foreign', { ...within, items: ids.map((id) => ({ id })), outside: ids }, {})[0]?.message;
  expect(show(3)).toBe('op for yardId 7 also shows the hive 3, which belongs to another yard.');
  expect(show(3, 4)).toBe('op for yardId 7 also shows 2 hives that belong to another yard: 3, 4.');
});

test('a duplicate in another form has the sentence that calls both forms equal', () => {
  const sentence = { text: 'Case is ignored.', pointer: '/409/description' };
  const again = { kind: 'same-again', named: true };
  const rule = 'where the document has 409 (“Another hive has this label.”).';
  expect(found('state.duplicate-accepted', again, {}, 201)[0]?.message).toBe(
    `op answers 201 to the same request again, ${rule}`,
  );
  const form = '`label` in the other letter case';
  expect(found('state.duplicate-accepted', { ...again, form, sentence }, {}, 201)).toMatchObject([
    { sentence, message: `op answers 201 to the same request with ${form}, ${rule}` },
  ]);
});

test('a rounded number is a fault of the write, before the read is held against its schema', () => {
  const written = { kind: 'numbers-written', create: 'create', values: [['/quota', 2147483647]] };
  expect(found('state.number-changed', written, { quota: 2147483648 })[0]?.message).toBe(
    'create accepted 2147483647 for `quota`, and op shows 2147483648.',
  );
  expect(found('state.number-changed', written, { quota: 2147483648 }, 500)).toEqual([]);
  const layerOf = (id: string): string | undefined => EXCHANGE_CHECKS.find((check) => check.id === id)?.layer;
  expect([layerOf('state.number-changed'), layerOf('schema.int32')]).toEqual(['purpose', 'schema']);
});

test('a delete that leaves a record behind quotes a 409 about such records', () => {
  const conflict = { text: 'There are open inspections.', pointer: '/409/description' };
  const story = {
    kind: 'orphan',
    owner: 7,
    parent: { singular: 'hive' },
    remove: 'remove',
    promise: '409',
    pointer: '/hiveId',
    child: 'inspection 1',
  };
  expect(found('state.delete-leaves-orphans', { ...story, conflict }, { hiveId: 7 })).toMatchObject([
    {
      sentence: conflict,
      expected: 'nothing that refers to it, or 409 from remove (“There are open inspections.”)',
      actual: '`hiveId` of the inspection 1 is still 7',
    },
  ]);
  expect(found('state.delete-leaves-orphans', story, { hiveId: 7 })[0]?.sentence).toBeUndefined();
});

test('a write in a state that refuses it quotes the refusal that has words, or what limits the operation', () => {
  const story = { kind: 'in-state', property: 'status', state: 'sent' };
  const answer = (status: string, description: string): object => ({ status, description, pointer: `/${status}` });
  const accepted = (...responses: object[]): FindingDraft | undefined =>
    found('state.transition-accepted', story, {}, 200, {
      description: 'Sends it. Only drafts can be sent.',
      responses: [answer('403', 'You have no right to do this.'), ...responses],
    })[0];
  const start = 'op answers 200 for an item whose `status` is "sent", where the document has the refusal';
  expect(accepted(answer('409', 'It is not a draft.'))).toMatchObject({
    expected: 'a refusal (409)',
    message: `${start} 409 (“It is not a draft.”).`,
    sentence: { text: 'It is not a draft.' },
  });
  expect(accepted(answer('409', 'Refused'))?.message).toBe(`${start} 409 (“Only drafts can be sent.”).`);
  expect(
    found('state.transition-accepted', story, {}, 200, {
      description: 'Sends it. Only drafts can be sent.',
      responses: [answer('409', 'Refused'), answer('422', 'Refused')],
    }),
  ).toMatchObject([{ expected: 'a refusal (409 or 422)', message: `${start} 409 (“Only drafts can be sent.”).` }]);
});
