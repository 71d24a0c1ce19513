/** `unknown` counts as no. */
export type GateVerdict = 'yes' | 'no' | 'unknown';

/** A version of an application: `orders@1.4.0`. */
export interface ApplicationVersion {
  readonly name: string;
  readonly version: string;
}

/** A part of a file. */
export interface GatePlace {
  readonly file: string;
  readonly pointer: string;
  readonly line?: number;
}

/** A use that a document does not serve. */
export interface GateProblem {
  readonly client: string;
  /** Place in the messages: `/body/note`. */
  readonly at: string;
  readonly message: string;
  readonly calls: number;
  /** The use; the changed part of the document where no use is known. */
  readonly input: GatePlace;
  /** The changed part of the document, where a change breaks the use. */
  readonly changed?: GatePlace;
}

/** Subject of a reason. */
export type GateRule = 'consumer' | 'provider' | 'check' | 'change' | 'environment' | 'record';

/** One question of the gate, and its answer. */
export interface GateReason {
  readonly rule: GateRule;
  readonly verdict: GateVerdict;
  /** Subject: `web@1.2.0`. */
  readonly subject: string;
  /** One sentence. */
  readonly message: string;
  /** The file with the fact; where the fact is missing, the file that would have it. */
  readonly file: string;
  readonly problems?: readonly GateProblem[];
  /** How to record the missing fact. */
  readonly command?: string;
}

/** Whether one version of a consumer works with one version of a provider. */
export interface MatrixRow {
  readonly consumer: string;
  readonly provider: string;
  readonly works: GateVerdict;
}

export interface GateDecision {
  readonly verdict: GateVerdict;
  /** Subject of the decision: `orders@1.4.0`, or title and version of a document. */
  readonly subject: string;
  readonly to?: string;
  /** Sorted: `no`, `unknown`, `yes`. */
  readonly because: readonly GateReason[];
  readonly matrix: readonly MatrixRow[];
  readonly notes: readonly string[];
}

const RANK: Readonly<Record<GateVerdict, number>> = { no: 0, unknown: 1, yes: 2 };

/** Combines reasons: any `no` gives `no`, else any `unknown` gives `unknown`. No reasons give `unknown`. */
export function decisionOf(
  subject: string,
  because: readonly GateReason[],
  more: { readonly to?: string; readonly matrix: readonly MatrixRow[]; readonly notes?: readonly string[] },
): GateDecision {
  const sorted = because.toSorted((one, other) => RANK[one.verdict] - RANK[other.verdict]);
  return {
    verdict: sorted[0]?.verdict ?? 'unknown',
    subject,
    ...(more.to === undefined ? {} : { to: more.to }),
    because: sorted,
    matrix: more.matrix,
    notes: more.notes ?? [],
  };
}
