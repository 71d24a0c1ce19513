import type { Json, JsonObject } from '../../core/index.ts';
import { isArray, isObject, jsonEquals, parsePointer } from '../../wire/index.ts';

/**
 * JSON Merge Patch (RFC 7396): null deletes, arrays replace. Only own properties count, so `__proto__` is
 * an ordinary name.
 */
export function mergePatch(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name) ?? null, value));
  }
  return Object.fromEntries(result);
}

export type PatchOutcome =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly status: 409 | 422; readonly reason: string };

/**
 * JSON Patch (RFC 6902), all or nothing. A failed `test` is a conflict with the stored state; any other
 * failure is an invalid patch.
 */
export function jsonPatch(target: Json, patch: Json): PatchOutcome {
  if (!Array.isArray(patch)) return { ok: false, status: 422, reason: 'a JSON Patch is an array of operations' };
  let value = target;
  for (const [index, operation] of (patch as readonly Json[]).entries()) {
    const outcome = isObject(operation) ? step(value, operation) : failure('is not an object');
    if (!outcome.ok) return { ...outcome, reason: `operation ${index} ${outcome.reason}` };
    value = outcome.value;
  }
  return { ok: true, value };
}

function step(target: Json, operation: JsonObject): PatchOutcome {
  const path = tokensOf(operation['path']);
  if (path === undefined) return failure('has no JSON Pointer as `path`');
  const from = operation['from'] === undefined ? undefined : tokensOf(operation['from']);
  const value = Object.hasOwn(operation, 'value') ? operation['value'] : undefined;
  switch (operation['op']) {
    case 'add':
      return value === undefined ? failure('has no `value`') : putAt(target, path, value, true);
    case 'replace':
      return value === undefined
        ? failure('has no `value`')
        : valueAtPath(target, path) === undefined
          ? failure('replaces a place that does not exist')
          : putAt(target, path, value, false);
    case 'remove':
      return removeAt(target, path);
    case 'test': {
      const found = valueAtPath(target, path);
      return found !== undefined && value !== undefined && jsonEquals(found, value)
        ? { ok: true, value: target }
        : { ok: false, status: 409, reason: 'found another value than it tests for' };
    }
    case 'copy':
    case 'move': {
      const found = from === undefined ? undefined : valueAtPath(target, from);
      if (from === undefined || found === undefined) return failure('takes `from` a place that does not exist');
      if (operation['op'] === 'copy') return putAt(target, path, found, true);
      if (path.length > from.length && from.every((token, index) => token === path[index]))
        return failure('moves a value into itself');
      const without = removeAt(target, from);
      return without.ok ? putAt(without.value, path, found, true) : without;
    }
    default:
      return failure('has an unknown `op`');
  }
}

function failure(reason: string): PatchOutcome {
  return { ok: false, status: 422, reason };
}

function tokensOf(pointer: Json | undefined): readonly string[] | undefined {
  return typeof pointer === 'string' ? parsePointer(pointer) : undefined;
}

function valueAtPath(value: Json, path: readonly string[]): Json | undefined {
  let here: Json | undefined = value;
  for (const token of path) {
    if (Array.isArray(here)) here = /^(0|[1-9]\d*)$/.test(token) ? (here as readonly Json[])[Number(token)] : undefined;
    else here = here !== undefined && isObject(here) && Object.hasOwn(here, token) ? here[token] : undefined;
    if (here === undefined) return undefined;
  }
  return here;
}

