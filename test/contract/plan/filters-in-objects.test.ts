import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewTicket:
      type: object
      required: [title, priority, color]
      properties: { title: { type: string }, priority: { type: integer, minimum: 1, maximum: 5 }, color: { type: string, enum: [red, green, blue] } }
    Ticket:
      type: object
      required: [id, title, priority, color]
      properties: { id: { type: integer }, title: { type: string }, priority: { type: integer }, color: { type: string } }`;
const FILTER =
  '{ name: filter, in: query, style: deepObject, explode: true, schema: { type: object, properties: { priority: { type: integer, minimum: 1, maximum: 5 }, color: { type: string, enum: [red, green, blue] } } } }';
const LIST = `{ operationId: listTickets, parameters: [${FILTER}], responses: { '200': { description: All., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Ticket' } } } } } } }`;

/** The cases of filters that ran, and the checks that found something. `obeyed` are the filters that the service applies. */
async function run(
  obeyed: readonly string[],
): Promise<{ readonly queries: ReadonlySet<string>; readonly found: readonly string[] }> {
  const queries = new Set<string>();
  const { fetch } = service({ tickets: [] }, ({ method, query }, { tickets }) => {
    if (method !== 'GET' || ![...query.keys()].some((name) => name.startsWith('filter['))) return undefined;
    queries.add([...query.keys()].join('&'));
    const fits = (ticket: Readonly<Record<string, unknown>>): boolean =>
      obeyed.every((name) => [null, String(ticket[name])].includes(query.get(`filter[${name}]`)));
    return json(200, [...(tickets?.values() ?? [])].filter(fits));
  });
  const document = documentOf(
    { '/tickets': { get: LIST, post: 'create Ticket' }, '/tickets/{id}': { get: 'read Ticket' } },
    SCHEMAS,
  );
  const { summary } = await tell({ ...fromYaml(document), target: fetch, phases: ['stateful'] });
  const found = summary.findings
    .filter(({ severity, about }) => severity === 'error' && about === 'service')
    .map(({ check, message }) => `${check} ${[...new Set(message.match(/filter\[\w+\]/g))].join(' and ')}`);
  return { queries, found };
}

test('each filter in an object is tried alone and with the others, and a service that applies them gets no finding', async () => {
  const { queries, found } = await run(['priority', 'color']);
  expect(queries).toEqual(new Set(['filter[priority]', 'filter[color]', 'filter[priority]&filter[color]']));
  expect(found).toEqual([]);
});

test('a filter in an object that is ignored is found by its own name', async () => {
  const { found } = await run(['priority']);
  expect(new Set(found)).toEqual(
    new Set(['filter.ignored filter[color]', 'filter.ignored filter[priority] and filter[color]']),
  );
});
