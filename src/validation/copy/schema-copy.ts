import { isObject } from '../../evaluation/index.ts';
import { copyAll } from './copy-node.ts';
import type { CopierOptions, CopyState, SchemaFacts, SchemaNode, UnenforceableRule } from './schema-copier.ts';

/**
 * A schema that compiles: well-formed assertions only, and all references are to definitions of its copier.
 */
export interface SchemaCopy extends SchemaFacts {
  readonly root: SchemaNode;
  readonly unenforceable: readonly UnenforceableRule[];
  readonly copier: Copier;
}

/** Copies schemas of one Api for one direction. Shared definitions are copied once. */
export interface Copier {
  copy(bundle: Readonly<Record<string, unknown>>, origin: string): SchemaCopy;
  /** Definitions by the names in references. */
  readonly defs: ReadonlyMap<string, SchemaNode>;
  /** JSON Pointer into the document of a node. */
  originOf(node: unknown): string | undefined;
  /** An annotation of a node's source: `discriminator`, `writeOnly`. */
  annotation(node: unknown, name: string): unknown;
  /** Every node that a node contains or refers to. */
  reach(node: unknown): ReadonlySet<unknown>;
  /** Of those, the definitions. */
  reachedDefs(node: unknown): ReadonlySet<unknown>;
  /** The size of a node if each reference is replaced by its target. `Infinity` if it is recursive. */
  unfoldedSize(node: unknown): number;
}

/**
 * Makes a copier of bundles (`Api.bundle`) into the form that every compiler reads. An invalid keyword is
 * left out and reported; the others stay in effect. `$id` and anchors are removed, so that documents cannot
 * conflict in a compiler's registry.
 */
export function createCopier(options: CopierOptions): Copier {
  const copying: CopyState = {
    options,
    defs: new Map(),
    origins: new Map(),
    sources: new Map(),
    facts: new Map(),
    unenforceable: new Map(),
    waiting: [],
    bundle: undefined,
  };
  const { defs, origins, sources } = copying;
  const trees = new WeakMap<object, Tree>();
  const treeOf = (node: object): Tree => {
    const known = trees.get(node) ?? growTree(node, copying);
    trees.set(node, known);
    return known;
  };
  const forest = (node: unknown): ReadonlyMap<unknown, Tree> => reachedTrees(node, defs, treeOf);
  const sizes = new WeakMap<object, number>();
  const copier: Copier = {
    defs,
    reach: (node) => new Set([...forest(node).values()].flatMap(({ nodes }) => nodes)),
    reachedDefs: (node) => new Set(forest(node).keys()),
    unfoldedSize: (node) => unfoldedSize(node, defs, treeOf, sizes),
    originOf: (node) => origins.get(node),
    annotation: (node, name) => {
      const bundled = sources.get(node)?.[name];
      if (bundled !== undefined) return bundled;
      const raw = options.raw(origins.get(node) ?? '');
      return isObject(raw) && Object.hasOwn(raw, name) ? raw[name] : undefined;
    },
    copy: (bundle, origin) => {
      copying.bundle = bundle;
      // A root has no name: the conversion of one place may give several schemas.
      const root: SchemaNode = {};
      copyAll(root, bundle, origin, copying);
      return { root, copier, ...summary([...forest(root).values()]) };
    },
  };
  return copier;
}

/** A node with all its descendants, up to references, and their facts. */
interface Tree {
  readonly nodes: readonly unknown[];
  readonly references: readonly string[];
  readonly unenforceable: readonly UnenforceableRule[];
  readonly facts: SchemaFacts;
}

function growTree(start: object, { facts, unenforceable }: CopyState): Tree {
  const seen = new Set<unknown>();
  const references: string[] = [];
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    for (const [keyword, member] of Object.entries(node)) {
      // A property may be called `$ref`.
      if (keyword === '$ref' && typeof member === 'string') references.push(member);
      else if (keyword !== 'enum' && keyword !== 'const') open.push(member);
    }
  }
  const nodes = [...seen];
  const known = nodes.flatMap((node) => facts.get(node) ?? []);
  return {
    nodes,
    references,
    unenforceable: nodes.flatMap((node) => unenforceable.get(node) ?? []),
    facts: factsOf(known),
  };
}

function factsOf(known: readonly Partial<Record<keyof SchemaFacts, boolean>>[]): SchemaFacts {
  const has = (fact: keyof SchemaFacts): boolean => known.some((each) => each[fact] === true);
  return {
    seesThroughBigints: has('seesThroughBigints'),
    hasCostlyPattern: has('hasCostlyPattern'),
    marksWriteOnly: has('marksWriteOnly'),
    namesInherited: has('namesInherited'),
  };
}

/** The trees of a node and of every definition that it refers to. */
function reachedTrees(
  start: unknown,
  defs: ReadonlyMap<string, SchemaNode>,
  treeOf: (node: object) => Tree,
): ReadonlyMap<unknown, Tree> {
  const reached = new Map<unknown, Tree>();
  const open: unknown[] = [start];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null || reached.has(node)) continue;
    const tree = treeOf(node);
    reached.set(node, tree);
    for (const reference of tree.references) open.push(defs.get(reference));
  }
  return reached;
}

function unfoldedSize(
  node: unknown,
  defs: ReadonlyMap<string, SchemaNode>,
  treeOf: (node: object) => Tree,
  known: WeakMap<object, number>,
): number {
  if (typeof node !== 'object' || node === null) return 0;
  const before = known.get(node);
  if (before !== undefined) return before;
  known.set(node, Number.POSITIVE_INFINITY);
  const { nodes, references } = treeOf(node);
  let size = nodes.length;
  for (const reference of references) size += unfoldedSize(defs.get(reference), defs, treeOf, known);
  known.set(node, size);
  return size;
}

function summary(trees: readonly Tree[]): Omit<SchemaCopy, 'root' | 'copier'> {
  return {
    unenforceable: [...new Set(trees.flatMap((tree) => tree.unenforceable))],
    ...factsOf(trees.map(({ facts }) => facts)),
  };
}
