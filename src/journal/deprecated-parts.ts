import type { Api, MediaType, Operation, Parameter, Schema, SchemaObject } from '../spec/index.ts';

/** What of an operation is deprecated, apart from the operation itself. */
export interface DeprecatedParts {
  readonly parameters: readonly Parameter[];
  /** Where deprecated properties can stand in a request body; empty where they cannot. */
  readonly body: readonly SchemaNode[];
}

/** A schema reduced to where deprecated properties are. Recursive schemas make a cycle of nodes. */
export interface SchemaNode {
  readonly properties: Map<string, Member>;
  /** Of items, and of properties that are not named. */
  readonly others: SchemaNode[];
}

interface Member {
  deprecated: boolean;
  readonly nodes: SchemaNode[];
}

/** `undefined` for an operation that has no such parts: nothing about its requests need be looked at. */
export function deprecatedParts(operation: Operation, deref: Api['deref']): DeprecatedParts | undefined {
  const parameters = operation.parameters.filter(({ lifecycle }) => lifecycle.deprecated);
  const body = (operation.body?.content ?? []).flatMap((media) => nodesOf(media, deref));
  return parameters.length === 0 && body.length === 0 ? undefined : { parameters, body };
}

function nodesOf({ schema, itemSchema }: MediaType, deref: Api['deref']): readonly SchemaNode[] {
  const known = new Map<Schema, SchemaNode>();
  const nodes: SchemaNode[] = [];
  if (schema !== undefined) nodes.push(nodeOf(schema, deref, known));
  if (itemSchema !== undefined) nodes.push({ properties: new Map(), others: [nodeOf(itemSchema, deref, known)] });
  return nodes.filter((node) => leadsToDeprecated(node));
}

function nodeOf(schema: Schema, deref: Api['deref'], known: Map<Schema, SchemaNode>): SchemaNode {
  const target = deref(schema);
  const before = known.get(target);
  if (before !== undefined) return before;
  const node: SchemaNode = { properties: new Map(), others: [] };
  known.set(target, node);
  for (const part of composed(target, deref, ['allOf', 'anyOf', 'oneOf'])) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const member = node.properties.get(name) ?? { deprecated: false, nodes: [] };
      if (composed(property, deref, ['allOf']).some(({ deprecated }) => deprecated === true)) member.deprecated = true;
      member.nodes.push(nodeOf(property, deref, known));
      node.properties.set(name, member);
    }
    for (const other of [part.items, part.additionalProperties, ...(part.prefixItems ?? [])]) {
      if (typeof other === 'object') node.others.push(nodeOf(other, deref, known));
    }
  }
  return node;
}

/** The schema and all that it is put together from. An alternative that is deprecated does not deprecate the whole. */
function composed(
  schema: Schema,
  deref: Api['deref'],
  by: readonly ('allOf' | 'anyOf' | 'oneOf')[],
  seen: Set<Schema> = new Set(),
): readonly SchemaObject[] {
  const target = deref(schema);
  if (typeof target !== 'object' || seen.has(target)) return [];
  seen.add(target);
  return [
    target,
    ...by.flatMap((keyword) => (target[keyword] ?? []).flatMap((each) => composed(each, deref, by, seen))),
  ];
}

function leadsToDeprecated(node: SchemaNode, seen: Set<SchemaNode> = new Set()): boolean {
  if (seen.has(node)) return false;
  seen.add(node);
  const members = [...node.properties.values()];
  if (members.some(({ deprecated }) => deprecated)) return true;
  return [...node.others, ...members.flatMap(({ nodes }) => nodes)].some((next) => leadsToDeprecated(next, seen));
}
