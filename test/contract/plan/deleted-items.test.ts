import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, json, service } from '../ownership/small-service.ts';

const SCHEMAS = `
    NewTicket:
      type: object
      required: [title]
      properties: { title: { type: string }, status: { type: string, enum: [closed] } }
    Ticket:
      type: object
      required: [id, title, status]
      properties:
        id: { type: integer }
        title: { type: string }
        status: { type: string, enum: [open, closed, deleted] }`;

const remove = (summary: string): string =>
  `{ operationId: removeTicket, summary: ${summary}, responses: { '204': { description: Done. }, '404': { description: None. } } }`;

/** A ticket that is created as closed, and what a delete does with it. */
async function run(summary: string, deleted: 'kept' | 'gone' | 'marked' | 'dated' | 'not shown', general = '') {
  const { fetch } = service({ tickets: [] }, ({ method, path, body }, { tickets }) => {
    const [, , id = ''] = path.split('/');
    if (method === 'POST' && typeof (body as { title?: unknown } | undefined)?.title !== 'string')
      return json(422, { message: 'title is missing' });
    if (method === 'POST') (body as { status?: string }).status = 'closed';
    if (deleted === 'not shown' && ['GET', 'DELETE'].includes(method) && id !== '' && tickets?.has(id) === false)
      return json(204);
    if (method !== 'DELETE' || deleted === 'gone' || deleted === 'not shown') return undefined;
    const ticket = tickets?.get(id);
    if (ticket !== undefined && deleted === 'marked') ticket['status'] = 'deleted';
    if (ticket !== undefined && deleted === 'dated') ticket['deleteTime'] = '2026-05-04T10:00:00Z';
    return json(ticket === undefined ? 404 : 204);
  });
  const document = documentOf(
    {
      '/tickets': { post: 'create Ticket' },
      '/tickets/{id}': { get: 'read Ticket', delete: remove(summary) },
    },
    SCHEMAS,
  );
  const whole = document.replace("version: '1' }", `version: '1', description: ${JSON.stringify(general)} }`);
  const { events, summary: told } = await tell({ ...fromYaml(whole), target: fetch, phases: ['stateful'] });
  const findings = told.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  const inconclusive = events.flatMap((event) =>
    event.type === 'case-finished' && event.result.verdict === 'inconclusive' ? [event.case.id] : [],
  );
  return { checks: [...new Set(findings.map(({ check }) => check))], inconclusive };
}

test.each(['Delete a ticket.', 'Delete a ticket. Only closed tickets can be deleted.'])(
  '%s An item that was closed before and stays is not deleted',
  async (summary) => {
    const { checks, inconclusive } = await run(summary, 'kept');
    expect(checks).toEqual(['state.use-after-delete']);
    expect(inconclusive).toEqual([]);
  },
);

test('An item that is answered without content is gone', async () => {
  expect((await run('Delete a ticket.', 'not shown')).checks).not.toContain('state.use-after-delete');
});

test.each([
  ['Delete a ticket.', 'gone'],
  ['Delete a ticket.', 'marked'],
  ['Delete a ticket.', 'dated'],
  ['Close a ticket.', 'kept'],
  ['The ticket becomes closed.', 'kept'],
] as const)('%s An item that is %s is no finding', async (summary, deleted) => {
  expect(await run(summary, deleted)).toEqual({ checks: [], inconclusive: [] });
});

test('An item that says that it is deleted is not gone where a paragraph about the API has 404 for it', async () => {
  const stated = 'A deleted ticket is kept for 30 days. It is answered with 404 and can be restored.';
  expect((await run('Delete a ticket.', 'marked', stated)).checks).toEqual(['state.use-after-delete']);
  expect((await run('Delete a ticket.', 'gone', stated)).checks).toEqual([]);
  expect((await run('Delete a ticket.', 'marked', stated.replace('ticket', 'comment'))).checks).toEqual([]);
  const later = 'A deleted ticket is kept for 30 days. After that it is answered with 404.';
  expect((await run('Delete a ticket.', 'marked', later)).checks).toEqual([]);
});

test.each([
  'A deleted ticket is kept. Reading a comment of it is answered with 404.',
  'Changing a deleted ticket is answered with 404; it can still be read.',
  'A deleted ticket stays readable with `status: deleted`. An unknown id is answered with 404.',
  'Deleted tickets are not answered with 404: they show the status `deleted`.',
  'A deleted ticket never gives a 404.',
  'Deleting a deleted ticket again returns 404.',
  'Writes to a deleted ticket return 410.',
  'A deleted ticket can be read; changing it returns 404.',
])('%s A deleted item may be read', async (general) => {
  expect((await run('Delete a ticket.', 'marked', general)).checks).toEqual([]);
});
