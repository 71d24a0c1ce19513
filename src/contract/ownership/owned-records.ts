import type { Json } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type Api, templateNames } from '../../spec/index.ts';
import { getOr } from '../model/get-or.ts';
import { itemTemplates, prefixes } from '../resource-index/item-templates.ts';
import { namingPart, pathShapeOf, renameParameters } from '../resource-index/paths.ts';

/** The records that this run has created and not deleted. */
export interface OwnedRecords {
  /**
   * Adds a created record. `path` has the parameters of its item's path, `scope` those of the request that
   * created it.
   */
  add(resource: Resource | undefined, record: OwnedRecord): void;
  /** Removes the record at a path. A part of it (`/tickets/{id}/assignee`) is not a record. */
  remove(resource: Resource | undefined, template: string, values: PathValues): void;
  /** Adds the record at a path again, if it was removed before: an action has brought it back. */
  broughtBack(resource: Resource, template: string, values: PathValues): void;
  /** Whether a path names an owned record, or a place below one. */
  covers(template: string, values: PathValues): boolean;
  /** Whether a path names a record that was owned until it was deleted. */
  wasRemoved(template: string, values: PathValues): boolean;
  /** Whether an id of a resource is that of an owned record. */
  hasId(resource: Resource, id: Json): boolean;
  /** The same, or that of a record that was deleted since. */
  hadId(resource: Resource, id: Json): boolean;
  /** Whether the run has created any record of a resource. */
  hadAny(resource: Resource): boolean;
}

export type PathValues = Readonly<Record<string, Json>>;

export interface OwnedRecord {
  readonly path: PathValues;
  readonly scope: PathValues;
  readonly id?: Json;
  /** The template of `path`, if the record belongs to no resource. */
  readonly template?: string;
}

export function createOwnedRecords(api: Api, model: ResourceModel): OwnedRecords {
  const places = new Set<string>();
  const ids = new Map<string, Set<string>>();
  const everIds = new Map<string, Set<string>>();
  const paths = itemTemplates(api, model);
  const removed = new Set<string>();

  function templatesOf(resource: Resource | undefined, { template }: OwnedRecord): readonly string[] {
    return [
      ...(template === undefined ? [] : [template]),
      ...(resource === undefined ? [] : (paths.get(resource) ?? [])),
    ];
  }

  return {
    add(resource, record) {
      for (const template of templatesOf(resource, record)) {
        const values = {
          ...record.scope,
          ...renameParameters(record.path, resource?.itemPath ?? record.template, template),
        };
        const key = placeKey(namingPart(template), values);
        if (key !== undefined) places.add(key);
      }
      if (resource === undefined || record.id === undefined) return;
      for (const known of [ids, everIds]) getOr(known, resource.name, () => new Set<string>()).add(String(record.id));
    },
    remove(resource, template, values) {
      if (/\/./.test(template.slice(namingPart(template).length))) return;
      const key = placeKey(namingPart(template), values);
      if (key !== undefined && places.delete(key)) removed.add(key);
      const last = templateNames(template).at(-1) ?? '';
      if (resource !== undefined && Object.hasOwn(values, last)) ids.get(resource.name)?.delete(String(values[last]));
    },
    broughtBack(resource, template, values) {
      const key = placeKey(namingPart(template), values);
      if (key === undefined || !removed.delete(key)) return;
      places.add(key);
      const last = templateNames(template).at(-1) ?? '';
      if (Object.hasOwn(values, last)) ids.get(resource.name)?.add(String(values[last]));
    },
    covers: (template, values) => prefixes(template).some((prefix) => places.has(placeKey(prefix, values) ?? '')),
    wasRemoved: (template, values) => removed.has(placeKey(namingPart(template), values) ?? ''),
    hasId: (resource, id) => ids.get(resource.name)?.has(String(id)) === true,
    hadId: (resource, id) => everIds.get(resource.name)?.has(String(id)) === true,
    hadAny: (resource) => everIds.has(resource.name),
  };
}

/** A key of the template's shape and its values; `undefined` if a value is not known. */
function placeKey(template: string, values: PathValues): string | undefined {
  const names = templateNames(template);
  if (names.length === 0 || names.some((name) => !Object.hasOwn(values, name))) return undefined;
  return JSON.stringify([pathShapeOf(template), ...names.map((name) => String(values[name]))]);
}
