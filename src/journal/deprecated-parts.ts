import {
  type Api,
  combinedOf,
  conjunctsOf,
  type MediaType,
  type Operation,
  type Parameter,
  type Schema,
} from '../spec/index.ts';

/** What of an operation is deprecated, apart from the operation itself. */
export interface DeprecatedParts {
  readonly parameters: readonly Parameter[];
  /** Where deprecated properties can stand in a request body; empty where they cannot. */
  readonly body: readonly PartSchema[];
}

/** A schema reduced to where deprecated properties are. Recursive schemas make a cycle of nodes. */
export interface PartSchema {
  readonly properties: Map<string, Member>;
  /** Of items, and of properties that are not named. */
  readonly others: PartSchema[];
}

interface Member {
  deprecated: boolean;
  readonly nodes: PartSchema[];
}

/** `undefined` for an operation that has no such parts: nothing about its requests need be looked at. */
export function deprecatedParts(operation: Operation, deref: Api['deref']): DeprecatedParts | undefined {
  const parameters = operation.parameters.filter(({ lifecycle }) => lifecycle.deprecated);
  const body = (operation.body?.content ?? []).flatMap((media) => nodesOf(media, deref));
  return parameters.length === 0 && body.length === 0 ? undefined : { parameters, body };
}

function nodesOf({ schema, itemSchema }: MediaType, deref: Api['deref']): readonly PartSchema[] {
  const visited = new Map<Schema, PartSchema>();
  const nodes: PartSchema[] = [];
  if (schema !== undefined) nodes.push(nodeOf(schema, deref, visited));
  if (itemSchema !== undefined) nodes.push({ properties: new Map(), others: [nodeOf(itemSchema, deref, visited)] });
  return nodes.filter(leadsToDeprecated);
}

/** Not recursive: chains of schemas may be longer than the stack. */
function nodeOf(schema: Schema, deref: Api['deref'], known: Map<Schema, PartSchema>): PartSchema {
  const waiting: (readonly [node: PartSchema, target: Schema])[] = [];
  const nodeFor = (next: Schema): PartSchema => {
    const target = deref(next);
    const before = known.get(target);
    if (before !== undefined) return before;
    const node: PartSchema = { properties: new Map(), others: [] };
    known.set(target, node);
    waiting.push([node, target]);
    return node;
  };
  const start = nodeFor(schema);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) fill(...next, deref, nodeFor);
  return start;
}

function fill(node: PartSchema, target: Schema, deref: Api['deref'], nodeFor: (schema: Schema) => PartSchema): void {
  for (const part of combinedOf({ deref }, target)) {
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      const member = node.properties.get(name) ?? { deprecated: false, nodes: [] };
      // An alternative that is deprecated does not deprecate the whole.
      if (conjunctsOf({ deref }, property).some(({ deprecated }) => deprecated === true)) member.deprecated = true;
      member.nodes.push(nodeFor(property));
      node.properties.set(name, member);
    }
    for (const other of [part.items, part.additionalProperties, ...(part.prefixItems ?? [])]) {
      if (typeof other === 'object') node.others.push(nodeFor(other));
    }
  }
}

function leadsToDeprecated(start: PartSchema): boolean {
  const seen = new Set<PartSchema>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    const members = [...node.properties.values()];
    if (members.some(({ deprecated }) => deprecated)) return true;
    waiting.push(...node.others, ...members.flatMap(({ nodes }) => nodes));
  }
  return false;
}
