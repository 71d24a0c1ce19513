import type { Operation } from '../../spec/index.ts';
import { isJsonPatch } from './bodies.ts';
import type { Shape, Shapes } from './shape.ts';

/**
 * Whether a PATCH accepts the steps of a JSON Patch (RFC 6902), also with another media type or inside an
 * object (`{ operations: [{ op, path }] }`).
 */
export function acceptsJsonPatch(shapes: Shapes, operation: Operation, sent: Shape): boolean {
  if (operation.method !== 'PATCH') return false;
  if (isJsonPatch(operation)) return true;
  const [only, ...others] = sent.properties.values();
  const list = sent.kind === 'array' ? sent : only === undefined || others.length > 0 ? undefined : shapes.of(only);
  const step = shapes.maybe(list?.items);
  return step !== undefined && ['op', 'path'].every((name) => step.properties.has(name));
}
