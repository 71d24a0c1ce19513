import type { Json } from '../core/index.ts';
import type { Resource } from '../resources/index.ts';
import type { Parts } from './parts.ts';

/** An id by its schema and its name, in a form that a person can type into a path where the schema lets it: without blanks, slashes and the like. */
export function drawnId(parts: Parts, { id, singular }: Resource, at: string): Json | undefined {
  if (id === undefined) return undefined;
  const name = (id.property ?? id.parameter).replace(/^.*\//, '');
  const drawn = parts.generator.value(
    id.schema,
    { seed: parts.options.seed, at },
    { name, about: singular, examples: false },
  );
  if (!drawn.ok || typeof drawn.value !== 'string' || /^[\w.~@:+-]+$/.test(drawn.value))
    return drawn.ok ? drawn.value : undefined;
  const typeable = drawn.value
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return typeable !== '' && parts.validator.accepts(id.schema, typeable, 'response') ? typeable : drawn.value;
}
