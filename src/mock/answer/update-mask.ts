import type { Json, JsonObject } from '../../core/index.ts';
import { type Operation, wordsOf } from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';

/** The query parameter of an update that names the properties to change: `updateMask`, `update_mask`. */
export function updateMaskOf({ method, parameters }: Operation): string | undefined {
  const isMask = (name: string): boolean => {
    const words = wordsOf(name);
    return words.some((word) => /^(?:update|field)s?$/.test(word)) && /^masks?$/.test(words.at(-1) ?? '');
  };
  return method === 'PATCH' ? parameters.find(({ in: at, name }) => at === 'query' && isMask(name))?.name : undefined;
}

/**
 * What a mask takes of the sent values: its paths are separated by commas, and each leads to a property (`host`, `labels.team`).
 * A mask without one of the sent properties, and `*`, take all of them.
 */
export function takenByMask(sent: JsonObject, mask: Json | undefined): JsonObject {
  const texts = mask !== undefined && isArray(mask) ? mask : [mask];
  const paths = texts
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((path) => path.trim().split('.').map(withoutSeparators));
  const taken = partOf(sent, paths);
  return Object.keys(taken).length === 0 ? sent : taken;
}

function partOf(sent: JsonObject, paths: readonly (readonly string[])[]): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]): readonly (readonly [string, Json])[] => {
      const word = withoutSeparators(name);
      const inside = paths.filter(([first]) => first === word).map((path) => path.slice(1));
      if (inside.length === 0) return [];
      return [[name, isObject(value) && inside.every(({ length }) => length > 0) ? partOf(value, inside) : value]];
    }),
  );
}
