import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

/** Without a value in the request, every ticket has the same priority. */
const SCHEMAS = `
    NewTicket:
      type: object
      required: [title]
      properties: { title: { type: string }, priority: { type: integer, minimum: 1, maximum: 5, default: 3 } }
    Ticket:
      type: object
      required: [id, title, priority]
      properties: { id: { type: integer }, title: { type: string }, priority: { type: integer } }`;
const LIST = `{ operationId: listTickets, parameters: [{ name: priority, in: query, schema: { type: integer, minimum: 1, maximum: 5 } }], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } } }, '422': { description: No. } } }`;

async function run(filters: boolean, takes: (priority: number) => boolean, seed = 1): Promise<readonly string[]> {
  const { fetch } = service({ tickets: [] }, ({ method, query, body }, { tickets }) => {
    const sent = (body ?? {}) as { title?: unknown; priority?: unknown };
    const isValid = (priority: unknown): boolean =>
      Number.isInteger(priority) && Number(priority) >= 1 && Number(priority) <= 5;
    if (method === 'POST') {
      if (typeof sent.title !== 'string' || !isValid(sent.priority ?? 3)) return json(422);
      sent.priority ??= 3;
      return takes(Number(sent.priority)) ? undefined : json(409);
    }
    const wanted = query.get('priority');
    if (method !== 'GET' || wanted === null) return undefined;
    if (!isValid(Number(wanted))) return json(422);
    return json(
      200,
      [...(tickets?.values() ?? [])].filter(({ priority }) => !filters || priority === Number(wanted)),
    );
  });
  const document = documentOf(
    { '/tickets': { get: LIST, post: 'create Ticket' }, '/tickets/{id}': { get: 'read Ticket' } },
    SCHEMAS,
  );
  const { summary } = await tell({
    ...fromYaml(document),
    target: fetch,
    phases: ['stateful'],
    seed,
    only: ['stateful/listTickets/filter-priority'],
  });
  return summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check }) => check);
}

test('items are made with different values, so that a filter that is ignored is seen', async () => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    expect(await run(false, () => true, seed)).toEqual(['filter.ignored']);
    expect(await run(true, () => true, seed)).toEqual([]);
  }
});

test('where only usual values are taken, items are made with those', async () => {
  expect(await run(true, (priority) => priority === 3)).toEqual([]);
});
