import type { HttpRequest, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { RecordTotal, Resource, ResourceModel, Role } from '../../resources/index.ts';
import type { Api, DecodedParameters, Operation, Schema } from '../../spec/index.ts';
import type { Entity, Transaction, World } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { CountedIdOf } from './counted-ids.ts';
import type { DrawableOf } from './drawable.ts';
import type { Fields, FieldsOf } from './fields.ts';
import type { Texts } from './list-text.ts';
import type { Mocks } from './mocks.ts';
import type { OperationPlan, PlanOf } from './operation-plan.ts';
import type { MockOptions } from './options.ts';
import type { EntityPlace, PathScopesOf } from './place.ts';
import type { Preferences } from './preferences.ts';
import type { Refusal } from './refusal.ts';
import type { ShownChildrenOf } from './shown-child.ts';

/** Documented records of a resource, and documented ids as strings. */
export interface RecordSamples {
  readonly records: readonly JsonObject[];
  readonly ids: readonly string[];
}

/** Properties of an item with the values that only a filter of its list lists. */
export type FilteredWords = ReadonlyMap<string, readonly string[]>;
/** Places in an envelope that say whether a request succeeded, each with the values for a success. */
export type SuccessMarks = readonly (readonly [pointer: string, values: readonly Json[]])[];

/** Defaults that descriptions tell, in the types that each may have, by the names of properties without separators. */
export type DescribedDefaults = ReadonlyMap<string, readonly Json[]>;

/** What the records of a resource show of other records. */
export interface ForeignRecords {
  readonly holders: readonly RecordHolder[];
  readonly references: readonly RepeatedRecord[];
  /** The lists whose lines name records of other resources: the property with the id, and where the records are. */
  readonly lines: readonly (readonly [
    list: string,
    things: readonly { readonly property: string; readonly place: EntityPlace }[],
  ])[];
}

/** A property whose objects name records of another resource by their id: `assignee` of `{ assignee: { id, name } }`. */
export interface RecordHolder {
  readonly name: string;
  readonly id: string;
  readonly schema: Schema;
  readonly target: Resource;
  /** Where its records are; absent where a path with their common parent decides it. */
  readonly place?: EntityPlace;
}

/** A property with the id of another record, and properties beside it that repeat that record: `voice_name` beside `voice_id`. */
export interface RepeatedRecord {
  readonly reference: string;
  readonly target: Resource;
  /** Where its records are; absent where a path with their common parent decides it. */
  readonly place?: EntityPlace;
  readonly shown: readonly (readonly [name: string, theirs: string])[];
  /** What a new line shows of the thing that it names: its name and price. */
  readonly line: readonly (readonly [name: string, theirs: string])[];
  /** Whether the whole price follows from the nights of a stay. */
  readonly stays: boolean;
}

/** What one mock is made of. Two mocks share none of it. */
export interface MockContext {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
  readonly mocks: Mocks;
  readonly options: MockOptions;
  readonly fieldsOf: FieldsOf;
  readonly drawableOf: DrawableOf;
  readonly countedIdOf: CountedIdOf;
  /** What a new id must fit so that every operation on the path of its item takes it. */
  readonly idSchemaOf: (resource: Resource) => Schema;
  /** What the document shows of a resource: new values get its form. */
  readonly samplesOf: (resource: Resource) => RecordSamples;
  readonly versionsOf: VersionsOf;
  readonly filteredWordsOf: (resource: Resource) => FilteredWords;
  /** Names that the paths below an item have. */
  readonly namedBelowOf: (resource: Resource) => ReadonlySet<string>;
  /** Names, without separators, of the values that actions on an item need. */
  readonly neededByActionsOf: (resource: Resource) => ReadonlySet<string>;
  /** Whether an operation on an item, or below it, answers otherwise where the item was deleted. */
  readonly tellsDeletedOf: (resource: Resource) => boolean;
  readonly describedDefaultsOf: (fields: Fields) => DescribedDefaults;
  readonly foreignRecordsOf: (resource: Resource) => ForeignRecords;
  readonly successMarks: (envelope: Fields) => SuccessMarks;
  readonly errors: ErrorBodies;
  readonly pathScopesOf: PathScopesOf;
  readonly seedsOf: SeedsOf;
  readonly shownChildrenOf: ShownChildrenOf;
  /** The numbers of the records of a resource that follow from other records. */
  readonly totalsOf: (resource: Resource) => readonly RecordTotal[];
  /** Who sends requests without having signed in. */
  readonly callerOf: () => CallingUser | undefined;
  readonly planOf: PlanOf;
  /** All operations with exactly this path template. */
  operationsAt(path: string | undefined): readonly Operation[];
  /** Materialised entities, so that they are drawn once. */
  readonly materials: Map<string, Entity>;
  readonly texts: Texts;
  /** The number of tokens that were signed out. Answers to a credential from before are not reused. */
  readonly signOuts: { count: number };
}

/** One request: matched, decoded, and with its world. */
export interface RequestContext {
  /** Overrides that answer a share of the requests do not answer this one. */
  readonly isDrawn?: boolean;
  /** Ids of the overrides that were applied to the request already. */
  readonly used?: readonly string[];
  readonly operation: Operation;
  readonly plan: OperationPlan;
  readonly role: Role;
  readonly request: HttpRequest;
  /** Raw, as in the path. */
  readonly pathParams: Readonly<Record<string, string>>;
  readonly parameters: DecodedParameters;
  readonly preferences: Preferences;
  readonly accept: string | undefined;
  /** The part before the documented path, such as `/v1`. */
  readonly basePath: string;
  readonly world: World;
}

/** One call of a role: the mock, the request, the place of the entities it is about, and the transaction. */
export interface RoleCall {
  readonly mock: MockContext;
  readonly context: RequestContext;
  readonly place: EntityPlace;
  readonly tx: Transaction;
}

export interface ErrorBodies {
  /**
   * The answer for a refusal: the documented error schema, filled by the meaning of its properties, else
   * problem+json (RFC 9457).
   */
  answer(
    refusal: Refusal,
    operation: Operation | undefined,
    request: { readonly path: string; readonly accept: string | undefined },
  ): HttpResponse;
}

/** A seeded record of the users, and its place. */
export interface CallingUser {
  readonly place: EntityPlace;
  readonly id: string;
}

/** A seeded entity of a place. */
export interface Seed {
  /** The id as a string, without the parent's. */
  readonly id: string;
  /** The documented example of it. */
  readonly known: JsonObject;
  /** For a link that shows the linked record itself: which seed of which place it is. */
  readonly same?: { readonly place: EntityPlace; readonly index: number };
}

/** The seeds of a place, which do not depend on earlier requests. */
export type SeedsOf = (place: EntityPlace) => readonly Seed[];

/** The version properties that the server counts, by name. Computed once for each schema. */
export type VersionsOf = (schema: Schema) => ReadonlyMap<string, Schema>;
