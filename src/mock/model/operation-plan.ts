import type { HeaderFields, Json, JsonObject } from '../../core/index.ts';
import type { RequiredOrder } from '../../generation/index.ts';
import type {
  ItemContents,
  JobStates,
  Movement,
  RecordTotal,
  ReferenceRule,
  Resource,
  StateRule,
} from '../../resources/index.ts';
import type { Operation, ResponseHeader, ResponseSpec, Schema, SchemaObject } from '../../spec/index.ts';
import type { Behaviour } from './mocks.ts';
import type { PageFields } from './page-fields.ts';
import type { CountedReference, ShownIn } from './shown-child.ts';

export interface Choice {
  readonly spec: ResponseSpec;
  readonly status: number;
}

/**
 * A PUT that creates a missing item without a documented 201, because no other operation does; or a POST
 * that links the record that its body names.
 */
export interface PutsIn {
  /**
   * The resource of the linked record (`/groups/{id}/members/{userId}` links `/users`). That record must
   * exist.
   */
  readonly target?: Resource;
  /** Whether the linked item is the record itself, shown at another path. */
  readonly isSame: boolean;
}

/** A place in a body that names a record. */
export interface NamedPlace {
  readonly pointer: string;
  readonly resource: Resource;
  /** The states in which the document refuses that the record is named, with the status. */
  readonly refused?: ReferenceRule & { readonly status: number };
}

/** The references of a write that must exist, and the documented status if one does not. */
export interface Demands {
  readonly status: number;
  readonly named: readonly NamedPlace[];
}

/** The states of an item in which the document refuses an operation. */
export interface RefusedStates {
  /** The property of the item that holds its state. */
  readonly property: string;
  readonly rule: StateRule;
  /** The documented status of the refusal. */
  readonly status: number;
}

/** The same of the item above: a transcript of a job that still runs. */
export interface RefusedByItem extends RefusedStates {
  readonly item: Resource;
}

/** Query parameters, and a property of the body, that expand ids into records and select properties. */
export interface ShapingParameters {
  readonly expands?: string;
  readonly inBody?: string;
  readonly selects?: string;
  /** Leaves out properties: `exclude_fields`. */
  readonly excludes?: string;
  /** The description of `selects` promises the id in every case. */
  readonly keepsId?: boolean;
}

/** How an operation relates to the signed-in user. */
export type SignUse = 'shows caller' | 'signs in' | 'signs up' | 'signs out';

/**
 * How an operation relates to content that is not an entity (`/files/{id}/content`): it stores, shows or
 * deletes it.
 */
export type ContentUse = 'keeps' | 'shows' | 'forgets';

/** The properties of a record after which calls are named that make it: `venue` of `POST /sendVenue`. */
export interface CalledKind {
  readonly own: string | undefined;
  readonly others: ReadonlySet<string>;
}

