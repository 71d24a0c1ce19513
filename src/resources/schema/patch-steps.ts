import type { Operation } from '../../spec/index.ts';
import { isJsonPatch } from './bodies.ts';
import type { Shape, Shapes } from './shape.ts';

/**
 * Whether a PATCH accepts the steps of a JSON Patch (RFC 6902), also with another media type or inside an
 * object, alone or with a remark (`{ operations: [{ op, path }], comment }`).
 */
export function acceptsJsonPatch(shapes: Shapes, operation: Operation, sent: Shape): boolean {
  if (operation.method !== 'PATCH') return false;
  if (isJsonPatch(operation)) return true;
  const lists = sent.kind === 'array' ? [sent] : [...sent.properties.values()].map((each) => shapes.of(each));
  const areSteps = ({ items }: Shape): boolean => {
    const step = shapes.maybe(items);
    return step !== undefined && ['op', 'path'].every((name) => step.properties.has(name));
  };
  const areObjects = ({ kind, items }: Shape): boolean => kind === 'array' && shapes.maybe(items)?.kind !== 'other';
  return lists.filter(areSteps).length === 1 && lists.every((each) => !areObjects(each) || areSteps(each));
}
