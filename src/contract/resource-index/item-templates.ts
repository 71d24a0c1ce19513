import type { Resource, ResourceModel } from '../../resources/index.ts';
import { type Api, templateNames } from '../../spec/index.ts';
import { namingPart, pathShapeOf } from './paths.ts';

/**
 * The templates that name items of each resource: its own path, other paths of its operations, and paths that end in the
 * same segment and parameter as its own (`/flags/{flagName}` beside `/projects/{projectId}/flags/{flagName}`).
 */
export function itemTemplates(api: Api, model: ResourceModel): ReadonlyMap<Resource, ReadonlySet<string>> {
  const templates = new Map<Resource, Set<string>>();
  const shapes = new Set<string>();
  const add = (resource: Resource, template: string): void => {
    templates.set(resource, (templates.get(resource) ?? new Set()).add(namingPart(template)));
    shapes.add(pathShapeOf(namingPart(template)));
  };
  for (const resource of model.resources)
    if (resource.itemPath?.includes('{') === true) add(resource, resource.itemPath);
  for (const operation of api.operations) {
    const { kind, resource } = model.roleOf(operation);
    if (resource !== undefined && NAMING_ROLES.has(kind) && namesItem(operation.path, resource))
      add(resource, operation.path);
  }
  const calledBy = itemsByEnd(api, model);
  for (const prefix of new Set(api.operations.flatMap(({ path }) => prefixes(path)))) {
    const resource = calledBy(prefix);
    if (resource !== undefined && !shapes.has(pathShapeOf(prefix))) add(resource, prefix);
  }
  return templates;
}

/** Finds the only resource with a create whose item path ends in the same segment and parameter as a template. */
export function itemsByEnd({ operations }: Api, model: ResourceModel): (template: string) => Resource | undefined {
  const found = new Map<string, Set<Resource>>();
  for (const operation of operations) {
    const { kind, resource } = model.roleOf(operation);
    const end = kind === 'create' && resource?.singleton === false ? endOf(resource.itemPath ?? '') : undefined;
    if (end !== undefined && resource !== undefined) found.set(end, (found.get(end) ?? new Set()).add(resource));
  }
  return (template) => {
    const [only, ...others] = found.get(endOf(template) ?? '') ?? [];
    return others.length === 0 ? only : undefined;
  };
}

const NAMING_ROLES = new Set(['read', 'replace', 'patch', 'delete']);

function namesItem(path: string, { id, singleton }: Resource): boolean {
  return !singleton && id !== undefined && templateNames(path).at(-1) === id.parameter;
}

/** The last segment and parameter of an item's path. Undefined for general names such as `{id}`. */
function endOf(template: string): string | undefined {
  const [, end, parameter] = /\/([^/{}]+\/\{([^/{}]+)\})$/.exec(namingPart(template)) ?? [];
  return parameter === undefined || GENERAL.test(parameter) ? undefined : end;
}

const GENERAL = /^_?(id|uuid|guid|name|key|slug|code|type|value)$/i;

/** The parts of a template that end with a parameter, longest first. */
export function prefixes(template: string): readonly string[] {
  const ends = [...template.matchAll(/\}/g)].map(({ index }) => template.slice(0, index + 1));
  return ends.reverse();
}
