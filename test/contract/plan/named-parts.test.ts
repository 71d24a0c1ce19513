import { expect, test } from 'vitest';
import type { RunEvent } from '../../../src/contract/index.ts';
import { fromYaml, tell } from '../harness.ts';
import { json, service } from '../ownership/small-service.ts';

const body = (schema: string): string => `content: { application/json: { schema: ${schema} } }`;
const CARD =
  '{ type: object, required: [id, word, owner_id, version], properties: { id: { type: integer, readOnly: true }, word: { type: string }, owner_id: { type: [string, "null"], readOnly: true }, version: { type: integer, readOnly: true } } }';
const ID = 'parameters: [{ name: cardId, in: path, required: true, schema: { type: integer } }]';
const DOCUMENT = `openapi: 3.1.0
info: { title: Cards, version: '1' }
paths:
  /cards:
    get: { operationId: listCards, responses: { '200': { description: ok, ${body(`{ type: array, items: ${CARD} }`)} } } }
    post: { operationId: createCard, requestBody: { required: true, ${body(CARD)} }, responses: { '201': { description: made, ${body(CARD)} } } }
  /cards/{cardId}:
    ${ID}
    get: { operationId: readCard, responses: { '200': { description: ok, ${body(CARD)} }, '404': { description: none } } }
    delete: { operationId: deleteCard, responses: { '204': { description: done }, '404': { description: none } } }
  /cards/{cardId}/owner:
    ${ID}
    put: { operationId: setOwner, requestBody: { required: true, ${body('{ type: object, required: [owner_id], properties: { owner_id: { type: string, minLength: 1 } } }')} }, responses: { '204': { description: done }, '404': { description: none } } }
    delete: { operationId: dropOwner, responses: { '204': { description: done }, '404': { description: none } } }
`;

/** What a run finds where a DELETE takes the owner of a card away, or only counts a change. */
async function found(
  takesAway: boolean,
  ownerOf: (sent: string) => unknown = (sent) => sent,
  document = DOCUMENT,
): Promise<readonly string[]> {
  const cards = service({ cards: [] }, ({ method, path, body: sent }, tables) => {
    const [, id, part] = path.split('/').filter((each) => each !== '');
    const card = tables['cards']?.get(id ?? '');
    if (id === undefined && method === 'POST')
      Object.assign(sent as object, { owner_id: ownerOf('') || null, version: 1, ...(sent as object) });
    if (part !== 'owner' || card === undefined) return undefined;
    card['version'] = Number(card['version']) + 1;
    if (method === 'PUT') card['owner_id'] = ownerOf((sent as { owner_id: string }).owner_id);
    else if (method === 'DELETE' && takesAway) card['owner_id'] = null;
    else if (method !== 'DELETE') return json(405, {}, { allow: 'PUT, DELETE' });
    return json(204);
  });
  const { events } = await tell({ ...fromYaml(document), target: cards.fetch, phases: ['stateful'] });
  return events.flatMap((event: RunEvent) =>
    event.type === 'finding' && event.finding.check === 'state.action-without-effect' ? [event.finding.message] : [],
  );
}

test('a DELETE that leaves what a PUT of its path has set is found, although it changes something else', async () => {
  expect((await found(false)).join()).toMatch(/dropOwner answered with a success and not with its effect: `owner_id`/);
  expect(await found(true)).toEqual([]);
});

test('a property that the PUT did not set is not judged', async () => {
  expect(await found(false, () => 'the same for all')).toEqual([]);
});

test('an object that shows nothing of what was set may count what others have set', async () => {
  const asObject = DOCUMENT.replaceAll(
    'owner_id: { type: [string, "null"], readOnly: true }',
    'owner_id: { type: [object, "null"], readOnly: true }',
  );
  expect(await found(false, (sent) => (sent === '' ? null : { name: sent }), asObject)).toHaveLength(1);
  expect(await found(false, (sent) => (sent === '' ? null : { total: 3 }), asObject)).toEqual([]);
});
