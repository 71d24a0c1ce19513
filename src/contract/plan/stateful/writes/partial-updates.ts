import type { HttpRequest, Json, JsonObject } from '../../../../core/index.ts';
import { isStateName } from '../../../../resources/index.ts';
import {
  conjunctsOf,
  isReadOnly,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
  type SchemaObject,
  sentencesIn,
} from '../../../../spec/index.ts';
import { escapeRegExp, isJson, valueAt } from '../../../../wire/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { bodyAsObject, drawRequest, type PreparedRequest, withWholeBody } from '../../../requests/draw-request.ts';
import { itemPart, partsBelow, propertiesSent, type WrittenPart, withPart } from '../../../requests/written-part.ts';
import type { PlanContext } from '../../planner.ts';
import { checkLastChange } from './last-changes.ts';
import {
  acceptedPurpose,
  drawWholeWrite,
  entityInAnswer,
  look,
  readPurpose,
  subject,
  type WriteSubject,
  type Writes,
} from './writes.ts';

/** How many properties are patched alone. */
const MOST_PATCHED = 4;

/** A patch describes changes: properties that it does not name stay (RFC 5789 §2, RFC 7396). */
export function patchOneByOne(context: PlanContext, writes: Writes, patch: Operation): Act {
  const main = itemPart(context, patch);
  const fixed = fixedAtCreation(context, writes, patch, main);
  return async (caseContext) => {
    const item = await subject(caseContext, writes, 'spare');
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawWholeWrite(caseContext, patch, `patch/${patch.id}`, item.path);
    if (typeof drawn === 'string') return inconclusive(drawn);
    const whole = otherThanDefaults(context, caseContext, { writes, patch, drawn, part: main });
    const all = propertiesSent(whole.request, main);
    // Only a property with a value can lose it.
    const first = await caseContext.exchange(whole.request, {
      operation: patch,
      purpose: acceptedPurpose(whole),
      quiet: true,
    });
    const ofAll: Stimulus = tookEffect(first)
      ? { kind: 'after-patch', before: item.entity, part: main.shown, sent: all, writable: fixed }
      : { kind: 'plain' };
    const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(ofAll) });
    if (read.failed) return read.end;
    const now = entityInAnswer(caseContext, writes.read, read);
    const standing = await checkLastChange(caseContext, writes, patch, { item, now });
    if (standing !== undefined) return standing;
    let state: PatchState = { before: now, end: skipped('no property of its body can be sent alone') };
    const patching = { writes, patch, item, whole };
    for (const part of [main, ...mergedParts(context, whole.request, main)]) {
      state = await patchPart(caseContext, { ...patching, part, fixed: part === main ? fixed : [] }, state);
      if (state.failed === true) return state.end;
    }
    return state.end;
  };
}

/** The objects in a part that a merge patch merges: a property that it does not name stays there as well. */
function mergedParts({ api }: PlanContext, { body }: HttpRequest, main: WrittenPart): readonly WrittenPart[] {
  const isMerge = body.kind === 'parsed' && MERGE_PATCH.test(body.mediaType);
  return isMerge ? partsBelow(api, main).slice(0, MOST_PATCHED) : [];
}

const MERGE_PATCH = /\/merge-patch\+json/i;

interface PatchState {
  readonly before: Json | undefined;
  readonly end: StepEnd;
  readonly failed?: boolean;
}

interface PartPatch {
  readonly writes: Writes;
  readonly patch: Operation;
  readonly item: WriteSubject;
  /** The patch with all properties, which was sent before. */
  readonly whole: PreparedRequest;
  readonly part: WrittenPart;
  readonly fixed: readonly string[];
}

/** Sends the properties of a part one by one, and reads the item after each. */
async function patchPart(
  caseContext: CaseContext,
  { writes, patch, item, whole, part, fixed }: PartPatch,
  start: PatchState,
): Promise<PatchState> {
  let { before, end } = start;
  const all = propertiesSent(whole.request, part);
  const needed = requiredIn(caseContext, part, all);
  const writable = [...new Set([...Object.keys(all), ...fixed])];
  for (const [name, value] of Object.entries(all).slice(0, MOST_PATCHED)) {
    const sent = { ...needed, [name]: value };
    const request = withPart(whole.request, part, sent);
    if (before === undefined || caseContext.keeps(patch, request) !== true) continue;
    const purpose = acceptedPurpose(whole);
    if (!tookEffect(await caseContext.exchange(request, { operation: patch, purpose, quiet: true }))) continue;
    const story: Stimulus = { kind: 'after-patch', before, part: part.shown, sent, writable };
    const after = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
    end = after.end;
    if (after.failed) return { before, end, failed: true };
    before = entityInAnswer(caseContext, writes.read, after);
  }
  return { before, end };
}

