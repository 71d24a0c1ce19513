import type { Json } from '../../core/index.ts';
import type { SchemaObject } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

const SAYS_ALWAYS =
  /\b(?:always|fixed string|constant(?: value| string)?)(?: is| be| set to| equal to| has the value| the string| of)?:? ?["'`“”]([\w#./:@-]{1,80})["'`“”]/i;

/** The only value that a description allows: `Type of the resource. This is always "tasks#task".` */
export function constantText({ description }: SchemaObject): string | undefined {
  return description === undefined ? undefined : SAYS_ALWAYS.exec(description)?.[1];
}

/** Values of `kind` and `apiVersion` according to `x-kubernetes-group-version-kind`. */
export function kindHints(schema: SchemaObject): readonly (readonly [name: string, value: Json])[] {
  const groupVersionKinds = schema['x-kubernetes-group-version-kind'] as Json | undefined;
  if (groupVersionKinds === undefined) return [];
  const list = isArray(groupVersionKinds) ? groupVersionKinds : [groupVersionKinds];
  const one = list.find((each) => isObject(each) && each['group'] === '') ?? (list.length === 1 ? list[0] : undefined);
  if (!isObject(one)) return [];
  const { group, version, kind } = one;
  if (typeof version !== 'string' || typeof kind !== 'string') return [];
  const apiVersion = typeof group === 'string' && group !== '' ? `${group}/${version}` : version;
  const own = schema.properties ?? {};
  return [['kind', kind] as const, ['apiVersion', apiVersion] as const].filter(([name]) => Object.hasOwn(own, name));
}
