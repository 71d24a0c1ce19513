import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import { pointerTo } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { jsonEquals, valueAt, withValueAt } from '../../../../wire/index.ts';
import { type CaseContext, isSuccess, tookEffect } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import {
  bodyAsObject,
  drawRequest,
  type PreparedRequest,
  sentObject,
  validPurpose,
} from '../../../requests/draw-request.ts';
import { withJson } from '../../../requests/with-value.ts';
import { checkLastChange } from './last-changes.ts';
import { acceptedPurpose, entityInAnswer, own, readPurpose, sound, type Writes } from './writes.ts';

/** Two equal PUTs have the same effect as one (RFC 9110 §9.2.2). */
export function replaceTwice(writes: Writes, replace: Operation): Act {
  return async (caseContext) => {
    const item = await own(caseContext, writes);
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawRequest(caseContext, replace, {
      at: `writes/twice/${replace.id}/${caseContext.attempt}`,
      use: 'fresh',
      optional: 'required',
      path: item.path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const first = await caseContext.exchange(drawn.request, {
      operation: replace,
      purpose: validPurpose(drawn.prepared),
      quiet: true,
    });
    if (!tookEffect(first)) return first.end;
    const between = await caseContext.exchange(item.read, {
      operation: writes.read,
      purpose: readPurpose({ kind: 'plain' }),
      quiet: true,
    });
    const before = entityInAnswer(caseContext, writes.read, between);
    const second = await caseContext.exchange(drawn.request, {
      operation: replace,
      purpose: validPurpose(drawn.prepared, { kind: 'again', first: first.exchange.response }),
    });
    if (!tookEffect(second) || before === undefined) return second.end;
    const story: Stimulus = { kind: 'after-repeat', before, sent: sentObject(drawn.request) ?? {}, write: replace.id };
    const last = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
    return second.failed ? last.end : sound(caseContext, writes, item, last);
  };
}

/** How often an optional property is drawn to get another value than its default. */
const MOST_DRAWS = 4;

/** PUT replaces the whole item (RFC 9110 §9.3.4): an optional property that is left out is removed. */
export function partialPut(writes: Writes, replace: Operation): Act {
  return async (caseContext) => {
    const item = await own(caseContext, writes);
    if (typeof item === 'string') return inconclusive(item);
    const draw = (optional: 'all' | 'required', at: string): Promise<PreparedRequest | string> =>
      drawRequest(caseContext, replace, { at, use: 'fresh', optional, whole: optional === 'all', path: item.path });
    const small = await draw('required', `writes/full/${replace.id}/${caseContext.attempt}`);
    if (typeof small === 'string') return inconclusive(small);
    const sent = sentObject(small.request);
    if (sent === undefined || Object.keys(sent).length === 0) return skipped('nothing in its body is required');
    if (!namesItsItem(caseContext, replace, sent)) return skipped('its body does not name the item that it replaces');
    const base = bodyAsObject(
      await putAndRead(caseContext, writes, { replace, write: small.request, read: item.read }),
    );
    if (base === undefined) return inconclusive('the write was not accepted');
    const full = await unlike(base, sent, (count) =>
      draw('all', `writes/full/${replace.id}/${caseContext.attempt}/${count}`),
    );
    if (full === undefined) return skipped('it has no optional property with its own value');
    // What the document says a PUT keeps is not expected to go.
    const { keeps = [] } = caseContext.model.roleOf(replace);
    const written = Object.entries(sentObject(full.request) ?? {}).filter(([name]) => !keeps.includes(name));
    if (written.length === 0) return skipped('its document says that it keeps what a request leaves out');
    const there = await putAndRead(caseContext, writes, { replace, write: full.request, read: item.read });
    if (there === undefined) return inconclusive('the write was not accepted');
    const standing = await checkLastChange(caseContext, writes, replace, {
      item: { ...item, entity: base },
      now: there,
    });
    if (standing !== undefined) return standing;
    const again = await caseContext.exchange(small.request, {
      operation: replace,
      purpose: acceptedPurpose(small),
      quiet: true,
    });
    if (!tookEffect(again)) return inconclusive('the write was not accepted');
    const purpose = readPurpose({ kind: 'partial-put', full: Object.fromEntries(written), base, sent });
    return sound(caseContext, writes, item, await caseContext.exchange(item.read, { operation: writes.read, purpose }));
  };
}

/**
 * A PUT whose body has another id than its path must be refused, ignore the id, or move the item: the old
 * path must not show another item.
 */
export function replaceAsAnother(writes: Writes, replace: Operation, place: string): Act {
  return async (caseContext) => {
    const item = await own(caseContext, writes);
    if (typeof item === 'string') return inconclusive(item);
    const at = `writes/another/${replace.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, replace, { at, use: 'fresh', path: item.path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const schema = writes.resource.id?.schema ?? true;
    const where = { seed: caseContext.seed, at: `${at}/id` };
    const id = caseContext.generator.value(schema, where, { direction: 'request', examples: false });
    const sent = sentObject(drawn.request);
    if (sent === undefined || !id.ok || valueAt(sent, place) === undefined)
      return skipped('its body does not name the item');
    const moved = withValueAt(sent, place, id.value);
    const request = withJson(drawn.request, bodyAsObject(moved) ?? sent);
    if (caseContext.keeps(replace, request) !== true) return skipped('no other name could be generated');
    const write = await caseContext.exchange(request, {
      operation: replace,
      purpose: { ...acceptedPurpose(drawn), expect: 'any' },
    });
    if (!tookEffect(write)) return write.end;
    const purpose = readPurpose({ kind: 'plain' });
    const there = await caseContext.exchange(item.read, { operation: writes.read, purpose, quiet: true });
    const end = isSuccess(there)
      ? (await caseContext.exchange(item.read, { operation: writes.read, purpose })).end
      : write.end;
    await caseContext.fixtures.discard(caseContext, replace, {
      ...item.path,
      [writes.resource.id?.parameter ?? '']: id.value,
    });
    return end;
  };
}

/** If no path names the item (`PUT /book`), the body must. */
function namesItsItem(caseContext: CaseContext, replace: Operation, sent: JsonObject): boolean {
  const { id, resource } = caseContext.model.roleOf(replace);
  const own = resource?.id?.property;
  return id !== undefined || own === undefined || valueAt(sent, pointerTo(own)) !== undefined;
}

/** A draw in which as many optional properties as possible differ from their values when left out. */
async function unlike(
  base: JsonObject,
  sent: JsonObject,
  draw: (count: number) => Promise<PreparedRequest | string>,
): Promise<PreparedRequest | undefined> {
  let best: { readonly drawn: PreparedRequest; readonly score: number } | undefined;
  for (let count = 0; count < MOST_DRAWS; count += 1) {
    const drawn = await draw(count);
    const whole = typeof drawn === 'string' ? undefined : sentObject(drawn.request);
    if (typeof drawn === 'string' || whole === undefined) continue;
    const optional = Object.keys(whole).filter((name) => !Object.hasOwn(sent, name));
    const score = optional.filter((name) => !jsonEquals(whole[name] ?? null, base[name] ?? null)).length;
    if (score > (best?.score ?? 0)) best = { drawn, score };
  }
  return best?.drawn;
}

/** A PUT, and the request that reads what it wrote. */
interface Replacement {
  readonly replace: Operation;
  readonly write: HttpRequest;
  readonly read: HttpRequest;
}

/** Writes an item and reads it. */
async function putAndRead(
  caseContext: CaseContext,
  writes: Writes,
  { replace, write, read }: Replacement,
): Promise<Json | undefined> {
  const purpose: Purpose = { expect: 'valid', proven: true, relational: true, story: { kind: 'plain' } };
  if (!tookEffect(await caseContext.exchange(write, { operation: replace, purpose, quiet: true }))) return undefined;
  return entityInAnswer(
    caseContext,
    writes.read,
    await caseContext.exchange(read, { operation: writes.read, purpose, quiet: true }),
  );
}
