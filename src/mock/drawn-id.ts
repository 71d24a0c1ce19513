import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Parts } from './parts.ts';

/** An id by its schema and its name, if there is one that a person can type into a path: without blanks, slashes and the like. */
export function drawnId(parts: Parts, { id, singular }: Resource, at: string): Json | undefined {
  if (id === undefined) return undefined;
  const where = { seed: parts.options.seed, at };
  let last: Json | undefined;
  for (const name of [(id.property ?? id.parameter).replace(/^.*\//, ''), 'id']) {
    const drawn = parts.generator.value(id.schema, where, { name, about: singular, examples: false });
    if (!drawn.ok) return undefined;
    last = drawn.value;
    if (typeof last !== 'string' || /^[\w.~@:+-]+$/.test(last)) return last;
  }
  return last;
}
