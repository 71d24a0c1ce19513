import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Resource, RoleKind } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { fieldValue, isArray, valueAt } from '../../wire/index.ts';
import type { Seen } from '../check.ts';
import { createdId } from '../created.ts';
import type { Case, CaseExpectation } from '../events.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, type StepEnd, skipped } from '../flow.ts';
import { itemsOf, type Listing, walk } from '../listing.ts';
import type { PlanContext } from '../planner.ts';
import type { Purpose, Story } from '../purpose.ts';
import { asObject, drawRequest, sentObject, validPurpose } from '../requests.ts';
import { sleep } from '../sender.ts';
import { type Exchanged, isSuccess, jsonOf, type Stage } from '../stage.ts';

/** What a life has come to: the item, what was last sent to it and last seen of it. */
interface Life {
  path?: Readonly<Record<string, Json>>;
  id?: Json;
  /** Set where later steps make no sense any more. */
  over?: string;
  sent?: JsonObject;
  seen?: Json;
  earlier: Json[];
  deletion?: Exchanged;
  /** The create was answered 202: it may take a while. */
  slow: boolean;
  location?: string;
}

type Step = readonly [
  name: string,
  operation: Operation,
  expectation: CaseExpectation,
  act: (stage: Stage, life: Life) => Promise<StepEnd>,
];

const MOST_PAGES = 20;
const SUCCESS: CaseExpectation = { kind: 'valid', text: 'a documented success' };
const GONE: CaseExpectation = { kind: 'absent', text: '404 or 410' };

/** create → read → list → replace → read → patch → read → delete → read → delete → list, as far as the document goes. */
export function planLife(context: PlanContext, resource: Resource): readonly Flow[] {
  const operation = (role: RoleKind): Operation | undefined => {
    const found = context.index.operation(resource, role);
    return found !== undefined && context.operations.includes(found) ? found : undefined;
  };
  const steps = stepsOf(context, resource, operation);
  if (steps.length === 0) return [];
  const id = `stateful/${resource.name}/life`;
  const cases: readonly Case[] = steps.map(([name, each, expectation], index) =>
    planCase(
      `${id}/${index + 1}-${name.replaceAll(' ', '-')}`,
      'stateful',
      each,
      `${resource.singular}: ${name}`,
      { method: each.method, path: each.path, query: '' },
      expectation,
    ),
  );
  const begin = (): readonly Act[] => {
    const life: Life = { earlier: [], slow: false };
    return steps.map(
      ([, , , act]) =>
        async (stage) =>
          life.over === undefined ? act(stage, life) : skipped(life.over),
    );
  };
  return [{ id, phase: 'stateful', group: resource.name, turn: 'alone', cases, begin }];
}

function stepsOf(
  context: PlanContext,
  resource: Resource,
  operation: (role: RoleKind) => Operation | undefined,
): readonly Step[] {
  const [create, read, list, replace, patch, remove] = (
    ['create', 'read', 'list', 'replace', 'patch', 'delete'] as const
  ).map(operation);
  const steps: Step[] = [];
  const listed = list === undefined ? undefined : listingOf(context, resource, list);
  const twin = context.index.twin(resource) !== undefined;
  if (create === undefined && read === undefined) return [];
  if (create === undefined && replace === undefined && patch === undefined && !twin) return [];
  if (create !== undefined) {
    steps.push(['create', create, SUCCESS, creating(context, resource, create)]);
    steps.push(['follow its Location', read ?? create, SUCCESS, following]);
    steps.push(['create another', create, SUCCESS, creatingAnother(resource, create)]);
  } else if (read !== undefined) steps.push(['read', read, SUCCESS, adopting(resource, read)]);
  if (create !== undefined && read !== undefined)
    steps.push(['read what was created', read, SUCCESS, reading(read, afterCreate)]);
  if (create !== undefined && listed !== undefined)
    steps.push(['list what was created', listed.operation, SUCCESS, listing(listed, false)]);
  if (replace !== undefined) {
    steps.push(['replace', replace, SUCCESS, updating(replace, 'replace')]);
    if (read !== undefined)
      steps.push(['read what was replaced', read, SUCCESS, reading(read, afterUpdate('replace'))]);
  }
  if (patch !== undefined) {
    steps.push(['patch', patch, SUCCESS, updating(patch, 'patch')]);
    if (read !== undefined) steps.push(['read what was patched', read, SUCCESS, reading(read, afterUpdate('patch'))]);
  }
  if (create !== undefined && remove !== undefined) {
    steps.push(['delete', remove, SUCCESS, deleting(remove)]);
    if (read !== undefined) steps.push(['read what was deleted', read, GONE, afterDelete(read)]);
    steps.push(['delete again', remove, GONE, afterDelete(remove)]);
    if (listed !== undefined) steps.push(['list after delete', listed.operation, SUCCESS, listing(listed, true)]);
  }
  return steps;
}

