import { type Api, conjunctsOf, type Lifecycle, lifecycleOf, type Schema } from '../../spec/index.ts';

/** Deprecation, sunset and stability of a schema: what all that holds for one value says together. */
export function schemaLifecycle(api: Api, schema: Schema): Lifecycle {
  const found = conjunctsOf(api, schema).map((part) => lifecycleOf(part));
  return Object.assign({ deprecated: false }, ...found.toReversed(), {
    deprecated: found.some(({ deprecated }) => deprecated),
  });
}
