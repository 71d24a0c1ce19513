import { expect, test } from 'vitest';
import type { Finding } from '../../../src/contract/index.ts';
import { catalogued, firstRunOf } from './catalogue-runs.ts';

async function found(name: string, check: string): Promise<readonly Finding[]> {
  const server = catalogued.find((each) => each.name === name);
  if (server === undefined) throw new Error(`there is no ${name}`);
  return (await firstRunOf(server)).findings.filter((each) => each.check === check);
}

test('What is accepted beyond a bound is told with bound and value, at the keyword', async () => {
  const [first] = (await found('tickets/any-priority', 'reject.boundary')).filter(
    ({ keyword }) => keyword === 'maximum',
  );
  expect(first?.message).toBe('openTicket accepted (201) an invalid request: `priority` must be at most 5, but is 6.');
  expect(first?.pointer).toMatch(/\/properties\/priority\/maximum$/);
  expect(first?.expected).toBe('a refusal (4xx): `priority` must be at most 5');
  expect(first?.actual).toBe('201, for 6');
});

test('What is refused within a bound is told with bound and value, at the keyword', async () => {
  const [first] = await found('members/shortest-password-refused', 'accept.boundary-rejected');
  expect(first?.message).toMatch(/refused \(400\) a valid request: `minLength: 8` of `password` allows ".+"\.$/);
  expect(first?.pointer).toMatch(/\/properties\/password\/minLength$/);
});

test('A missing property is told at the list of the required ones', async () => {
  const [first] = await found('tickets/subject-not-needed', 'reject.missing-property');
  expect(first?.message).toContain('`subject` is required, but missing');
  expect(first?.pointer).toMatch(/\/required(\/\d+)?$/);
});

test.each([
  ['teams/replacement-not-kept', 'state.update-not-visible', 'replaceTeam', 'getTeam'],
  ['teams/refused-but-done', 'write.failed-changed-state', 'replaceTeam', 'getTeam'],
  ['teams/dissolved-team-still-answers', 'state.use-after-delete', 'dissolveTeam', 'getTeam'],
  ['orders/note-cannot-be-taken-away', 'state.patch-null-kept', 'updateOrder', 'getOrder'],
])('What a write did and a read shows is filed under the write, with both steps: %s', async (...each) => {
  const [name, check, write, read] = each;
  const [first] = await found(name, check);
  expect(first?.operation).toBe(write);
  const titles = (first?.steps ?? []).map(({ title }) => title.split(',')[0]);
  expect(titles.at(-1)).toBe(read);
  expect(titles).toContain(write);
});

test('A Location that leads nowhere is filed under the operation that gave it', async () => {
  const [first] = await found('books/location-leads-nowhere', 'header.location-unresolvable');
  expect(first?.operation).toBe('createBook');
});