function listingOf(context: PlanContext, resource: Resource, operation: Operation): Listing | undefined {
  const { list } = context.model.roleOf(operation);
  return list === undefined || resource.id?.property === undefined ? undefined : { operation, resource, list };
}

function creating(context: PlanContext, resource: Resource, operation: Operation): Step[3] {
  return async (stage, life) => {
    const failures: StepEnd[] = [];
    for (const optional of ['all', 'required'] as const) {
      const at = `stateful/${resource.name}/create/${optional}/${stage.attempt}`;
      const drawn = await drawRequest(stage, operation, { at, use: 'fresh', optional, whole: optional === 'all' });
      if (typeof drawn === 'string') return over(life, inconclusive(drawn));
      const sent = sentObject(drawn.request);
      const story: Story = { kind: 'created', ...(sent === undefined ? {} : { sent }) };
      const answer = await stage.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared, story) });
      if (!isSuccess(answer)) {
        failures.push(answer.end);
        continue;
      }
      const made = createdId(context.index, resource, operation, drawn.request, answer.seen);
      if (made === undefined) return over(life, answer.end, 'the answer names no id');
      life.path = made.path;
      if (made.id !== undefined) {
        life.id = made.id;
        life.earlier.push(made.id);
      }
      life.slow = answer.seen.response.status === 202;
      const location = answer.seen.response.status === 201 ? locationOf(answer.seen) : undefined;
      if (location !== undefined) life.location = location;
      if (sent !== undefined) life.sent = sent;
      if (made.entity !== undefined) life.seen = made.entity;
      return answer.end;
    }
    return over(life, failures[0] ?? PASSED, 'it could not be created');
  };
}

/** Two creates must give two ids. */
function creatingAnother(resource: Resource, operation: Operation): Step[3] {
  return async (stage, life) => {
    const at = `stateful/${resource.name}/another/${stage.attempt}`;
    const drawn = await drawRequest(stage, operation, { at, use: 'fresh', optional: 'required' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const story: Story = { kind: 'duplicate-id', earlier: life.earlier, resource };
    const answer = await stage.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared, story) });
    if (answer.failed) life.over = 'its id may be that of another';
    return answer.end;
  };
}

/** What a 201 points to must be there; where nothing can be read there, there is nothing to ask. */
async function following(stage: Stage, life: Life): Promise<StepEnd> {
  const { location } = life;
  if (location === undefined) return skipped('the answer had no Location');
  const request: HttpRequest = { method: 'GET', path: location, query: '', headers: [], body: { kind: 'none' } };
  const match = stage.api.match(request);
  if (match.kind === 'wrong-method') return skipped('what it points to cannot be read');
  const operation = match.kind === 'found' ? match.operation : undefined;
  const purpose: Purpose = { expect: 'any', proven: true, relational: false, story: { kind: 'location', location } };
  return (await stage.exchange(request, { operation, purpose })).end;
}

