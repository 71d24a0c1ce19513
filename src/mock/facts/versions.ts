import type { Json, JsonObject } from '../../core/index.ts';
import { type Operation, operationTexts, type Schema, saysServers, sentencesIn } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { MockContext, VersionsOf } from '../model/context.ts';
import type { Fields } from '../model/fields.ts';
import { asObject } from '../model/object.ts';
import { numberOfText } from '../model/place.ts';

const VERSION = /^(?:version|revision|rev|lock_?version|row_?version|resource_?version|_v|__v)$/i;

/** The entity tag of an item in its own property: an opaque string, another one after each write. */
const TAG = /^_?etag$/i;

/** Whether a property is called an entity tag. */
export const isTagName = (name: string): boolean => TAG.test(name);

/** Names of strings that count writes. A string `version` may be a name for people. */
const COUNTED_TEXT = /^(?:revision|rev|lock_?version|row_?version|resource_?version)$/i;

/**
 * The possible values after the first write of a property with this name; empty if the name does not count
 * writes.
 */
export function firstVersions(name: string): readonly (number | string)[] {
  if (!VERSION.test(name)) return [];
  return COUNTED_TEXT.test(name) ? [1, '1'] : [1];
}

const STALE = /version|stale|outdated|out of date|modified|concurren|optimistic|newer|changed (since|meanwhile)/i;

/** Whether an operation has a 409 for an item that was changed since the client has read it. */
export function refusesStale(operation: Operation): boolean {
  const conflicts = operation.responses.filter(({ status }) => status === '409');
  if (conflicts.some(({ description }) => STALE.test(description))) return true;
  const sentences = conflicts.length === 0 ? [] : operationTexts(operation, '').flatMap(sentencesIn);
  return sentences.some((each) => REFUSES.test(each) && OF_VERSIONS.test(each));
}

const REFUSES = /\b(?:409|conflict|refused|rejected|fails?)\b/i;
const OF_VERSIONS = /\b(?:e-?tag|version|revision)s?\b/i;

/** Whether a write of the items of a schema has to repeat the version that was read. */
function isRepeated({ api, model, fieldsOf }: VersionFacts, fields: Fields, name: string): boolean {
  return api.operations.some((operation) => {
    const { kind, resource, requestEntity = '' } = model.roleOf(operation);
    if ((kind !== 'patch' && kind !== 'replace') || resource === undefined || requestEntity !== '') return false;
    if (fieldsOf(resource.schema) !== fields || !refusesStale(operation)) return false;
    const bodies = operation.body?.content.flatMap(({ schema }) => schema ?? []) ?? [];
    return bodies.length > 0 && bodies.every((body) => fieldsOf(body).required.has(name));
  });
}

type VersionFacts = Pick<MockContext, 'api' | 'model' | 'fieldsOf'>;

/** A version is counted if clients cannot set it, if its description says that the server sets it, or if writes have to repeat it. */
export function createVersionsOf(facts: VersionFacts): VersionsOf {
  const { fieldsOf } = facts;
  const known = new WeakMap<Fields, ReadonlyMap<string, Schema>>();
  return (schema) => {
    const fields = fieldsOf(schema);
    const versions =
      known.get(fields) ??
      new Map(
        [...fields.properties].filter(
          ([name, property]) =>
            TAG.test(name) ||
            (VERSION.test(name) &&
              (fields.readOnly.has(name) || saysServers(facts.api, property) || isRepeated(facts, fields, name))),
        ),
      );
    known.set(fields, versions);
    return versions;
  };
}

interface VersionTools {
  readonly validator: Validator;
  readonly versionsOf: VersionsOf;
}

/** The incremented versions of a changed entity. */
export function nextVersions(mock: VersionTools, schema: Schema, before: JsonObject): JsonObject {
  const next: Record<string, Json> = {};
  for (const [name, property] of mock.versionsOf(schema)) {
    const value = Object.hasOwn(before, name) ? before[name] : undefined;
    const after = nextVersion(name, value);
    if (after !== undefined && mock.validator.accepts(property, after, 'response')) next[name] = after;
  }
  return next;
}

function nextVersion(name: string, value: Json | undefined): Json | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value + 1) ? value + 1 : undefined;
  if (typeof value === 'string' && TAG.test(name)) return nextTag(value);
  const isCounted = typeof value === 'string' && COUNTED_TEXT.test(name) && /^\d{1,18}$/.test(value);
  return isCounted ? String(BigInt(value) + 1n) : undefined;
}

/** Another tag of the same length, in hexadecimal digits. */
function nextTag(tag: string): string {
  let digits = '';
  while (digits.length < tag.length) digits += numberOfText(`${tag} ${digits.length}`).toString(16).padStart(8, '0');
  return digits.slice(0, tag.length);
}

/** The version that a write says it has read, if it differs from the current one. */
export function staleVersion(
  mock: VersionTools,
  schema: Schema,
  sent: Json,
  before: JsonObject,
): { readonly name: string; readonly value: number | string } | undefined {
  for (const name of Object.keys(nextVersions(mock, schema, before))) {
    const sentVersion = asObject(sent)[name];
    const value = before[name];
    if (typeof sentVersion !== typeof value || sentVersion === value || sentVersion === '') continue;
    if (typeof value === 'number' || (typeof value === 'string' && TAG.test(name))) return { name, value };
  }
  return undefined;
}
