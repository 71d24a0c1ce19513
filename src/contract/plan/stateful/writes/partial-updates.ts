import type { JsonObject } from '../../../../core/index.ts';
import { isStateName } from '../../../../resources/index.ts';
import {
  conjunctsOf,
  isReadOnly,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
} from '../../../../spec/index.ts';
import { escapeRegExp, isJson } from '../../../../wire/index.ts';
import { type CaseContext, isSuccess } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import {
  bodyAsObject,
  drawRequest,
  type PreparedRequest,
  sentObject,
  withWholeBody,
} from '../../../requests/draw-request.ts';
import { withJson } from '../../../requests/with-value.ts';
import type { PlanContext } from '../../planner.ts';
import { checkLastChange } from './last-changes.ts';
import { acceptedPurpose, drawWholeWrite, entityInAnswer, look, readPurpose, subject, type Writes } from './writes.ts';

/** How many properties are patched alone. */
const MOST_PATCHED = 4;

/** A patch describes changes: properties that it does not name stay (RFC 5789 §2, RFC 7396). */
export function patchOneByOne(context: PlanContext, writes: Writes, patch: Operation): Act {
  const fixed = fixedAtCreation(context, writes, patch);
  return async (caseContext) => {
    const item = await subject(caseContext, writes, 'spare');
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawWholeWrite(caseContext, patch, `patch/${patch.id}`, item.path);
    if (typeof drawn === 'string') return inconclusive(drawn);
    const whole = otherThanDefaults(context, caseContext, { writes, patch, drawn });
    const all = sentObject(whole.request) ?? {};
    // Only a property with a value can lose it.
    const first = await caseContext.exchange(whole.request, {
      operation: patch,
      purpose: acceptedPurpose(whole),
      quiet: true,
    });
    const ofAll: Stimulus = isSuccess(first)
      ? { kind: 'after-patch', before: item.entity, sent: all, writable: fixed }
      : { kind: 'plain' };
    const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(ofAll) });
    if (read.failed) return read.end;
    let before = entityInAnswer(caseContext, writes.read, read);
    const standing = await checkLastChange(caseContext, writes, patch, { item, now: before });
    if (standing !== undefined) return standing;
    let end: StepEnd = skipped('no property of its body can be sent alone');
    for (const [name, value] of Object.entries(all).slice(0, MOST_PATCHED)) {
      const request = withJson(whole.request, { ...requiredOf(caseContext, patch, all), [name]: value });
      if (before === undefined || caseContext.keeps(patch, request) !== true) continue;
      const answer = await caseContext.exchange(request, {
        operation: patch,
        purpose: acceptedPurpose(whole),
        quiet: true,
      });
      if (!isSuccess(answer)) continue;
      const sent = { ...requiredOf(caseContext, patch, all), [name]: value };
      const writable = [...new Set([...Object.keys(all), ...fixed])];
      const story: Stimulus = { kind: 'after-patch', before, sent, writable };
      const after = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
      end = after.end;
      if (after.failed) return end;
      before = entityInAnswer(caseContext, writes.read, after);
    }
    return end;
  };
}

/** A PATCH that was drawn. */
interface DrawnPatch {
  readonly writes: Writes;
  readonly patch: Operation;
  readonly drawn: PreparedRequest;
}

/**
 * The request with another listed value for each property that was drawn as its default: one that is set back to its
 * default would look as if it had stayed.
 */
function otherThanDefaults(
  { api, index }: PlanContext,
  caseContext: CaseContext,
  { writes: { resource }, patch, drawn }: DrawnPatch,
): PreparedRequest {
  const create = index.operation(resource, 'create');
  const bodies = [patch, ...(create === undefined ? [] : [create])].flatMap((each) => jsonBodyOf(each)?.schema ?? []);
  let { request } = drawn;
  for (const [name, value] of Object.entries(sentObject(request) ?? {})) {
    const rules = bodies.flatMap((body) => conjunctsOf(api, propertiesOf(api, body)[name]?.schema ?? true));
    if (!rules.some((rule) => rule.default !== undefined && rule.default === value)) continue;
    const other = rules.flatMap((rule) => rule.enum ?? []).findLast((each) => each !== value && each !== null);
    // Another state may take the item away.
    if (other === undefined || isStateName(name)) continue;
    const next = withJson(request, { ...sentObject(request), [name]: other });
    if (caseContext.keeps(patch, next) === true) request = next;
  }
  return { ...drawn, request };
}

/**
 * Dates, numbers and flags that a client gives when it creates the item, and that a patch does not have: no patch moves
 * them. A service may derive a text from another one.
 */
function fixedAtCreation({ api, index }: PlanContext, { resource }: Writes, patch: Operation): readonly string[] {
  const create = index.operation(resource, 'create');
  const given = create === undefined ? undefined : jsonBodyOf(create)?.schema;
  const patched = jsonBodyOf(patch)?.schema;
  if (given === undefined || patched === undefined) return [];
  const takes = propertiesOf(api, patched);
  return Object.entries(propertiesOf(api, given)).flatMap(([name, { schema }]) => {
    const rule = api.deref(schema);
    if (typeof rule === 'boolean' || Object.hasOwn(takes, name) || isReadOnly(api, schema)) return [];
    const types = [rule.type ?? []].flat();
    const isFixed = types.some((type) => type === 'integer' || type === 'number' || type === 'boolean');
    return isFixed || rule.format === 'date-time' || rule.format === 'date' ? [name] : [];
  });
}

