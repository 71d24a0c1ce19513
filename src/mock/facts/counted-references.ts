import { counterPropertyOf, type Resource, type ResourceModel } from '../../resources/index.ts';
import { type Api, propertiesOf } from '../../spec/index.ts';
import type { CountedReference } from '../model/shown-child.ts';

/** The references of a resource whose targets count it. A parent in its path counts what is nested in it instead. */
export function countedReferences(api: Api, model: ResourceModel, resource: Resource): readonly CountedReference[] {
  return resource.relations.flatMap(({ pointer, resource: name }): readonly CountedReference[] => {
    const counting = name === resource.parent?.resource || pointer.includes('*') ? undefined : model.resource(name);
    if (counting?.enumerable !== true || counting.singleton || counting === resource) return [];
    const count = counterPropertyOf(api, counting, resource);
    return count === undefined ? [] : [{ pointer, counting, count }];
  });
}

/** The resources whose records the records of `counting` count by a reference. */
export function countedBy(
  api: Api,
  model: ResourceModel,
  counting: Resource,
): readonly { readonly resource: Resource; readonly reference: CountedReference }[] {
  const words = Object.keys(propertiesOf(api, counting.schema)).flatMap((name) => COUNTER.exec(name)?.[1] ?? []);
  const counted = new Set(words.flatMap((word) => model.meant(word) ?? []));
  return [...counted].flatMap((resource) =>
    countedReferences(api, model, resource).flatMap((reference) =>
      reference.counting === counting ? [{ resource, reference }] : [],
    ),
  );
}

/** A counter by its name: `api_keys_count`, `apiKeyCount`. */
const COUNTER = /^(.{2,}?)[-_]?count$/i;
