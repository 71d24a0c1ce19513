import type { Generator } from '../../generation/index.ts';
import type { ResourceModel } from '../../resources/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isSafe } from '../../spec/index.ts';
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
  /** The operations chosen, in document order. */
  readonly operations: readonly Operation[];
  readonly options: PlanOptions;
  /** Takes secrets out of what cases show of requests that others have made. */
  readonly redactor: Redactor;
  /** Whether the answer to a check is wanted: what nobody asks is not tried. */
  asks(check: string, operation: Operation): boolean;
  /** Counts what cannot be planned, with the reason. */
  leaveOut(reason: string, operation?: Operation): void;
}

export type Planner = (context: PlanContext) => readonly Flow[];

/** Cases of one resource stay together in one shard. */
export function groupOf(context: Pick<PlanContext, 'model' | 'index'>, operation: Operation): string {
  const resource = context.model.roleOf(operation).resource ?? context.index.ownerOf(operation.path);
  return resource?.name ?? operation.path;
}

/** What kind of data an operation may be let loose on. */
export function useOf({ method }: Pick<Operation, 'method'>): 'read' | 'write' | 'fresh' {
  if (method === 'DELETE') return 'fresh';
  return isSafe(method) ? 'read' : 'write';
}

/** What takes an item away waits for all who may have to do with one that is not their own. */
export function turnOf(operation: Pick<Operation, 'method'>): Turn {
  return useOf(operation) === 'fresh' ? 'removing' : 'together';
}

/** The data of a request that is to be refused. One whose own id is broken names nothing that is there: nothing is made for it. */
export function useOfBroken(operation: Pick<Operation, 'method' | 'path'>, pointer?: string): FixtureUse {
  const use = useOf(operation);
  const { path } = operation;
  const own = path.endsWith('}') ? path.slice(path.lastIndexOf('{') + 1, -1) : undefined;
  const isNameless = own !== undefined && pointer === `/path/${escapeToken(own)}`;
  return use === 'write' || (use === 'fresh' && isNameless) ? 'spoil' : use;
}
