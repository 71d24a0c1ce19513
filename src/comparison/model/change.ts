import type { Severity } from '../../findings/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { ChangeSubject, ChangeWitness } from './finding.ts';

/** A change at one operation, before the same change at several operations is merged into one finding. */
export interface Change {
  readonly check: string;
  readonly severity: Severity;
  readonly about?: ChangeSubject;
  readonly message: string;
  /** Place in the revision; a removed part has only its place in the base. */
  readonly revision?: string | undefined;
  readonly base?: string | undefined;
  readonly keyword?: string | undefined;
  /** Distinguishes several changes at one place. */
  readonly subject?: string | undefined;
  readonly proof?: 'witness' | 'promise';
  /** Stability that the base gives to the part itself; that of the operation counts where it is absent. */
  readonly stability?: string | undefined;
  readonly witness?: ChangeWitness;
}

export type OperationKind = 'operation' | 'webhook' | 'callback';

/** An operation of the base with its counterpart in the revision. */
export interface OperationPair {
  readonly kind: OperationKind;
  readonly base: Operation;
  readonly revision: Operation;
}

export const labelOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;
