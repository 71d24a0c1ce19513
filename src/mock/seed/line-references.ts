import type { Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';

/** A property of the items of an entity's list that names a record of another resource: `productId` in the `items` of an order. */
export interface LineReference {
  readonly property: string;
  readonly target: Resource;
  readonly fits: (id: Json) => boolean;
}

/** The references in the items of one list of a resource. */
export function lineReferencesOf(mock: MockContext, resource: Resource, list: string): readonly LineReference[] {
  const { items } = mock.fieldsOf(mock.fieldsOf(resource.schema).properties.get(list) ?? false);
  if (items === undefined) return [];
  return [...mock.fieldsOf(items).properties].flatMap(([property, schema]): readonly LineReference[] => {
    const words = wordsOf(property);
    if (words.length < 2 || words.at(-1) !== 'id') return [];
    const target = mock.model.meant(words.slice(0, -1).join('_'));
    if (target === undefined || target === resource || target.parent !== undefined) return [];
    return [{ property, target, fits: (id) => mock.validator.accepts(schema, id, 'response') }];
  });
}
