/** A rule of the document that cannot be enforced, and why. */
export interface Unenforceable {
  readonly code:
    | 'invalid-pattern'
    | 'invalid-keyword'
    | 'unresolvable-reference'
    | 'invalid-schema'
    | 'unsupported-keyword'
    | 'unsupported-media-type';
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** One schema of a copy, as a compiler sees it. */
export type SchemaNode = Record<string, unknown>;

/** What is worth knowing of a schema before it is compiled: of a node, or of everything that it leads to. */
export interface SchemaFacts {
  /** Does it take a `bigint` out of its sight to accept a value (`not`, `oneOf`, a bound without a type)? */
  readonly seesThroughBigints: boolean;
  /** Has it a pattern that could hold a backtracking engine? */
  readonly hasCostlyPattern: boolean;
  /** Is any property of it `writeOnly`? */
  readonly marksWriteOnly: boolean;
  /** Does it name a property that every object inherits, such as `constructor`? */
  readonly namesInherited: boolean;
}

export interface CopierOptions {
  /** What references begin with. Prism keeps definitions in `#/__bundled__/`. */
  readonly refRoot: string;
  /** What stands at a place of the document as parsed: bundles round large integers and leave annotations out. */
  readonly raw: (pointer: string) => unknown;
  /** For Ajv: no `bigint`, and no pattern that could block the process. */
  readonly plain: boolean;
}

/** What is known while schemas are being copied. */
export interface Copying {
  readonly options: CopierOptions;
  readonly defs: Map<string, SchemaNode>;
  readonly origins: Map<unknown, string>;
  readonly sources: Map<unknown, Readonly<Record<string, unknown>>>;
  readonly facts: Map<unknown, Partial<Record<keyof SchemaFacts, boolean>>>;
  readonly unenforceable: Map<unknown, Unenforceable[]>;
  /** Definitions whose place is taken and that are still to be copied. */
  readonly waiting: { readonly node: SchemaNode; readonly source: unknown; readonly origin: string }[];
  /** The bundle that is being copied. */
  bundle: unknown;
}

/** Notes what is worth knowing of a node. */
export function note(node: SchemaNode, fact: keyof SchemaFacts, { facts }: Copying): void {
  facts.set(node, { ...facts.get(node), [fact]: true });
}

/** Notes that a rule cannot be enforced. */
export function report(
  node: SchemaNode,
  code: Unenforceable['code'],
  pointer: string,
  what: string,
  copying: Copying,
): void {
  const message = `The rule at ${pointer} ${what}; messages are not judged by it.`;
  copying.unenforceable.set(node, [...(copying.unenforceable.get(node) ?? []), { code, pointer, message }]);
}