/** A PATCH that was drawn. */
interface DrawnPatch {
  readonly writes: Writes;
  readonly patch: Operation;
  readonly drawn: PreparedRequest;
  readonly part: WrittenPart;
}

/**
 * The request with another value for each property that was drawn as its default: one that is set back to its
 * default would look as if it had stayed.
 */
function otherThanDefaults(
  { api, model, index }: PlanContext,
  caseContext: CaseContext,
  { writes: { resource }, patch, drawn, part }: DrawnPatch,
): PreparedRequest {
  const create = index.operation(resource, 'create');
  const schemas = [part.schema, ...(create === undefined ? [] : [itemPart({ api, model }, create).schema])];
  let { request } = drawn;
  for (const [name, value] of Object.entries(propertiesSent(request, part))) {
    const rules = schemas.flatMap((schema) => conjunctsOf(api, propertiesOf(api, schema)[name]?.schema ?? true));
    if (!rules.some((rule) => rule.default !== undefined && rule.default === value)) continue;
    // Another state may take the item away.
    if (isStateName(name)) continue;
    const next = othersThan(value, rules)
      .map((other) => withPart(request, part, { ...propertiesSent(request, part), [name]: other }))
      .find((each) => caseContext.keeps(patch, each) === true);
    request = next ?? request;
  }
  return { ...drawn, request };
}

/** Values beside one: another listed value, the other flag, or the number next to it. */
function othersThan(value: Json, rules: readonly SchemaObject[]): readonly Json[] {
  const listed = rules.flatMap((rule) => rule.enum ?? []).findLast((each) => each !== value && each !== null);
  if (listed !== undefined) return [listed];
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'number' ? [value + 1, value - 1] : [];
}

/**
 * Dates, numbers and flags that a client gives when it creates the item, and that a patch does not have: no patch moves
 * them. A service may derive a text from another one.
 */
function fixedAtCreation(
  { api, model, index }: PlanContext,
  { resource }: Writes,
  patch: Operation,
  part: WrittenPart,
): readonly string[] {
  const create = index.operation(resource, 'create');
  if (create === undefined || jsonBodyOf(create)?.schema === undefined || jsonBodyOf(patch)?.schema === undefined)
    return [];
  const given = itemPart({ api, model }, create).schema;
  const takes = propertiesOf(api, part.schema);
  return Object.entries(propertiesOf(api, given)).flatMap(([name, { schema }]) => {
    const rule = api.deref(schema);
    if (typeof rule === 'boolean' || Object.hasOwn(takes, name) || isReadOnly(api, schema)) return [];
    const types = [rule.type ?? []].flat();
    const isFixed = types.some((type) => type === 'integer' || type === 'number' || type === 'boolean');
    return isFixed || rule.format === 'date-time' || rule.format === 'date' ? [name] : [];
  });
}

/** The properties that the schema of a part requires, such as the version of the item. */
function requiredIn({ api }: CaseContext, { schema }: WrittenPart, sent: JsonObject): JsonObject {
  const properties = propertiesOf(api, schema);
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
  { at, part }: { readonly at: string; readonly part: WrittenPart },
): PreparedRequest {
  const { generator, seed } = caseContext;
  let { request } = drawn;
  for (let turn = 1; turn < MOST_DRAWS; turn += 1) {
    const sent = propertiesSent(request, part);
    const empty = Object.keys(sent).filter((name) => sent[name] === null);
    if (empty.length === 0) break;
    const other = propertiesSent(withWholeBody(generator, operation, request, { seed, at: `${at}/${turn}` }), part);
    const values = empty.flatMap((name) => (other[name] === undefined ? [] : [[name, other[name]] as const]));
    const next = withPart(request, part, { ...sent, ...Object.fromEntries(values) });
    if (caseContext.keeps(operation, next) === true) request = next;
  }
  return { ...drawn, request };
}

