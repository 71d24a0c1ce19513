import type { Json } from '../../core/index.ts';
import { type Api, propertiesOf, type Schema } from '../../spec/index.ts';

/** The defaults of an object's properties. */
export function defaultsIn(api: Api, schema: Schema): readonly (readonly [name: string, value: Json])[] {
  return Object.entries(propertiesOf(api, schema)).flatMap(([name, member]) => {
    const target = api.deref(member.schema);
    return typeof target === 'boolean' || target.default === undefined ? [] : [[name, target.default] as const];
  });
}
