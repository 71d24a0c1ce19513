import type { Operation, Schema } from '../../spec/index.ts';

/** What hides in an Api: its collections and singletons, and the role that each operation plays for one of them. */
export interface ResourceModel {
  readonly resources: readonly Resource[];
  resource(name: string): Resource | undefined;
  /** The one collection that a word means, in singular or plural; what is nested in nothing before what is. */
  meant(word: string): Resource | undefined;
  roleOf(operation: Operation): Role;
  /** Reads what the operation's own path shows: a role is found by all paths of one word together, and soon where they have been looked at. */
  look(operation: Operation): void;
}

export interface Resource {
  /** Unique; from the last literal segment of its path: `pets`, `orders`; qualified (`users.pets`) where two would share it. */
  readonly name: string;
  /** Singular word for messages: `pet`. */
  readonly singular: string;
  /** Template of the collection, where it has one: `/users/{userId}/pets`. */
  readonly collectionPath?: string;
  /** Template of an item: `/users/{userId}/pets/{petId}`. For a singleton, its own path. */
  readonly itemPath?: string;
  readonly singleton: boolean;
  /** Absent for singletons and for collections whose items cannot be addressed. */
  readonly id?: ResourceId;
  /** Schema of one entity as responses show it. */
  readonly schema: Schema;
  /** The collection that this one is nested under. */
  readonly parent?: ParentLink;
  readonly relations: readonly Relation[];
  /** True where an entity can be listed or created: an unknown id is then 404, otherwise it is materialised. */
  readonly enumerable: boolean;
}

export interface ResourceId {
  /** Name of the path parameter in `itemPath`. */
  readonly parameter: string;
  /**
   * Property of the entity that holds the id; absent where the entity does not show it.
   * A property of the entity itself stands by its name (`id`); a deeper one is a JSON Pointer, which starts with `/` (`/metadata/name`).
   * `pointerTo` turns either into a pointer.
   */
  readonly property?: string;
  /** Other properties that the parameter may hold as well (`{id_or_slug}`), as in `property`. Absent: there are none. */
  readonly also?: readonly string[];
  /** Schema of the id (parameter's and property's agree or the property's is taken). */
  readonly schema: Schema;
}

export interface ParentLink {
  readonly resource: string;
  /** Path parameter of ours that names the parent. */
  readonly parameter: string;
  /** Property of ours that repeats the parent's id, where there is one: a name or a pointer, as in `ResourceId.property`. */
  readonly property?: string;
}

/** A path parameter other than the id: it says within what the entities of an operation live. */
export interface ScopeParameter {
  /** Name in the operation's own path. */
  readonly parameter: string;
  /** Name of the same place in the resource's own path (`itemPath`, `collectionPath`), where it has it: equal values mean the same place. */
  readonly home?: string;
  /** Property of the entity that repeats the value: a name or a pointer, as in `ResourceId.property`. */
  readonly property?: string;
}

/** A query parameter of a write that sets a property of the entity (`POST /pet/{petId}?status=sold`). */
export interface Input {
  readonly parameter: string;
  /** Pointer inside the entity. */
  readonly pointer: string;
}

/** A property that an action sets, as its name says: `cancel` makes `status` `cancelled`. */
export interface Effect {
  readonly property: string;
  readonly value: string | boolean;
}

/** A request that creates several entities at once. */
export interface Several {
  /** Where the list of them stands in the request body: a JSON Pointer, `''` for the whole. */
  readonly each: string;
  /** Where the answer lists what was created. Absent: it does not, or it shows one (`responseEntity`). */
  readonly shown?: string;
  /** Property that each of them is where it is only a text: the name of what is put into the collection. Absent: they are whole entities. */
  readonly by?: string;
}

/** A property of this resource's entity that names an entity of another: `petId`, `pet_id`, `pet.id`, `petIds[]`. */
export interface Relation {
  /** JSON Pointer inside the entity; a trailing `/*` means each item of an array. */
  readonly pointer: string;
  readonly resource: string;
  readonly required: boolean;
}

export type RoleKind = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete' | 'action' | 'none';