function putAt(target: Json, path: readonly string[], value: Json, insert: boolean): PatchOutcome {
  return changeParent(
    target,
    path,
    (parent, token) => {
      if (Array.isArray(parent)) {
        const list = [...(parent as readonly Json[])];
        const index = token === '-' ? list.length : /^(0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
        if (index < 0 || index > list.length) return undefined;
        list.splice(index, insert ? 0 : 1, value);
        return list;
      }
      return isObject(parent)
        ? Object.fromEntries([...Object.entries(parent).filter(([name]) => name !== token), [token, value]])
        : undefined;
    },
    value,
  );
}

function removeAt(target: Json, path: readonly string[]): PatchOutcome {
  if (valueAtPath(target, path) === undefined || path.length === 0)
    return failure('removes a place that does not exist');
  return changeParent(
    target,
    path,
    (parent, token) => {
      if (Array.isArray(parent)) return (parent as readonly Json[]).filter((_, index) => index !== Number(token));
      return isObject(parent)
        ? Object.fromEntries(Object.entries(parent).filter(([name]) => name !== token))
        : undefined;
    },
    null,
  );
}

function changeParent(
  target: Json,
  path: readonly string[],
  change: (parent: Json, token: string) => Json | undefined,
  root: Json,
): PatchOutcome {
  const [token, ...rest] = path;
  if (token === undefined) return { ok: true, value: root };
  if (rest.length === 0) {
    const value = change(target, token);
    return value === undefined ? failure('names a place that does not exist') : { ok: true, value };
  }
  const child = valueAtPath(target, [token]);
  if (child === undefined) return failure('names a place that does not exist');
  const inner = changeParent(child, rest, change, root);
  if (!inner.ok) return inner;
  if (Array.isArray(target))
    return {
      ok: true,
      value: (target as readonly Json[]).map((item, index) => (index === Number(token) ? inner.value : item)),
    };
  return {
    ok: true,
    value: Object.fromEntries(
      Object.entries(isObject(target) ? target : {}).map(([name, item]) => [name, name === token ? inner.value : item]),
    ),
  };
}

const OPS = new Set<Json | undefined>(['add', 'remove', 'replace', 'move', 'copy', 'test']);

/** Whether a list is a JSON Patch. A `path` that is not a string belongs to another patch language. */
export function isSteps(list: readonly Json[]): boolean {
  return (
    list.length > 0 && list.every((step) => isObject(step) && OPS.has(step['op']) && typeof step['path'] === 'string')
  );
}

/** Whether a list is the operations of a SCIM patch (RFC 7644 §3.5.2): `{ op: "Replace", path: "name.givenName", value }`, also without a path. */
export function isPathSteps(list: readonly Json[]): boolean {
  return list.length > 0 && list.every((step) => isObject(step) && isPathStep(step));
}

function isPathStep({ op, path, value }: JsonObject): boolean {
  if (typeof op !== 'string' || !/^(?:add|remove|replace)$/i.test(op)) return false;
  return path === undefined || path === null ? isObject(value ?? null) : typeof path === 'string' && PATH.test(path);
}

/** `name`, `name.givenName`, `emails[type eq "work"].value`, each perhaps behind the URN of its schema. */
const PATH =
  /^(?:urn:[\w.:-]+:)?([A-Za-z$][\w$-]*)(?:\[\s*([\w.]+)\s+eq\s+"?([^"\]]*)"?\s*\])?(?:\.([A-Za-z$][\w$-]*))?$/;

/** A value after the operations of a SCIM patch. Paths that name nothing change nothing. */
export function pathPatch(target: JsonObject, steps: readonly Json[]): JsonObject {
  return steps.reduce((value: JsonObject, step) => (isObject(step) ? pathStep(value, step) : value), target);
}

function pathStep(target: JsonObject, { op, path, value = null }: JsonObject): JsonObject {
  const word = String(op).toLowerCase();
  if (typeof path === 'string') return changedAt(target, PATH.exec(path) ?? [], word, value);
  return Object.entries(isObject(value) ? value : {}).reduce(
    (whole, [name, each]) => changedAt(whole, PATH.exec(name) ?? [], word, each),
    target,
  );
}

function changedAt(target: JsonObject, parts: readonly (string | undefined)[], op: string, value: Json): JsonObject {
  const [, spelt, key, wanted, inner] = parts;
  if (spelt === undefined) return target;
  const name = Object.keys(target).find((each) => each.toLowerCase() === spelt.toLowerCase()) ?? spelt;
  const before = Object.hasOwn(target, name) ? (target[name] ?? null) : null;
  const rest = Object.fromEntries(Object.entries(target).filter(([each]) => each !== name));
  const inside = (holder: Json): JsonObject => changedAt(isObject(holder) ? holder : {}, [undefined, inner], op, value);
  if (key !== undefined) {
    if (!isArray(before)) return target;
    const isMeant = (each: Json): boolean => isObject(each) && String(each[key] ?? '') === wanted;
    const list = before.flatMap((each) => {
      if (!isMeant(each)) return [each];
      if (inner !== undefined) return [inside(each)];
      return op === 'remove' ? [] : [isObject(each) && isObject(value) ? { ...each, ...value } : value];
    });
    return { ...target, [name]: list };
  }
  if (inner !== undefined) return { ...target, [name]: inside(before) };
  if (op === 'remove') return rest;
  if (op === 'add' && isArray(before)) {
    const added = (isArray(value) ? value : [value]).filter((each) => !before.some((one) => jsonEquals(one, each)));
    return { ...target, [name]: [...before, ...added] };
  }
  return { ...target, [name]: isObject(before) && isObject(value) ? { ...before, ...value } : value };
}
