import type { Operation } from '../../spec/index.ts';
import type { ChangeSeverity, ChangeSubject, ChangeWitness } from './finding.ts';

/** A change at one operation, before repeats are merged. */
export interface Change {
  readonly check: string;
  readonly severity: ChangeSeverity;
  readonly about?: ChangeSubject;
  readonly message: string;
  /** Place in the revision; in the base where it is gone. */
  readonly revision?: string | undefined;
  readonly base?: string | undefined;
  readonly keyword?: string | undefined;
  /** What tells several changes at one place apart. */
  readonly subject?: string | undefined;
  readonly proof?: 'witness' | 'promise';
  /** Stability that the base gives to the part itself; that of the operation counts where it is absent. */
  readonly stability?: string | undefined;
  readonly witness?: ChangeWitness;
}

export type OperationKind = 'operation' | 'webhook' | 'callback';

/** An operation of the base and what became of it. */
export interface OperationPair {
  readonly kind: OperationKind;
  readonly base: Operation;
  readonly revision: Operation;
}

export const labelOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;