export interface Role {
  readonly kind: RoleKind;
  readonly resource?: Resource;
  /** Reasons, for a person, in the order in which they were decisive. */
  readonly why: readonly string[];
  readonly list?: ListDetails;
  /** Where the entity stands in the request body and in the 2xx answer, as JSON Pointers (`''` is the whole body); absent: not there. */
  readonly requestEntity?: string;
  readonly responseEntity?: string;
  /** On `create`: the part of the entity that the request's entity is (`/spec` of `{ id, spec }`). Absent: it is the entity itself. */
  readonly sentAs?: string;
  /** On `create`: the property of the body that names what is there already and is put in (`userId`). Absent: what is created is new. */
  readonly names?: string;
  /**
   * How this operation's own path names the entity. Its parameter, and even its property, may differ from the resource's
   * (`/teams/{team_id}` beside `/orgs/{org}/teams/{team_slug}`). On an `action`: the item that it is done to. Absent on `replace` and `patch`: the id is taken from the request entity (`PUT /pet`).
   */
  readonly id?: ResourceId;
  /** All other path parameters of the operation, outermost first. Absent: there are none. */
  readonly scope?: readonly ScopeParameter[];
  /** Query parameters of a write that set properties. */
  readonly inputs?: readonly Input[];
  /**
   * Of a call by name (`POST /templates/info`): what says that which the path and the query of a resource's own operation would say. Absent: they do
   * themselves.
   */
  readonly says?: 'body' | 'query';
  /** On `action`: what it makes of its item. Absent: that cannot be known. */
  readonly effects?: readonly Effect[];
  /** On `action`: properties that take the time at which it is done (`cancelledAt`). Absent: none. */
  readonly stamps?: readonly string[];
  /** On `action`: an entity of another resource that it creates, and where its answer shows it. */
  readonly makes?: { readonly resource: Resource; readonly responseEntity: string };
  /** On `action`: its body is a list of entities, and each of them is created. */
  readonly creates?: Several;
  /** On `action`: it lists entities, chosen by what its body and its query say: a property of the body means what a query parameter of that name would. */
  readonly lists?: ListDetails;
  /** On `action`: it deletes the entities of its collection that the filters of its query let through. */
  readonly empties?: ListDetails;
  /** On `action`: properties that take no time any more (`archivedAt` of what is unarchived). Absent: none. */
  readonly clears?: readonly string[];
  /**
   * On `create`: what the document lets be there once only, as groups of properties that no two entities have the same values of; without a group it is
   * the whole of what a client says. Absent: the document says nothing of it.
   */
  readonly unique?: readonly (readonly string[])[];
  /** On `replace`: properties of the entity that the request cannot name, so they keep their values. */
  readonly keeps?: readonly string[];
}

export interface ListDetails {
  /** Pointer of the array in the answer: `''` for a bare array, `/data` for an envelope. */
  readonly items: string;
  /** Pointer of each known envelope field. */
  readonly envelope: {
    readonly total?: string;
    readonly limit?: string;
    readonly offset?: string;
    readonly page?: string;
    readonly pages?: string;
    readonly next?: string;
    readonly previous?: string;
    readonly hasMore?: string;
    readonly nextCursor?: string;
    /** A link to that page, or whether this one is it. */
    readonly first?: string;
    readonly last?: string;
    /** A link to this page. */
    readonly self?: string;
    /** How many entities this page shows. */
    readonly shown?: string;
    /** Whether this page shows none. */
    readonly empty?: string;
    /** Ids of the first and of the last entity that this page shows. */
    readonly firstId?: string;
    readonly lastId?: string;
    /** Positions of the first and of the last entity of this page, counted from 0. */
    readonly start?: string;
    readonly end?: string;
  };
  readonly filters: readonly Filter[];
  /** Parameters that hold the bounds of a property in one object (`created[gte]=7`). */
  readonly ranges?: readonly Pick<Filter, 'parameter' | 'pointer'>[];
  readonly page: {
    readonly limit?: string;
    /** Other names of the limit (`per_page` beside `page_size`). */
    readonly otherLimits?: readonly string[];
    readonly offset?: string;
    readonly page?: string;
    /** Page numbers start here (0 or 1). */
    readonly firstPage?: number;
    readonly cursor?: string;
    /** Cursor that means "before" (Stripe's `ending_before`). */
    readonly before?: string;
    readonly defaultLimit: number;
    readonly maxLimit?: number;
  };
  /**
   * `order` is the parameter that gives the direction and `descending` its value for "downwards" (`desc`).
   * Without `order`, `descending` is the prefix of a sort value that means the same (`-` in `-name`).
   */
  readonly sort?: {
    readonly parameter: string;
    readonly order?: string;
    readonly descending?: string;
    /** The documented order of a request that asks for none. */
    readonly usual?: string;
  };
  /** Pointer of the time of creation, where the description says that the newest come first. */
  readonly newest?: string;
  /** Parameter of a text search over all properties. */
  readonly search?: string;
}

export interface Filter {
  readonly parameter: string;
  /** Pointer inside the entity; a step `*` means each item of an array. */
  readonly pointer: string;
  readonly op: 'equals' | 'in' | 'contains' | 'min' | 'max';
  /** Values of the parameter that switch the filter off (`state=all`). */
  readonly off?: readonly string[];
  /** The parameter is a list of values. */
  readonly many?: true;
  /** What stands between several values in one text (`ids=1,2`). */
  readonly separator?: ',';
}

/** What a person says over the guess, by operation id; the same words as the `x-standin-*` extensions, and stronger than they. */
export interface Corrections {
  readonly operations?: Readonly<Record<string, Correction>>;
}

export interface Correction {
  readonly role?: RoleKind;
  /** Name of a resource: one that is seen anyway, or a new one. */
  readonly resource?: string;
  /** Property of the entity that holds the id (a name or a pointer). */
  readonly id?: string;
  /** Name of the parent resource. */
  readonly parent?: string;
}