/** The path on the target that a Location names (RFC 9110 §10.2.2: a URI reference); undefined where it leads elsewhere. */
function locationOf(seen: Seen): string | undefined {
  const value = fieldValue(seen.response.headers, 'location');
  if (value === undefined || !URL.canParse(value, seen.url)) return undefined;
  const url = new URL(value, seen.url);
  const base = new URL(seen.url);
  const prefix = base.pathname.slice(0, base.pathname.length - seen.request.path.length);
  if (url.origin !== base.origin || !url.pathname.startsWith(prefix)) return undefined;
  return url.pathname.slice(prefix.length);
}

/** Where nothing can be created, a life begins with what is there. */
function adopting(resource: Resource, operation: Operation): Step[3] {
  return async (stage, life) => {
    const at = `stateful/${resource.name}/adopt`;
    const drawn = await drawRequest(stage, operation, { at, use: 'fresh' });
    if (typeof drawn === 'string') return over(life, inconclusive(drawn));
    const answer = await stage.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
    if (!isSuccess(answer)) return over(life, answer.end, 'nothing of the kind was found');
    life.path = drawn.prepared.known.path;
    const entity = entityOf(stage, operation, answer);
    if (entity !== undefined) life.seen = entity;
    return answer.end;
  };
}

type StoryOf = (stage: Stage, life: Life, operation: Operation) => Story;

const afterCreate: StoryOf = (stage, life, operation) => ({
  kind: 'after-create',
  ...(life.sent === undefined ? {} : { sent: life.sent }),
  ...(life.seen === undefined ? {} : { created: life.seen }),
  ...(life.id === undefined ? {} : { id: life.id }),
  responseEntity: stage.model.roleOf(operation).responseEntity ?? '',
});

function afterUpdate(by: 'replace' | 'patch'): StoryOf {
  return (stage, life, operation) => ({
    kind: 'after-update',
    by,
    sent: life.sent ?? {},
    ...(life.seen === undefined ? {} : { before: life.seen }),
    responseEntity: stage.model.roleOf(operation).responseEntity ?? '',
  });
}

const PATIENCE = [100, 300, 900];

