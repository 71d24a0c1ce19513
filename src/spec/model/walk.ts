import { childOf, childrenOf, type NodeLocation } from './node-location.ts';
import { isRaw } from './raw.ts';

/** Properties that are maps with free names: their keys are not keywords. */
const MAPS = new Set([
  'paths',
  'webhooks',
  'pathItems',
  'definitions',
  'schemas',
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'securityDefinitions',
  'links',
  'callbacks',
  'mediaTypes',
  'additionalOperations',
  'content',
  'encoding',
  'variables',
  'properties',
  'patternProperties',
  '$defs',
  'dependentSchemas',
  'dependencies',
]);

/** Properties whose values are data: a `$ref` inside them is an ordinary name. */
const DATA = new Set(['example', 'default', 'const', 'enum', 'value', 'dataValue', 'mapping', 'security', 'scopes']);

/**
 * Visits every object of a document that may have a keyword such as `$ref` or `$id`, but not data
 * (examples, defaults, constants, extensions).
 */
export function walkObjects(start: NodeLocation, visit: (place: NodeLocation) => void): void {
  const seen = new Set<unknown>();
  const walk = (place: NodeLocation, isMap: boolean, examples: boolean): void => {
    const { node } = place;
    if (typeof node !== 'object' || node === null || seen.has(node)) return;
    seen.add(node);
    if (Array.isArray(node)) {
      for (const [, child] of childrenOf(place)) walk(child, false, false);
      return;
    }
    if (!isMap) visit(place);
    for (const key in node as object) {
      if (!isMap && (DATA.has(key) || key.startsWith('x-'))) continue;
      const child = childOf(place, key);
      if (isMap) {
        // A callback is a map of its own, one level further down.
        walk(child, false, examples);
        continue;
      }
      if (key === 'examples') {
        // An array here is a schema's list of values; a map holds Example Objects.
        if (isRaw(child.node)) walk(child, true, true);
      } else walk(child, MAPS.has(key) && isRaw(child.node), false);
    }
  };
  walk(start, false, false);
}
