import type { Json } from '../../../../core/index.ts';
import { isStateName, itemProperties, pointerTo } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { jsonEquals, valueAt } from '../../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, tookEffect } from '../../../model/case-context.ts';
import { inconclusive, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, validPurpose } from '../../../requests/draw-request.ts';
import { placeText, requestAt } from '../../../requests/locations.ts';
import { withRequiredParameters } from '../../../requests/required-parameters.ts';
import { fillPath } from '../../../requests/substitute.ts';
import { compositeKey } from '../../../resource-index/paths.ts';
import { filtersToShow } from '../../../responses/filter-rules.ts';
import { isSwitchedOff, keepsMarks } from '../../../responses/gone-words.ts';
import { itemsOf, type Listing, walk } from '../../../responses/list-walk.ts';
import { endLife, type Life, type LifeAct, lifeCollectionOf, lifeEntityOf } from './life.ts';

const MOST_PAGES = 20;

/** The Location of a 201 must lead to an item. Skipped if the document has no read there. */
export async function followLocation(caseContext: CaseContext, life: Life): Promise<StepEnd> {
  const { location } = life;
  if (location === undefined) return skipped('the answer had no Location');
  const bare = requestAt(location);
  const match = caseContext.api.match(bare);
  if (match.kind === 'wrong-method') return skipped('what it points to cannot be read');
  const operation = match.kind === 'found' ? match.operation : undefined;
  if (operation === undefined && hasOtherForm(caseContext, life))
    return skipped('the document has another form for it');
  const request = operation === undefined ? bare : withRequiredParameters(caseContext, operation, bare);
  const purpose: Purpose = {
    expect: 'any',
    proven: true,
    relational: false,
    story: { kind: 'location', location: placeText(location), ...(life.id === undefined ? {} : { id: life.id }) },
  };
  const like = life.maker === undefined ? {} : { like: life.maker };
  return (await caseContext.exchange(request, { operation, purpose, ...like })).end;
}

/** Whether the document has a form for the Location that the path of the item cannot have: `^/notes/[0-9]+$` for `/api/notes/{id}`. */
function hasOtherForm({ api, model, accepts }: CaseContext, { maker, path }: Life): boolean {
  const headers = maker?.responses.flatMap((each) => (each.status.startsWith('2') ? each.headers : [])) ?? [];
  const schema = headers.find(({ name }) => name.toLowerCase() === 'location')?.schema;
  const template = maker === undefined ? undefined : model.roleOf(maker).resource?.itemPath;
  const item = api.operations.find((each) => each.path === template);
  if (schema === undefined || item === undefined || path === undefined) return false;
  const place = fillPath(item, path);
  return ![place, `https://example.com${place}`].some((each) => accepts(schema, each));
}

/** The stimulus of a read: what had happened to the item before. */
export type StoryOf = (caseContext: CaseContext, life: Life, operation: Operation) => Stimulus;

/** Right after it was created. */
export const afterCreate: StoryOf = (caseContext, life, operation) => ({
  kind: 'after-create',
  ...(life.sent === undefined ? {} : { sent: life.sent }),
  ...(life.seen === undefined || life.faulty === true ? {} : { created: life.seen }),
  ...(life.id === undefined ? {} : { id: life.id }),
  ...(life.byJob === true ? { byJob: true } : {}),
  responseEntity: caseContext.model.roleOf(operation).responseEntity ?? '',
});

/** Right after it was changed. */
function afterUpdate(by: 'replace' | 'patch', update: Operation): StoryOf {
  return (caseContext, life, operation) => ({
    kind: 'after-update',
    by,
    ...(update.method === 'POST' ? { guessed: true } : {}),
    sent: life.sent ?? {},
    ...(life.seen === undefined ? {} : { before: life.seen }),
    ...(life.answered === undefined ? {} : { answered: life.answered }),
    responseEntity: caseContext.model.roleOf(operation).responseEntity ?? '',
  });
}

