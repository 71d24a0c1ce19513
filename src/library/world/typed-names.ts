import type { JsonObject } from '../../core/index.ts';
import type { Behaviour, Factory, Id, Override, StartingState } from '../../mock/index.ts';

/**
 * What the document of a project has, by name: `operations`, a union of operationIds, and `resources`, the type of a record by resource. `standin types`
 * writes a file that declares it for the module `standin`; without one every name is a string. A project with several documents gives each mock its own:
 * `createMock<Shop>(…)`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declarations of a project are merged into it
export interface StandinTypes {}

export type OperationOf<T> = T extends { readonly operations: infer Name extends string } ? Name : string;

export type ResourcesOf<T> = T extends { readonly resources: infer Records }
  ? Records
  : Readonly<Record<string, JsonObject>>;

export type ResourceOf<T> = keyof ResourcesOf<T> & string;

export type RecordOf<T, Name extends ResourceOf<T>> = ResourcesOf<T>[Name];

/** Fields of a record, and parameters of the path that it lives below. */
export type RecordFields<T, Name extends ResourceOf<T>> = Partial<RecordOf<T, Name>> & {
  readonly [parameter: `${string}Id`]: Id;
};

/** An override as a test writes it. */
export type NewOverride<T = StandinTypes> = Omit<Override, 'id' | 'draws' | 'operation'> & {
  readonly operation?: OperationOf<T>;
};

/** Mocks whose names are those of a document. */
export interface MocksOf<T> {
  readonly behaviours?: { readonly [Name in OperationOf<T>]?: Behaviour };
  readonly factories?: { readonly [Name in ResourceOf<T>]?: Factory };
  readonly startingStates?: Readonly<Record<string, StartingState>>;
}
