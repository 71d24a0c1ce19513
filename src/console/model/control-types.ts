/** Answers of the control routes, with the members that the page reads. */
export interface FoundViolation {
  readonly code: string;
  readonly pointer: string;
  readonly rule?: string;
  readonly message: string;
}

export interface Note {
  readonly sequence: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly origin: string;
  readonly operation?: string;
  readonly world: string;
  readonly duration: number;
  readonly violations: readonly FoundViolation[];
  readonly reason?: string;
}

export interface ShownBody {
  readonly mediaType: string;
  readonly value?: unknown;
  readonly items?: readonly unknown[];
  readonly bytes?: number;
  readonly limit?: number;
  readonly reason?: string;
  readonly characters?: number;
}

export type FieldPairs = readonly (readonly [name: string, value: string])[];

export interface ShownExchange {
  readonly sequence: number;
  readonly at: number;
  readonly duration: number;
  readonly world: string;
  readonly operation?: string;
  readonly client: string;
  readonly origin: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly headers: FieldPairs;
    readonly body: ShownBody | null;
  };
  readonly response: { readonly status: number; readonly headers: FieldPairs; readonly body: ShownBody | null };
  readonly violations: readonly FoundViolation[];
}

export interface PlaceInDocument {
  readonly file: string;
  readonly line: number;
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

export interface ResourceFacts {
  readonly name: string;
  readonly singular: string;
  readonly singleton: boolean;
  readonly id: string | null;
  readonly parent: { readonly resource: string; readonly parameter: string; readonly property?: string } | null;
  readonly properties: readonly {
    readonly name: string;
    readonly types: readonly string[];
    readonly required: boolean;
  }[];
}

export interface ShownRecord {
  readonly address: string;
  readonly version: number;
  readonly value: unknown;
}

export interface RecordLinksShown {
  readonly names: readonly {
    readonly pointer: string;
    readonly resource: string;
    readonly address: string;
    readonly exists: boolean;
  }[];
  readonly namedBy: readonly LinkedRecords[];
  readonly contains: readonly LinkedRecords[];
}

export interface LinkedRecords {
  readonly resource: string;
  readonly pointer?: string;
  readonly total: number;
  readonly records: readonly ShownRecord[];
}

export interface ShortOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly summary?: string;
  readonly deprecated?: boolean;
  readonly sunset?: string;
  readonly daysLeft?: number;
  readonly successor?: string;
  readonly stability?: string;
}

export interface UsedPartFacts {
  readonly kind: string;
  readonly operation: string;
  readonly pointer?: string;
  readonly count: number;
  readonly clients: readonly { readonly client: string; readonly count: number }[];
  readonly sunset?: string;
  readonly daysToSunset?: number;
  readonly successor?: string;
}

export interface ShownContent {
  readonly mediaType: string;
  readonly schema?: unknown;
  readonly examples: readonly { readonly name: string; readonly value: unknown }[];
}

export interface WholeOperation extends ShortOperation {
  readonly description?: string;
  readonly file?: string;
  readonly line?: number;
  readonly role: string;
  readonly resource?: string;
  readonly why: readonly string[] | string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly deprecated?: boolean;
    readonly schema?: unknown;
  }[];
  readonly body?: { readonly required: boolean; readonly content: readonly ShownContent[] };
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly content: readonly ShownContent[];
  }[];
  readonly security: readonly (readonly { readonly name: string; readonly scopes: readonly string[] }[])[];
  readonly breakable: readonly { readonly pointer: string; readonly keyword: string }[];
}

export interface DrawnRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: FieldPairs;
  readonly mediaType?: string;
  readonly body?: string;
}

export interface Rule {
  readonly id: string;
  readonly operation?: string;
  readonly enabled?: boolean;
  readonly times?: number;
  readonly share?: number;
  readonly draws?: number;
  readonly status?: number;
  readonly delay?: number;
  readonly fault?: string;
  readonly [name: string]: unknown;
}

export interface SnapshotDifference {
  readonly collections: Readonly<
    Record<
      string,
      {
        readonly added: readonly { readonly address: string; readonly value: unknown }[];
        readonly gone: readonly { readonly address: string; readonly value: unknown }[];
        readonly changed: readonly { readonly address: string; readonly before: unknown; readonly after: unknown }[];
      }
    >
  >;
}