/**
 * A patch with null removes a value (RFC 7396 §2), or sets it to null if null is valid. In both cases the
 * old value is gone.
 */
export function patchToNull(context: PlanContext, writes: Writes, patch: Operation): Act {
  const part = itemPart(context, patch);
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
    const whole = withoutNulls(caseContext, patch, drawn, { at, part });
    const { body } = whole.request;
    if (body.kind !== 'parsed' || !isJson(body.mediaType)) return skipped('its body is not JSON');
    const merges = MERGE_PATCH.test(body.mediaType);
    const properties = propertiesOf(caseContext.api, part.schema);
    // For other media types, null has a meaning only if the schema lists it.
    const takesNull = (name: string): boolean => merges || isNullable(caseContext, properties[name]?.schema ?? true);
    await caseContext.exchange(whole.request, { operation: patch, purpose: acceptedPurpose(whole), quiet: true });
    const shown = (entity: Json | undefined): JsonObject => bodyAsObject(valueAt(entity ?? null, part.shown)) ?? {};
    const before = shown(await look(caseContext, writes, item.read));
    const needed = requiredIn(caseContext, part, propertiesSent(whole.request, part));
    let end: StepEnd = skipped('no property with a value may be null');
    for (const property of Object.keys(propertiesSent(whole.request, part))) {
      const request = withPart(whole.request, part, { ...needed, [property]: null });
      const value = before[property];
      if (value === undefined || value === null || !takesNull(property)) continue;
      if (caseContext.keeps(patch, request) !== true) continue;
      const answer = await caseContext.exchange(request, {
        operation: patch,
        purpose: acceptedPurpose(whole),
        quiet: true,
      });
      if (!tookEffect(answer)) continue;
      const removes = merges || saysRemoved(caseContext, patch, property, properties[property]?.schema);
      const wasUnset = (shown(item.entity)[property] ?? null) === null;
      const story: Stimulus = {
        kind: 'after-null',
        property,
        part: part.shown,
        before: value,
        merges,
        removes,
        wasUnset,
      };
      end = (await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) })).end;
    }
    return end;
  };
}

/** What a text says of a null that takes a value away. */
const REMOVING =
  /\bnull\b[^.;]*\b(remov|clear|unset|delet|eras|reset|drop|empt)\w*|\b(remov|clear|unset|delet|eras|reset)\w*[^.;]*\bnull\b|\bnull\b[^.;]*\btakes?\b[^.;]*\baway\b/i;

/** A sentence that says what a null does not do. */
const NOT_REMOVING =
  /(?:\b(?:not|never|cannot|no longer)|n['’]t) (?:\w+ )?(?:remov|clear|unset|delet|eras|reset|drop|empt|take|be null)|\b(?:ignor\w+|except|until|while|unless|before)\b/i;

/** A sentence about every property that takes null: “`null` clears a property”. */
const OF_ANY =
  /\b(?:an?|any|each|every) (?:\w+ )?(?:property|field|attribute|value)\b|\b(?:properties|fields|attributes|values)\b/i;

/** Whether the description of a property, or a sentence of the operation that names it or speaks of any property, says that null takes it away. */
function saysRemoved(
  { api }: CaseContext,
  { description = '' }: Operation,
  name: string,
  schema: Schema = true,
): boolean {
  const rule = api.deref(schema);
  const own = typeof schema === 'object' ? schema.description : undefined;
  const shared = typeof rule === 'object' ? rule.description : undefined;
  const sentences = sentencesIn(description).filter(
    (sentence) => new RegExp(`\\b${escapeRegExp(name)}\\b`).test(sentence) || OF_ANY.test(sentence),
  );
  return [...sentencesIn(own ?? ''), ...sentencesIn(shared ?? ''), ...sentences].some(
    (text) => REMOVING.test(text) && !NOT_REMOVING.test(text),
  );
}

/** Whether a schema lists null among its types. */
function isNullable({ api }: CaseContext, schema: Schema): boolean {
  const rule = api.deref(schema);
  return typeof rule === 'object' && Array.isArray(rule.type) && rule.type.includes('null');
}