/** Reads what an update changed. */
export function readingChanged(operation: Operation, by: 'replace' | 'patch', update: Operation): LifeAct {
  const read = readItemStep(operation, afterUpdate(by, update));
  const readLater = readItemStep(operation, () => ({ kind: 'plain' }));
  return async (caseContext, life) => {
    if (life.accepted === true) {
      const end = await readLater(caseContext, life);
      delete life.seen;
      return end.kind === 'passed' ? skipped('the update was only accepted (202)') : end;
    }
    const before = life.seen;
    const end = await read(caseContext, life);
    // The item read before the update is out of date. Without a JSON item in the answer there is
    // nothing to compare with.
    if (life.seen === before && life.unchanged !== true) delete life.seen;
    return end.kind === 'passed' && life.unchanged === true ? skipped('the update was refused') : end;
  };
}

const PATIENCE = [0, 100, 300, 900];

/** Reads the item. */
export function readItemStep(operation: Operation, story: StoryOf): LifeAct {
  return async (caseContext, life) => {
    const drawn = await drawRequest(caseContext, operation, {
      at: `stateful/read/${operation.id}`,
      use: 'read',
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const { path } = drawn.prepared.known;
    const isOpen = operation.parameters.some(({ in: place, name }) => place === 'path' && !Object.hasOwn(path, name));
    if (isOpen) return endLife(life, inconclusive('its place is not known'));
    if (life.slow && !(await isThereInTime(caseContext, operation, drawn.request)) && life.byJob === true)
      return endLife(life, inconclusive('its create was only accepted (202), and the item did not appear'));
    life.slow = false;
    const purpose: Purpose = {
      ...validPurpose(drawn.prepared, story(caseContext, life, operation)),
      relational: false,
    };
    const answer = await caseContext.exchange(drawn.request, { operation, purpose });
    const entity = lifeEntityOf(caseContext, operation, answer);
    if (entity !== undefined) life.seen = entity;
    life.faulty = answer.failed;
    if (!isSuccess(answer)) life.over = 'it cannot be read';
    return answer.end;
  };
}

/** Reads again for a while: an accepted (202) item may not exist at once. */
async function isThereInTime(
  caseContext: CaseContext,
  operation: Operation,
  request: Parameters<CaseContext['exchange']>[0],
): Promise<boolean> {
  const purpose: Purpose = { expect: 'valid', proven: false, relational: false, story: { kind: 'plain' } };
  for (const wait of PATIENCE) {
    if (wait > 0) await caseContext.pause(wait);
    if (isSuccess(await caseContext.exchange(request, { operation, quiet: true, purpose }))) return true;
  }
  return false;
}

/** Reads an item that was deleted. */
export function afterDelete(operation: Operation): LifeAct {
  return async (caseContext, life) => {
    if (life.deletion?.kind !== 'answered') return skipped('nothing was deleted');
    const drawn = await drawRequest(caseContext, operation, {
      at: `stateful/gone/${operation.id}`,
      use: 'read',
      path: life.path ?? {},
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const again = operation.method === 'DELETE';
    if (again && life.remains === true) return skipped('the item is still shown, and may belong to others');
    const story: Stimulus = {
      kind: 'after-delete',
      deletion: life.deletion.exchange.response,
      again,
      ...beforeDelete(life),
    };
    const purpose: Purpose = { expect: 'absent', proven: true, relational: false, story };
    const answer = await caseContext.exchange(drawn.request, { operation, purpose });
    if (isSuccess(answer)) {
      if (answer.failed) life.over = 'it is not gone';
      life.remains = true;
    }
    return answer.end;
  };
}

/** The item as it was before its delete, unless the document says that the delete leaves it in that state. */
function beforeDelete({ seen, deletion }: Life): { readonly before?: Json } {
  const remove = deletion?.kind === 'answered' ? deletion.exchange.operation : undefined;
  return seen === undefined || remove === undefined || keepsMarks(remove, seen) ? {} : { before: seen };
}

/** Walks through the collection to see whether it holds the item. */
export function listStep(each: Listing, gone: boolean): LifeAct {
  return async (caseContext, life) => {
    if (life.id === undefined || (gone && life.deletion === undefined)) return skipped('there is no id to look for');
    if (gone ? life.deletion !== undefined && !tookEffect(life.deletion) : life.slow)
      return skipped('the write was only accepted (202)');
    const above = lifeCollectionOf(life, each.resource, each.operation);
    const filters = filtersToShow(each, life.seen);
    if (filters === undefined) return inconclusive('the list must be filtered by what the item does not show');
    const found = await walk(caseContext, each, { most: MOST_PAGES, path: above, filters });
    if (found.last?.kind !== 'answered') return inconclusive(found.reason ?? 'the list was not answered');
    const items = besides(caseContext, each, life, found.items);
    if (items === undefined) return inconclusive('the items do not show what names them');
    const story: Stimulus = {
      kind: 'listed',
      resource: each.resource,
      id: life.id,
      items,
      complete: found.complete,
      gone,
      ...(life.seen === undefined || life.faulty === true ? {} : { entity: life.seen }),
      ...(life.listed === undefined ? {} : { earlier: life.listed }),
      ...(isSwitchedOff(life.seen) ? { switchedOff: true } : {}),
      ...(gone ? beforeDelete(life) : {}),
    };
    if (found.complete) life.listed = items;
    const purpose: Purpose = { expect: 'valid', proven: true, relational: false, story };
    const answer = caseContext.again(found.last.exchange, { operation: each.operation, purpose });
    // The items that were created beside it are there as well.
    const isJudged = !gone && !answer.failed && found.complete && Object.keys(filters).length === 0;
    for (const id of isJudged && !mayBeHidden(caseContext, each) ? life.earlier : []) {
      if (jsonEquals(id, life.id)) continue;
      const other: Stimulus = { kind: 'listed', resource: each.resource, id, items, complete: true, gone };
      const beside = caseContext.again(found.last.exchange, {
        operation: each.operation,
        purpose: { ...purpose, story: other },
      });
      if (beside.failed) return beside.end;
    }
    return found.complete || itemsOfLast(answer, each)
      ? answer.end
      : inconclusive('the collection is too large to be read whole');
  };
}

/** Whether items have a state or a flag: a list may leave out those in another state. */
function mayBeHidden({ api }: CaseContext, { resource }: Listing): boolean {
  return Object.entries(itemProperties(api, resource)).some(([name, { schema }]) => {
    const rule = api.deref(schema);
    return isStateName(name) || (typeof rule === 'object' && rule.type === 'boolean');
  });
}

/** The items with equal path parameters except for the id, if the id alone does not identify an item. */
function besides(
  caseContext: CaseContext,
  { resource, operation }: Listing,
  { path = {}, seen }: Life,
  items: readonly Json[],
): readonly Json[] | undefined {
  const key = compositeKey(resource).filter((name) => name !== resource.id?.parameter);
  if (key.length === 0) return items;
  const read = caseContext.api.operations.find(
    (each) => each.path === resource.itemPath && caseContext.model.roleOf(each).resource === resource,
  );
  const scope = caseContext.model.roleOf(read ?? operation).scope ?? [];
  const places = key.map((name) => {
    const property = scope.find(({ parameter }) => parameter === name)?.property;
    // If the item was created in a collection, no path has named its id yet.
    const own = path[name] ?? (property === undefined ? undefined : valueAt(seen ?? null, pointerTo(property)));
    return { property, own };
  });
  if (places.some(({ property, own }) => property === undefined || own === undefined)) return undefined;
  return items.filter((item) =>
    places.every(({ property = '', own }) => String(valueAt(item, pointerTo(property))) === String(own)),
  );
}

function itemsOfLast(answer: ExchangeResult, each: Listing): boolean {
  return answer.kind === 'answered' && itemsOf(answer.exchange, each.list) === undefined;
}