function reading(operation: Operation, story: StoryOf): Step[3] {
  return async (stage, life) => {
    const drawn = await drawRequest(stage, operation, {
      at: `stateful/read/${operation.id}`,
      use: 'read',
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    if (life.slow) await patiently(stage, operation, drawn.request);
    const purpose: Purpose = { ...validPurpose(drawn.prepared, story(stage, life, operation)), relational: false };
    const answer = await stage.exchange(drawn.request, { operation, purpose });
    const entity = entityOf(stage, operation, answer);
    if (entity !== undefined) life.seen = entity;
    if (!isSuccess(answer)) life.over = 'it cannot be read';
    return answer.end;
  };
}

/** What was only accepted (202) may take a while to be there. */
async function patiently(stage: Stage, operation: Operation, request: Parameters<Stage['exchange']>[0]): Promise<void> {
  for (const wait of PATIENCE) {
    const purpose: Purpose = { expect: 'valid', proven: false, relational: false, story: { kind: 'plain' } };
    if (isSuccess(await stage.exchange(request, { operation, quiet: true, purpose }))) return;
    await sleep(wait, new AbortController().signal);
  }
}

function updating(operation: Operation, by: 'replace' | 'patch'): Step[3] {
  return async (stage, life) => {
    const at = `stateful/${by}/${operation.id}/${stage.attempt}`;
    const drawn = await drawRequest(stage, operation, {
      at,
      use: 'fresh',
      optional: 'all',
      whole: true,
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const story: Story = { kind: 'plain' };
    const answer = await stage.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared, story) });
    const sent = sentObject(drawn.request);
    if (isSuccess(answer) && sent !== undefined) life.sent = sent;
    else life.sent = {};
    return answer.end;
  };
}

function deleting(operation: Operation): Step[3] {
  return async (stage, life) => {
    const drawn = await drawRequest(stage, operation, {
      at: `stateful/delete/${operation.id}`,
      use: 'fresh',
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return over(life, inconclusive(drawn));
    const answer = await stage.exchange(drawn.request, { operation, purpose: validPurpose(drawn.prepared) });
    if (!isSuccess(answer)) return over(life, answer.end, 'it could not be deleted');
    life.deletion = answer;
    return answer.end;
  };
}

function afterDelete(operation: Operation): Step[3] {
  return async (stage, life) => {
    if (life.deletion?.kind !== 'seen') return skipped('nothing was deleted');
    const drawn = await drawRequest(stage, operation, {
      at: `stateful/gone/${operation.id}`,
      use: 'read',
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const story: Story = {
      kind: 'after-delete',
      deletion: life.deletion.seen.response,
      again: operation.method === 'DELETE',
    };
    const purpose: Purpose = { expect: 'absent', proven: true, relational: false, story };
    const answer = await stage.exchange(drawn.request, { operation, purpose });
    if (answer.failed) life.over = 'it is not gone';
    return answer.end;
  };
}

/** Walks through the collection and asks whether the item is in it. */
function listing(each: Listing, gone: boolean): Step[3] {
  return async (stage, life) => {
    if (life.id === undefined || (gone && life.deletion === undefined)) return skipped('there is no id to look for');
    const above = Object.fromEntries(
      Object.entries(life.path ?? {}).filter(([name]) => each.operation.path.includes(`{${name}}`)),
    );
    const filters = requiredFilters(each, life.seen);
    if (filters === undefined) return inconclusive('the list must be filtered by what the item does not show');
    const found = await walk(stage, each, { most: MOST_PAGES, path: above, filters });
    if (found.last?.kind !== 'seen') return inconclusive(found.reason ?? 'the list was not answered');
    const story: Story = {
      kind: 'listed',
      resource: each.resource,
      id: life.id,
      items: found.items,
      complete: found.complete,
      gone,
    };
    const purpose: Purpose = { expect: 'valid', proven: true, relational: false, story };
    const answer = await stage.exchange(found.last.seen.request, { operation: each.operation, purpose, bare: true });
    return found.complete || itemsOfLast(answer, each)
      ? answer.end
      : inconclusive('the collection is too large to be read whole');
  };
}

/** Values that let the item through every filter that a list insists on. */
function requiredFilters(
  { operation, list }: Listing,
  entity: Json | undefined,
): Readonly<Record<string, Json>> | undefined {
  const values: Record<string, Json> = Object.create(null);
  const { page, sort } = list;
  const harmless = [page.limit, page.offset, page.page, page.cursor, page.before, sort?.parameter, sort?.order];
  for (const { name, in: place, required } of operation.parameters) {
    if (place !== 'query' || !required || harmless.includes(name)) continue;
    const filter = list.filters.find(({ parameter }) => parameter === name);
    const value = filter === undefined || entity === undefined ? undefined : valueAt(entity, filter.pointer);
    if (filter === undefined || value === undefined || value === null) return undefined;
    values[name] = filter.op === 'in' ? [value] : value;
  }
  return values;
}

function itemsOfLast(answer: Exchanged, each: Listing): boolean {
  return answer.kind === 'seen' && itemsOf(answer.seen, each.list) === undefined;
}

function over(life: Life, end: StepEnd, why?: string): StepEnd {
  life.over = why ?? ('reason' in end ? end.reason : 'an earlier step failed');
  return end;
}

function entityOf(stage: Stage, operation: Operation, answer: Exchanged): Json | undefined {
  if (!isSuccess(answer)) return undefined;
  const role = stage.model.roleOf(operation);
  const body = jsonOf(answer.seen);
  const at = role.responseEntity;
  if (body === undefined || at === undefined || isArray(body)) return undefined;
  return at === '' ? body : asObject(body)?.[at.slice(1)];
}