/** Facts about an operation that do not depend on a request. Computed on the first call. */
export interface OperationPlan {
  readonly behaviour: Behaviour | undefined;
  /** The successful answer, or a substitute if the document has no response. */
  readonly success: Choice;
  /** The lifecycle header fields. Only their links depend on the request's path. */
  lifecycle(pathParams: Readonly<Record<string, string>>): HeaderFields;
  /** Whether anonymous requests are allowed, and a credential could come only in `Authorization`. */
  readonly admitsAnyone: boolean;
  /** Query parameters with a credential. No answer repeats them. */
  readonly keysInQuery: readonly string[];
  /** Whether the document has entity tags for this operation or another one of its path. */
  readonly tagged: boolean;
  /** Its path parameters by the names that properties of an answer may have for them. */
  readonly pathNames: ReadonlyMap<string, string>;
  /** What a call by name is named after, and what the other calls are that make the same records. */
  readonly calledKind: CalledKind | undefined;
  /** Properties that its success shows, that a client may send, and that the entity's own schema does not have. */
  readonly shownAlone: readonly string[];
  /** Times in its body whose order a description states. */
  readonly order: RequiredOrder | undefined;
  /** What the example of its success says in words beside the record. */
  readonly wordsBeside: JsonObject;
  /** The ids in the answer of a POST that makes no record here: each call gets others. */
  readonly receiptIds: ReadonlyMap<string, Schema> | undefined;
  /** Flags of its answer that say what a write did. */
  readonly answeredFlags: readonly (readonly [pointer: string, value: boolean])[];
  /** Whether a write must name the version that it changes (RFC 6585 §3). */
  readonly demandsMatch: boolean;
  /** Whether its 409 is about an outdated version. */
  readonly refusesStale: boolean;
  /** The states of the item in which it is refused, if the document says so. */
  readonly refusedStates: RefusedStates | undefined;
  /** The states of the item above in which a read below it is refused, if the document shows them. */
  readonly refusedByItems: readonly RefusedByItem[];
  /** The states of the job that a read shows. */
  readonly job: JobStates | undefined;
  /**
   * The idempotency key field in lower case: `idempotency-key`, or another documented spelling; absent if
   * there is none.
   */
  readonly keyField: string | undefined;
  /** The property of the body that is such a key: `idempotency_key`. */
  readonly keyProperty: string | undefined;
  /** The query parameter that names the properties that a PATCH changes: `update_mask`. */
  readonly updateMask: string | undefined;
  /** Header fields of its success about a page. */
  readonly pageFields: PageFields;
  /** The seed name of drawn values. A documented HEAD has that of the GET of its path (RFC 9110 §9.3.2). */
  readonly drawnAs: string;
  /** Header fields that the answer for a response must show. */
  shownFields(spec: ResponseSpec): readonly ResponseHeader[];
  /** Header fields that were drawn already. */
  readonly drawn: WeakMap<ResponseHeader, HeaderFields>;
  /** Defaults in the request schema that the entity can show, once computed. */
  readonly defaults: WeakMap<SchemaObject, readonly (readonly [name: string, value: Json])[]>;
  /** The item that a PUT creates if it does not exist; absent if this PUT creates none. */
  readonly putsIn: PutsIn | undefined;
  /** The records to whose addresses this operation redirects. */
  readonly redirect: Redirect | undefined;
  /** The list in the parent that shows what is written. */
  readonly shownIn: ShownIn | undefined;
  /** References of the written item to records that count such items. */
  readonly countedIn: readonly CountedReference[];
  /** Amounts of its body that it adds to numbers of records, or takes from there. */
  readonly movements: readonly Movement[];
  /** Numbers of its answer that follow from records of the item above: `/events/{id}/statistics`. */
  readonly totalsBelow: readonly RecordTotal[];
  /** How it relates to content that is not an entity. */
  readonly content: ContentUse | undefined;
  /** Names of the parameters that shape its answer. */
  readonly shaping: ShapingParameters | undefined;
  /** How it relates to the signed-in user. */
  readonly sign: SignUse | undefined;
  /** The resource whose uploaded file it returns. */
  readonly fileOf: Resource | undefined;
  /** Whether another operation returns the file that it receives. */
  readonly keepsFile: boolean;
  /** Whether it brings a deleted item back. */
  readonly undeletes: boolean;
  /** What it takes out of its item: the messages of a queue. */
  readonly empties: ItemContents | undefined;
  /** The query parameter for the id of a created item (`?bookId=`, beside `/books/{book}`). */
  readonly idInQuery: string | undefined;
  /** The item of another resource that its path names or is below, which may be missing. */
  readonly owner: Resource | undefined;
  /** The status of a request that breaks a rule. It may have to read the whole document, so it is looked up when needed. */
  readonly invalidStatus: () => 400 | 422;
  /** Whether the document has a status for a valid request with a value that the record cannot show. */
  readonly refusesValues: boolean;
  /** Places in its body where the id of a record may stand instead of an object. */
  readonly namedByIds: ReadonlySet<string>;
  /** The resource of which each record has one entity with its id, although nothing creates that entity. */
  readonly counterpart: Resource | undefined;
  /** The references in its body that must exist. */
  readonly demands: Demands | undefined;
  /**
   * The part of the path template that only the path has; absent if entities or their own paths repeat all
   * of it.
   */
  readonly pathOnly: string | undefined;
  /** On a list: the property of the item above that names what it shows. */
  readonly listedBy: ListedBy | undefined;
  /** On a list: the query parameters that name a record to which the items refer. */
  readonly nameFilters: readonly NameFilter[];
  /** On a write: the properties that the lists of its collection look for, and that no entity shows. */
  readonly keptForFilters: readonly string[];
  /** On a list: the query parameters with the name of a property that only the create sends. */
  readonly sentFilters: readonly string[];
  /** On a list: the links that lead from what it shows to the item above. */
  readonly linkedBy: LinkedBy | undefined;
  /** On a create: the collections that link what it makes. */
  readonly linksOfMade: readonly LinksOfRecord[];
}

/** A collection below another record that links records of their own: contacts below a list. */
export interface LinksOfRecord {
  /** The resource of the record above the links. */
  readonly owner: Resource;
  /** The resource of the links. */
  readonly links: Resource;
  /** Plain names of a list with the ids of owners: `listids`. */
  readonly names: ReadonlySet<string>;
}

/** The links by which a list below a record shows what links it. */
export interface LinkedBy extends LinksOfRecord {
  /** The resource of the record above the list. */
  readonly record: Resource;
  /** Path parameter with the id of that record. */
  readonly parameter: string;
}

/** A query parameter with the name of a record to which the items of a list refer. */
export interface NameFilter {
  readonly parameter: string;
  /** Pointer to the reference in an item. */
  readonly pointer: string;
  readonly target: Resource;
  /** The property with the name in the records of the target. */
  readonly name: string;
}

/** The property of the item above a list that names what the list shows. */
export interface ListedBy {
  readonly parent: Resource;
  /** Path parameter with the id of that item. */
  readonly parameter: string;
  readonly name: string;
  /** Property of each member that is the id; absent if the members are ids. */
  readonly member: string | undefined;
  /** Whether the document shows the property to refer to the listed entities. */
  readonly isRelated: boolean;
}

export type PlanOf = (operation: Operation) => OperationPlan;

/** A redirection to the address in the record that a path names. */
export interface Redirect {
  readonly resource: Resource;
  readonly parameter: string;
  /** The property with the value of the parameter. */
  readonly property: string;
  /** The property with the address. */
  readonly target: string;
}
