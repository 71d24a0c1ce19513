import type { Operation } from '../../spec/index.ts';
import { pathKey, segmentsOf } from './paths.ts';

/**
 * Takes the version from the paths of a document in which it is that of the operation, not of the thing: `/deployments` for `GET
 * /v6/deployments`, beside `POST /v13/deployments`. If two versions have the same operation (`GET /v1/pets` and `GET
 * /v2/pets`), their things are different ones, and the paths stay as they are.
 */
export function withoutMixedVersions(operations: readonly Operation[]): (path: string) => string {
  const families = new Map<string, VersionedOperation[]>();
  for (const { method, path } of operations) {
    const parts = partsOf(path);
    if (parts === undefined) continue;
    const key = familyOf(parts);
    families.set(key, [...(families.get(key) ?? []), { ...parts, method }]);
  }
  const mixed = new Set([...families].flatMap(([key, family]) => (isMixed(family) ? [key] : [])));
  if (mixed.size === 0) return (path) => path;
  return (path) => {
    const parts = partsOf(path);
    return parts !== undefined && mixed.has(familyOf(parts)) ? parts.front + parts.rest : path;
  };
}

interface VersionedPath {
  readonly front: string;
  readonly version: string;
  readonly rest: string;
}

interface VersionedOperation extends VersionedPath {
  readonly method: string;
}

/** A version at the start of a path, or behind its first word: `/v2/users`, `/api/v2/users`, `/2019-09-30/users`. */
const VERSIONED = /^((?:\/[a-z][\w-]*)?)\/(v\d+(?:\.\d+)*(?:-?(?:alpha|beta)\d*)?|\d{4}-\d\d-\d\d)(\/.+)$/i;

function partsOf(path: string): VersionedPath | undefined {
  const [, front, version, rest] = VERSIONED.exec(path) ?? [];
  return front === undefined || version === undefined || rest === undefined ? undefined : { front, version, rest };
}

/** What the paths of one kind of thing begin with, without the version. */
function familyOf({ front, rest }: VersionedPath): string {
  const [root] = segmentsOf(rest);
  return root?.kind === 'literal' ? `${front}/${root.text}` : front + rest;
}

function isMixed(family: readonly VersionedOperation[]): boolean {
  const lines = family.map(({ method, front, rest }) => `${method} ${pathKey(segmentsOf(front + rest))}`);
  return new Set(family.map(({ version }) => version)).size > 1 && new Set(lines).size === lines.length;
}
