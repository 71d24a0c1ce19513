import type { Json } from '../../core/index.ts';
import type { Api, MediaType, Operation, Schema, SchemaObject } from '../../spec/index.ts';
import { isArray } from '../../wire/index.ts';
import type { FindingDraft } from '../model/check.ts';
import { getOr } from '../model/get-or.ts';

interface DeprecatedPlace {
  readonly place: string;
  readonly pointer: string | undefined;
}

/** The finding about a deprecated property that a client sends or receives. */
export function usageDraft(found: DeprecatedPlace, caller: string, operation: Operation, verb: string): FindingDraft {
  return {
    ...(found.pointer === undefined ? {} : { pointer: found.pointer }),
    messagePointer: `/body${found.place}`,
    subject: caller,
    expected: `${found.place} left out`,
    actual: `${found.place} there`,
    message: `${caller} ${verb} ${found.place} of ${operation.id}, which is deprecated.`,
  };
}

const DEEPEST = 12;

/** Deprecated places of a value, by their schemas, each once. */
export function deprecatedIn(api: Api, media: MediaType | undefined, value: Json): readonly DeprecatedPlace[] {
  const found = new Map<string, DeprecatedPlace>();
  // Several alternatives may lead to one schema. Each is compared with a value once.
  const searched = new Map<Schema, Set<Json>>();
  const search = (schema: Schema, part: Json, place: string, depth: number): void => {
    const rule = api.deref(schema);
    if (typeof rule === 'boolean' || depth > DEEPEST || typeof part !== 'object' || part === null) return;
    const values = getOr(searched, rule, () => new Set());
    if (values.has(part)) return;
    values.add(part);
    for (const branch of [...(rule.allOf ?? []), ...(rule.anyOf ?? []), ...(rule.oneOf ?? [])])
      search(branch, part, place, depth + 1);
    if (isArray(part)) {
      const { items } = rule;
      if (items !== undefined) for (const item of part.slice(0, 50)) search(items, item, `${place}/*`, depth + 1);
      return;
    }
    for (const [name, property] of Object.entries<Schema>(rule.properties ?? {})) {
      if (!Object.hasOwn(part, name)) continue;
      const at = `${place}/${name}`;
      if (isDeprecated(api, property)) found.set(at, { place: at, pointer: api.pointerOf(property) });
      search(property, part[name] ?? null, at, depth + 1);
    }
  };
  if (media?.schema !== undefined) search(media.schema, value, '', 0);
  return [...found.values()];
}

export function isDeprecated(api: Api, property: Schema): boolean {
  return annotatingSchemas(api, property).some(({ deprecated }) => deprecated === true);
}

const FARTHEST = 5;

/**
 * The schemas whose annotations apply to a property, the nearest first: its own, the target of its
 * reference, and their `allOf`.
 */
export function annotatingSchemas(api: Api, property: Schema, depth = 0): readonly SchemaObject[] {
  if (typeof property === 'boolean' || depth > FARTHEST) return [];
  const target = api.deref(property);
  if (typeof target === 'boolean') return [property];
  const inherited = (target.allOf ?? []).flatMap((part) => annotatingSchemas(api, part, depth + 1));
  return [property, ...(target === property ? [] : [target]), ...inherited];
}
