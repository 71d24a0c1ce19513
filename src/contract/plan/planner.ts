import type { Generator } from '../../generation/index.ts';
import { deletesItem, type ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { endsInParameter, isSafe, templateNames } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';
import type { FixtureUse } from '../model/fixture.ts';
import type { Flow, Turn } from '../model/flow.ts';
import type { PlanOptions } from '../model/options.ts';
import type { ModelIndex } from '../resource-index/model-index.ts';
import type { Redactor } from '../transport/redactor.ts';

/** What the planner of a phase works with. */
export interface PlanContext {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly index: ModelIndex;
  readonly generator: Generator;
  readonly seed: number;
  /** The chosen operations, in document order. */
  readonly operations: readonly Operation[];
  readonly options: PlanOptions;
  /** Removes secrets from recorded requests. */
  readonly redactor: Redactor;
  /** Whether a check is on. Cases for a check that is off are not planned. */
  asks(check: string, operation: Operation): boolean;
  /**
   * Whether the planning has used up its time, or `share` of it: 0.5 is the time to find what can be planned, 2 the end of all
   * planning.
   */
  isLate(share?: number): boolean;
  /** Counts an operation, or `cases` rules, that are not planned, with the reason. */
  leaveOut(reason: string, operation?: Operation, cases?: number): void;
}

export type Planner = (context: PlanContext) => readonly Flow[];

/** The group of an operation's cases. Cases of one resource stay in one shard. */
export function groupOf(context: Pick<PlanContext, 'model' | 'index'>, operation: Operation): string {
  const resource = context.model.roleOf(operation).resource ?? context.index.ownerOf(operation.path);
  return resource?.name ?? operation.path;
}

/** The kind of fixture that an operation gets. */
export function useOf({ method, path }: Pick<Operation, 'method' | 'path'>): 'read' | 'write' | 'fresh' {
  if (method === 'DELETE' || (path.includes('}') && deletesItem({ method, path }))) return 'fresh';
  return isSafe(method) ? 'read' : 'write';
}

/** Deletes run after the flows that share items. */
export function turnOf(operation: Pick<Operation, 'method' | 'path'>): Turn {
  return useOf(operation) === 'fresh' ? 'removing' : 'together';
}

/**
 * The kind of fixture for a request that must be refused. If its own id is broken, the request names no
 * record, so none is created for it.
 */
export function useOfBroken(operation: Pick<Operation, 'method' | 'path'>, pointer?: string): FixtureUse {
  const use = useOf(operation);
  const { path } = operation;
  const own = endsInParameter(path) ? templateNames(path).at(-1) : undefined;
  const isNameless = own !== undefined && pointer === `/path/${escapeToken(own)}`;
  return use === 'write' || (use === 'fresh' && isNameless) ? 'spoil' : use;
}
