import { type Api, propertiesOf, type Schema, typesOf } from '../../spec/index.ts';
import type { Resource } from './model.ts';
import { child } from './pointers.ts';

/** A property of an item, and where the item has it. */
export interface ItemProperty {
  /** Pointer inside the item. */
  readonly pointer: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The properties of the items of a resource by their names, with those in the object that holds them (`Resource.holder`). */
export function itemProperties(
  api: Pick<Api, 'deref'>,
  { schema, holder }: Pick<Resource, 'schema' | 'holder'>,
): Readonly<Record<string, ItemProperty>> {
  const { [holder ?? '']: held, ...own } = propertiesOf(api, schema);
  const inner = holder === undefined || held === undefined ? {} : propertiesOf(api, held.schema);
  const found: Record<string, ItemProperty> = Object.create(null);
  for (const [name, each] of Object.entries(inner))
    found[name] = {
      ...each,
      required: each.required && held?.required === true,
      pointer: child(child('', holder ?? ''), name),
    };
  for (const [name, each] of Object.entries(own)) found[name] = { ...each, pointer: child('', name) };
  return found;
}

/** Whether a property is a number. */
export function isNumber(api: Api, schema: Schema): boolean {
  const types = typesOf(api, schema);
  return types.includes('integer') || types.includes('number');
}