/** The properties of a body that its schema requires, such as the version of the item. */
function requiredOf({ api }: CaseContext, patch: Operation, sent: JsonObject): JsonObject {
  const properties = propertiesOf(api, jsonBodyOf(patch)?.schema ?? true);
  return Object.fromEntries(Object.entries(sent).filter(([name]) => properties[name]?.required === true));
}

/** How often a property that was drawn as null is drawn again. */
const MOST_DRAWS = 4;

/**
 * The same request with a value for every property that was drawn as null: a property without a value
 * cannot lose it.
 */
function withoutNulls(
  caseContext: CaseContext,
  operation: Operation,
  drawn: PreparedRequest,
  at: string,
): PreparedRequest {
  const { generator, seed } = caseContext;
  let { request } = drawn;
  for (let turn = 1; turn < MOST_DRAWS; turn += 1) {
    const sent = sentObject(request) ?? {};
    const empty = Object.keys(sent).filter((name) => sent[name] === null);
    if (empty.length === 0) break;
    const other = sentObject(withWholeBody(generator, operation, request, { seed, at: `${at}/${turn}` })) ?? {};
    const values = empty.flatMap((name) => (other[name] === undefined ? [] : [[name, other[name]] as const]));
    const next = withJson(request, { ...sent, ...Object.fromEntries(values) });
    if (caseContext.keeps(operation, next) === true) request = next;
  }
  return { ...drawn, request };
}

/**
 * A patch with null removes a value (RFC 7396 §2), or sets it to null if null is valid. In both cases the
 * old value is gone.
 */
export function patchToNull(writes: Writes, patch: Operation): Act {
  return async (caseContext) => {
    const item = await subject(caseContext, writes, 'spare');
    if (typeof item === 'string') return inconclusive(item);
    const at = `writes/patch-null/${patch.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, patch, {
      at,
      use: 'fresh',
      optional: 'all',
      whole: true,
      path: item.path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const whole = withoutNulls(caseContext, patch, drawn, at);
    const { body } = whole.request;
    if (body.kind !== 'parsed' || !isJson(body.mediaType)) return skipped('its body is not JSON');
    const merges = /\/merge-patch\+json/i.test(body.mediaType);
    const properties = propertiesOf(caseContext.api, jsonBodyOf(patch)?.schema ?? true);
    // For other media types, null has a meaning only if the schema lists it.
    const takesNull = (name: string): boolean => merges || isNullable(caseContext, properties[name]?.schema ?? true);
    await caseContext.exchange(whole.request, { operation: patch, purpose: acceptedPurpose(whole), quiet: true });
    const before = bodyAsObject(await look(caseContext, writes, item.read)) ?? {};
    const needed = requiredOf(caseContext, patch, sentObject(whole.request) ?? {});
    let end: StepEnd = skipped('no property with a value may be null');
    for (const property of Object.keys(sentObject(whole.request) ?? {})) {
      const request = withJson(whole.request, { ...needed, [property]: null });
      const value = before[property];
      if (value === undefined || value === null || !takesNull(property)) continue;
      if (caseContext.keeps(patch, request) !== true) continue;
      const answer = await caseContext.exchange(request, {
        operation: patch,
        purpose: acceptedPurpose(whole),
        quiet: true,
      });
      if (!isSuccess(answer)) continue;
      const removes = merges || saysRemoved(caseContext, patch, property, properties[property]?.schema);
      const wasUnset = (bodyAsObject(item.entity)?.[property] ?? null) === null;
      const story: Stimulus = { kind: 'after-null', property, before: value, merges, removes, wasUnset };
      end = (await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) })).end;
    }
    return end;
  };
}

/** What a text says of a null that takes a value away. */
const REMOVING =
  /\bnull\b[^.;]*\b(remov|clear|unset|delet|eras|reset|drop|empt)\w*|\b(remov|clear|unset|delet|eras|reset)\w*[^.;]*\bnull\b|\bnull\b[^.;]*\btakes?\b[^.;]*\baway\b/i;

/** Whether the description of a property, or a sentence of the operation that names it, says that null takes it away. */
function saysRemoved(
  { api }: CaseContext,
  { description = '' }: Operation,
  name: string,
  schema: Schema = true,
): boolean {
  const rule = api.deref(schema);
  const own = typeof schema === 'object' ? schema.description : undefined;
  const shared = typeof rule === 'object' ? rule.description : undefined;
  const sentences = description
    .split(/(?<=[.;])\s+/)
    .filter((sentence) => new RegExp(`\\b${escapeRegExp(name)}\\b`).test(sentence));
  return [own ?? '', shared ?? '', ...sentences].some((text) => REMOVING.test(text));
}

/** Whether a schema lists null among its types. */
function isNullable({ api }: CaseContext, schema: Schema): boolean {
  const rule = api.deref(schema);
  return typeof rule === 'object' && Array.isArray(rule.type) && rule.type.includes('null');
}
