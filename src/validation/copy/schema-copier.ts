/** A rule of the document that cannot be enforced, with the reason. */
export interface UnenforceableRule {
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

/** Facts about a schema before compilation: about a node, or everything that it refers to. */
export interface SchemaFacts {
  /** Whether a `bigint` must be removed before it can be judged (`not`, `oneOf`, a bound without a type). */
  readonly seesThroughBigints: boolean;
  /** Whether it has a pattern that could block a backtracking engine. */
  readonly hasCostlyPattern: boolean;
  /** Whether any of its properties is `writeOnly`. */
  readonly marksWriteOnly: boolean;
  /** Whether it has a property that every object inherits, such as `constructor`. */
  readonly namesInherited: boolean;
}

export interface CopierOptions {
  /** The prefix of references. Prism has definitions in `#/__bundled__/`. */
  readonly refRoot: string;
  /** The parsed value at a place of the document: bundles round large integers and omit annotations. */
  readonly raw: (pointer: string) => unknown;
  /** For Ajv: without `bigint` and without patterns that could block the process. */
  readonly plain: boolean;
}

/** The state of a copy in progress. */
export interface CopyState {
  readonly options: CopierOptions;
  readonly defs: Map<string, SchemaNode>;
  readonly origins: Map<unknown, string>;
  readonly sources: Map<unknown, Readonly<Record<string, unknown>>>;
  readonly facts: Map<unknown, Partial<Record<keyof SchemaFacts, boolean>>>;
  readonly unenforceable: Map<unknown, UnenforceableRule[]>;
  /** Reserved definitions that must still be copied. */
  readonly waiting: { readonly node: SchemaNode; readonly source: unknown; readonly origin: string }[];
  /** The bundle that is being copied. */
  bundle: unknown;
}

/** Records a fact about a node. */
export function note(node: SchemaNode, fact: keyof SchemaFacts, { facts }: CopyState): void {
  facts.set(node, { ...facts.get(node), [fact]: true });
}

/** A keyword and the place that it was written at. */
export interface KeywordAt {
  readonly keyword: string;
  readonly origin: string;
}

/** What a copy cannot keep, and where. */
interface UncopiedKeyword {
  readonly code: UnenforceableRule['code'];
  readonly pointer: string;
  readonly what: string;
}

/** Reports that a rule cannot be enforced. */
export function report(node: SchemaNode, { code, pointer, what }: UncopiedKeyword, copying: CopyState): void {
  const message = `The rule at ${pointer} ${what}; messages are not judged by it.`;
  copying.unenforceable.set(node, [...(copying.unenforceable.get(node) ?? []), { code, pointer, message }]);
}
