import type { HttpRequest, HttpResponse, Json } from '../../../../core/index.ts';
import { refusalOfUnknown } from '../../../../resources/index.ts';
import { type Operation, propertiesOf } from '../../../../spec/index.ts';
import { escapeToken, jsonEquals, withValueAt } from '../../../../wire/index.ts';
import type { CaseContext } from '../../../model/case-context.ts';
import { type Act, inconclusive, PASSED, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { bodyAsObject, openPurpose, sentObject } from '../../../requests/draw-request.ts';
import { versionPlace } from '../../../requests/item-version.ts';
import { knownExcept, substitute } from '../../../requests/substitute.ts';
import { withJson } from '../../../requests/with-value.ts';
import { itemPart, propertiesSent, withPart } from '../../../requests/written-part.ts';
import { changedProperties } from '../../../responses/entity-diff.ts';
import type { PlanContext } from '../../planner.ts';
import { unlikelyId } from '../../protocol/unknown-items.ts';
import { unknownReferences } from '../../protocol/unknown-references.ts';
import { drawWholeWrite, entityInAnswer, look, readPurpose, sound, subject, type Writes } from './writes.ts';

/** Reads an item twice, which must not change it. */
export function readsChangeNothing(writes: Writes): Act {
  return async (caseContext) => {
    const item = await subject(caseContext, writes, 'spare');
    if (typeof item === 'string') return inconclusive(item);
    const purpose = readPurpose({ kind: 'after-reads', before: item.entity });
    return sound(caseContext, writes, item, await caseContext.exchange(item.read, { operation: writes.read, purpose }));
  };
}

/** How many rules are broken, one request each, before the item is read again. */
const MOST_BROKEN = 6;
/** How many of them break one property and leave the others right. */
const MOST_OF_PROPERTIES = 3;

/**
 * Sends writes that break one rule each, and one with a reference to a record that does not exist, and
 * reads the item after both.
 */
export function refusedWrite(context: PlanContext, writes: Writes, write: Operation): Act {
  const broken = brokenWrite(writes, write);
  return async (caseContext) => {
    const end = await broken(caseContext);
    return end.kind === 'passed' || end.kind === 'skipped'
      ? ((await unknownNamed(context, caseContext, writes, write)) ?? end)
      : end;
  };
}

/**
 * Sends an action as documented, with the largest numbers that its body may have, and once more: where one of them is
 * refused, its item must be as before. A service may have begun the work by then.
 */
export function refusedAction(context: PlanContext, writes: Writes, action: Operation): Act {
  return async (caseContext) => {
    const item = await subject(caseContext, writes, 'fresh');
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawWholeWrite(caseContext, action, `refused/${action.id}`, item.path);
    if (typeof drawn === 'string') return inconclusive(drawn);
    let before: Json | undefined = item.entity;
    for (const request of new Set([drawn.request, withLargestNumbers(context, caseContext, action, drawn.request)])) {
      for (const _ of [1, 2]) {
        if (before === undefined) return inconclusive('the item cannot be read');
        const answer = await caseContext.exchange(request, { operation: action, purpose: openPurpose(), quiet: true });
        if (answer.kind !== 'answered') return answer.end;
        const { response } = answer.exchange;
        if (![400, 409, 422].includes(response.status)) {
          before = await look(caseContext, writes, item.read);
          continue;
        }
        const story: Stimulus = { kind: 'after-refusal', before, refusal: response, write: action.id };
        const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
        if (read.end.kind !== 'passed' || read.failed) return read.end;
        break;
      }
    }
    return PASSED;
  };
}

/** The request with each number of its body at the documented maximum. */
function withLargestNumbers(
  context: PlanContext,
  caseContext: CaseContext,
  action: Operation,
  request: HttpRequest,
): HttpRequest {
  const { api } = context;
  const part = itemPart(context, action);
  const properties = propertiesOf(api, part.schema);
  let largest = request;
  for (const [name, { schema }] of Object.entries(properties)) {
    const rule = api.deref(schema);
    const most = typeof rule === 'object' ? rule.maximum : undefined;
    if (most === undefined || propertiesSent(request, part)[name] === undefined) continue;
    const changed = withPart(largest, part, { ...propertiesSent(largest, part), [name]: most });
    if (caseContext.keeps(action, changed) === true) largest = changed;
  }
  return largest;
}

/**
 * A write whose only fault is an unknown reference: a service that looks it up late has stored some
 * properties by then.
 */
async function unknownNamed(
  context: PlanContext,
  caseContext: CaseContext,
  writes: Writes,
  write: Operation,
): Promise<StepEnd | undefined> {
  const named = unknownIn(context, caseContext, write);
  if (named === undefined) return undefined;
  const item = await subject(caseContext, writes, 'spare');
  if (typeof item === 'string') return undefined;
  const drawn = await drawWholeWrite(caseContext, write, `refused/${write.id}${named.pointer}`, item.path);
  const sent = typeof drawn === 'string' ? undefined : sentObject(drawn.request);
  if (typeof drawn === 'string' || sent === undefined) return undefined;
  const request = withJson(drawn.request, withValueAt(sent, named.pointer, named.id));
  const answer = await caseContext.exchange(request, { operation: write, purpose: openPurpose(), quiet: true });
  if (answer.kind !== 'answered' || answer.exchange.response.status < 400 || answer.exchange.response.status >= 500)
    return undefined;
  const story: Stimulus = {
    kind: 'after-refusal',
    before: item.entity,
    refusal: answer.exchange.response,
    write: write.id,
  };
  const purpose = readPurpose(story);
  return sound(caseContext, writes, item, await caseContext.exchange(item.read, { operation: writes.read, purpose }));
}

/** A place of a body with a value that names no record, which the service or the document says is refused. */
export function unknownIn(
  context: PlanContext,
  caseContext: CaseContext,
  write: Operation,
): { readonly pointer: string; readonly id: Json } | undefined {
  for (const { pointer, schema } of caseContext.recordsIn(write)) {
    const id = unlikelyId(context, write, schema);
    if (id !== undefined && !pointer.includes('/*/')) return { pointer: pointer.replace(/\/\*$/, '/0'), id };
  }
  const [named] = refusalOfUnknown(write, context.api) === undefined ? [] : unknownReferences(context, write);
  return named;
}

function brokenWrite(writes: Writes, write: Operation): Act {
  return async (caseContext) => {
    const broken = brokenRequests(caseContext, write);
    if (broken.length === 0) return skipped('nothing in its body can be broken alone');
    const item = await subject(caseContext, writes, 'spare');
    if (typeof item === 'string') return inconclusive(item);
    const refused: RefusedWrite[] = [];
    for (const { request, pointer } of broken) {
      const prepared = await caseContext.fixtures.prepare(caseContext, write, 'write', { path: item.path });
      const purpose: Purpose = { expect: 'refused', proven: true, relational: true, story: { kind: 'plain' } };
      const sent = substitute(write, request, knownExcept(prepared.known, pointer));
      if (caseContext.keeps(write, sent) === true) continue;
      const answer = await caseContext.exchange(sent, { operation: write, purpose, quiet: true });
      if (answer.kind !== 'answered') return answer.end;
      if (answer.exchange.response.status < 400) return skipped('a write that should be refused was not');
      refused.push({ sent: answer.exchange.request, refusal: answer.exchange.response });
    }
    const last = refused.at(-1);
    if (last === undefined) return skipped('nothing was refused');
    const { read: operation } = writes;
    const plain = readPurpose({ kind: 'plain' });
    const answer = await caseContext.exchange(item.read, { operation, purpose: plain, quiet: true });
    if (answer.kind !== 'answered') return answer.end;
    const after = entityInAnswer(caseContext, operation, answer);
    const stored = after === undefined ? undefined : storedOf(refused, item.entity, after);
    const story: Stimulus = { kind: 'after-refusal', before: item.entity, write: write.id, ...(stored ?? last) };
    const judged = caseContext.again(answer.exchange, { operation, purpose: readPurpose(story) });
    return sound(caseContext, writes, item, judged);
  };
}

interface RefusedWrite {
  readonly sent: HttpRequest;
  readonly refusal: HttpResponse;
}

/** The refused write with the values that an item has only since then. */
function storedOf(refused: readonly RefusedWrite[], before: Json, after: Json): RefusedWrite | undefined {
  const values = bodyAsObject(after) ?? {};
  const names = changedProperties(before, after);
  return refused.findLast(({ sent }) => {
    const body = sentObject(sent) ?? {};
    return names.some((name) => name in body && jsonEquals(body[name] ?? null, values[name] ?? null));
  });
}

/**
 * One broken request for each property, which leaves the others right, and then for each other kind of rule. The last property
 * comes first: a service that stores what it has read so far has stored most by then.
 */
function brokenRequests(
  caseContext: CaseContext,
  write: Operation,
): readonly { readonly request: HttpRequest; readonly pointer: string }[] {
  const places = new Map<string, { readonly pointer: string; readonly keyword: string }>();
  // The version of the item is sent as it is at present, so it cannot be broken.
  const version = versionPlace(caseContext.api, write);
  const own = version?.in === 'body' ? `/body/${escapeToken(version.name)}` : undefined;
  const breakable = caseContext.generator
    .breakable(write)
    .filter(({ pointer }) => pointer.startsWith('/body') && pointer !== own);
  const ofProperties = breakable.filter(
    ({ pointer, keyword }) => pointer.split('/').length > 2 && keyword !== 'required',
  );
  for (const place of ofProperties.toReversed()) {
    const name = place.pointer.split('/', 3).join('/');
    if (!places.has(name) && places.size < MOST_OF_PROPERTIES) places.set(name, place);
  }
  for (const place of breakable) if (!places.has(place.keyword)) places.set(place.keyword, place);
  return [...places.values()].slice(0, MOST_BROKEN).flatMap((place) => {
    const where = { seed: caseContext.seed, at: `writes/refused/${write.id}/${place.keyword}/${caseContext.attempt}` };
    const drawn = caseContext.generator.request(write, { kind: 'breaks', ...place }, where);
    return drawn.ok ? [{ request: drawn.value, pointer: place.pointer }] : [];
  });
}
