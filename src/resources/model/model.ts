import type { Operation, Schema } from '../../spec/index.ts';

/** The collections and singletons of an Api, and the role of each operation. */
export interface ResourceModel {
  readonly resources: readonly Resource[];
  resource(name: string): Resource | undefined;
  /** The only collection that a word means, in singular or plural. Top-level ones win over nested ones. */
  meant(word: string): Resource | undefined;
  roleOf(operation: Operation): Role;
  /**
   * The role that a call by name (`POST /templates/add`) has if its name is believed, also where the model is read by
   * paths alone. For all other operations, the same as `roleOf`.
   */
  roleByName(operation: Operation): Role;
  /**
   * Reads the answers of the operation's own path. Roles of all paths with the same word are then computed
   * faster.
   */
  look(operation: Operation): void;
  /** The numbers of an answer that follow from records: those of one collection (`/orders/stats`), or of several (`/stats`). */
  statisticsOf(operation: Operation): readonly RecordStatistics[];
}

/** Numbers that follow from the records of a collection. */
export interface RecordStatistics {
  readonly resource: Resource;
  readonly numbers: readonly Statistic[];
}

export interface Resource {
  /**
   * Unique name from the last literal segment of its path: `pets`, `orders`; qualified (`users.pets`) if
   * two have the same word.
   */
  readonly name: string;
  /** Singular word for messages: `pet`. */
  readonly singular: string;
  /** Path template of the collection, if it has one: `/users/{userId}/pets`. */
  readonly collectionPath?: string;
  /** Path template of an item: `/users/{userId}/pets/{petId}`. For a singleton, its own path. */
  readonly itemPath?: string;
  readonly singleton: boolean;
  /** Absent for singletons and for collections whose items cannot be addressed. */
  readonly id?: ResourceId;
  /** Schema of one entity as responses show it. */
  readonly schema: Schema;
  /** The property of the entity whose object has all others: `attributes` of `{ type, id, attributes: {…} }`. Absent: it has them itself. */
  readonly holder?: string;
  /** The collection that this one is nested under. */
  readonly parent?: ParentLink;
  readonly relations: readonly Relation[];
  /** Whether an entity can be listed or created: an unknown id is then 404, otherwise it is materialised. */
  readonly enumerable: boolean;
}

export interface ResourceId {
  /** Name of the path parameter in `itemPath`. */
  readonly parameter: string;
  /**
   * Property of the entity with the id; absent if the entity does not show it. A top-level property is a
   * name (`id`); a nested one is a JSON Pointer with a leading `/` (`/metadata/name`). `pointerTo` makes a
   * pointer of both.
   */
  readonly property?: string;
  /**
   * Property of the items of the list with the id, in the form of `property`, where the entity itself does not
   * show it. Absent if `property` is given, or if no list shows it.
   */
  readonly listed?: string;
  /**
   * Other properties whose value the parameter accepts (`{id_or_slug}`), in the form of `property`. Absent
   * if there are none.
   */
  readonly also?: readonly string[];
  /** Schema of the id: that of the parameter if it agrees with the property, else that of the property. */
  readonly schema: Schema;
  /** The parameter takes several ids, separated by commas (`{ids}`). Only on the id of an operation. */
  readonly several?: true;
  /** Path of an item where no operation stands on it, as those behind it have it (`/orders/{id}` of `/orders/{id}/cancel`). */
  readonly hiddenPath?: string;
}

export interface ParentLink {
  readonly resource: string;
  /** The path parameter that identifies the parent. */
  readonly parameter: string;
  /**
   * The property that repeats the parent's id, if there is one: a name or a pointer, as in
   * `ResourceId.property`.
   */
  readonly property?: string;
}

/** A path parameter other than the id: it identifies a parent of the entities. */
export interface ScopeParameter {
  /** Name in the operation's own path. */
  readonly parameter: string;
  /**
   * Name of the corresponding parameter in the resource's own path (`itemPath`, `collectionPath`), if it
   * has one.
   */
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

/** A property that an action sets, by the action's name: `cancel` sets `status` to `cancelled`. It may be in the holder (`Resource.holder`). */
export interface Effect {
  readonly property: string;
  readonly value: string | boolean | number;
}

/** Effects on properties of an object of the item. */
export interface PartEffects {
  readonly part: string;
  readonly effects: readonly Effect[];
}

/** A request that creates several entities at once. */
export interface BulkCreate {
  /** JSON Pointer of the list in the request body; `''` for the whole body. */
  readonly each: string;
  /**
   * JSON Pointer of the list in the answer. Absent if it has none, or shows one entity (`responseEntity`).
   */
  readonly shown?: string;
  /** JSON Pointer of a list in the answer that has only their ids. */
  readonly shownIds?: string;
  /** Property that each of them is where it is only a text: the name of what is put into the collection. Absent: they are whole entities. */
  readonly by?: string;
  /** Property by which an existing entity is known where the items of the list have no id. The rest of the body is what they share. */
  readonly match?: string;
  /** JSON Pointer of a list of ids in the body, each of which puts one in: `{ contactIds: […] }`. The rest of the body is what they share. */
  readonly ids?: string;
  /** The list is the whole collection afterwards (PUT): what it does not name goes. */
  readonly replaces?: true;
  /** One of them with the id of an existing entity changes that entity. */
  readonly updates?: true;
}

/** A request that gives several entities the same values. */
export interface BulkChange {
  /** JSON Pointer of the list of ids in the request body. Absent where it is done to every entity of the collection. */
  readonly ids?: string;
  /** JSON Pointer of the object with the values; `''` for the body itself, beside the ids. */
  readonly values: string;
  /** What becomes of each entity, where the body has nothing but the ids. */
  readonly effects?: readonly Effect[];
  /** JSON Pointer of the number of changed entities in the answer, if it has one. */
  readonly counted?: string;
  /** JSON Pointer of the list of changed entities in the answer, if it has one. */
  readonly shown?: string;
}

/**
 * A property of this resource's entity that refers to another resource: `petId`, `pet_id`, `pet.id`,
 * `petIds[]`.
 */
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
  /** Reasons for people, in the order in which they decided. */
  readonly why: readonly string[];
  readonly list?: ListDetails;
  /**
   * JSON Pointers of the entity in the request body and in the 2xx answer (`''` is the whole body); absent
   * if it is not there.
   */
  readonly requestEntity?: string;
  readonly responseEntity?: string;
  /**
   * On writes: the place in the 2xx answer of the item that contains the entity in a list (`''` is the
   * whole body): the cart after `POST /carts/{cartId}/items`. Absent if the answer does not show it.
   */
  readonly answersParent?: string;
  /**
   * On `create`: the part of the entity that the request sends (`/spec` of `{ id, spec }`). Absent: the
   * whole entity.
   */
  readonly sentAs?: string;
  /**
   * On `create`: the property of the body that names an existing record to link (`userId`). Absent: the
   * record is new.
   */
  readonly names?: string;
  /**
   * How this operation's path identifies its entity. The parameter, and even the property, may differ from
   * the resource's (`/teams/{team_id}` beside `/orgs/{org}/teams/{team_slug}`). On `action`: the item of
   * the action. Absent on `replace` and `patch`: the id is in the request entity (`PUT /pet`).
   */
  readonly id?: ResourceId;
  /** All other path parameters of the operation, outermost first. Absent if there are none. */
  readonly scope?: readonly ScopeParameter[];
  /** Query parameters of a write that set properties. */
  readonly inputs?: readonly Input[];
  /**
   * For a call by name (`POST /templates/info`): the place of the values that a resource's own operation
   * has in path and query. Absent for other operations.
   */
  readonly says?: 'body' | 'query';
  /** On `action`: its effects on the item. Absent if they are not known. */
  readonly effects?: readonly Effect[];
  /** On `action`: its effects on the object of the item that holds its state: `State.Status` after `/start`. Absent if they are not known. */
  readonly partEffects?: PartEffects;
  /** On `action`: properties that it sets to the current time (`cancelledAt`). Absent if there are none. */
  readonly stamps?: readonly string[];
  /**
   * On `action`: the resource of which it creates an entity, and the place of that entity in the answer, unless this only shows
   * its id. `requestEntity` is the part of the body that describes it, if the body is more than that.
   */
  readonly makes?: {
    readonly resource: Resource;
    readonly responseEntity?: string;
    readonly requestEntity?: string;
    /** It has the values of the item that the path names. */
    readonly copies?: true;
  };
  /** On `action`: its body is a list of entities to create. */
  readonly creates?: BulkCreate;
  /** On `action`: it changes the entities whose ids are in its body. */
  readonly changes?: BulkChange;
  /**
   * On `action`: it lists entities, filtered by body and query. A property of the body has the meaning of a
   * query parameter with that name.
   */
  readonly lists?: ListDetails;
  /** On `action`: it finds the entity whose `property` has the value that the body has under the name `sent`. */
  readonly finds?: { readonly sent: string; readonly property: string };
  /** On `action`: it deletes the entities of its collection that the filters of its query match. */
  readonly empties?: ListDetails;
  /** On `action`: it changes what these filters of its query let through (`PUT /settings?channel=a`). */
  readonly alters?: ListDetails;
  /** With `empties`: the place in the body of values that name the entities, and the pointer of the property that has them. */
  readonly named?: { readonly at: string; readonly property: string };
  /** On `action`: date properties that it clears (`archivedAt` by `unarchive`). Absent if there are none. */
  readonly clears?: readonly string[];
  /**
   * On `create`: groups of properties of which no two entities may have equal values. Without a group, no
   * two entities may be equal in all values that clients send. Absent if the document says nothing about
   * uniqueness. On `replace` and `patch`: the groups that their 409 names.
   */
  readonly unique?: readonly (readonly string[])[];
  /** On `create`: a body with the id of an existing entity changes that entity. */
  readonly updates?: true;
  /** On `replace`: properties of the entity, in the form of `ResourceId.property`, that keep their values: the request cannot set them, or does not send them and only changes what it sends. */
  readonly keeps?: readonly string[];
  /** On `none`: it shows one entity at an end of its collection (`/orders/latest`). */
  readonly shows?: CollectionEnd;
  /** On `none`: it answers how many entities of its collection the filters of `list` let through (`/orders/count`). `at` is the pointer of that number in the answer. */
  readonly counts?: { readonly at: string; readonly list: ListDetails };
  /** On `none`: it answers numbers that follow from the entities of its collection (`/orders/stats`). */
  readonly statistics?: { readonly numbers: readonly Statistic[]; readonly list: ListDetails };
}

/** A number in an answer that follows from the entities of a collection. */
export interface Statistic {
  /** Pointer of the number in the answer. With `by`, of the object or list of numbers. */
  readonly at: string;
  readonly of: 'count' | 'sum' | 'average' | 'minimum' | 'maximum';
  /** Pointer of the property that is summed, averaged or compared. Absent for `count`. */
  readonly property?: string;
  /** Only entities with this value count. */
  readonly where?: { readonly property: string; readonly value: string | boolean };
  /** One number for each value of a property. `row` has the names in the objects of a list; without it, the answer is an object with the values as names. */
  readonly by?: {
    readonly property: string;
    /** The documented values, which are there also where no entity has them. */
    readonly values: readonly string[];
    readonly row?: { readonly value: string; readonly count: string };
  };
}

/**
 * An end of a collection, of those that the filters of `list` let through. Pointer of the time of creation or observation, if entities show
 * it; else the order in which they were made counts.
 */
export interface CollectionEnd {
  readonly end: 'newest' | 'oldest';
  readonly by?: string;
  readonly list?: ListDetails;
}

export interface ListDetails {
  /** Pointer of the array in the answer: `''` for a bare array, `/data` for an envelope. */
  readonly items: string;
  /** The list has only the id of each entity: `["a", "b"]`. */
  readonly idsAlone?: true;
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
    readonly hasPrevious?: string;
    readonly nextCursor?: string;
    /** A link to that page, or whether this page is it. */
    readonly first?: string;
    readonly last?: string;
    /** A link to this page. */
    readonly self?: string;
    /** The number of entities on this page. */
    readonly shown?: string;
    /** Whether this page is empty. */
    readonly empty?: string;
    /** Ids of the first and last entity of this page. */
    readonly firstId?: string;
    readonly lastId?: string;
    /** Positions of the first and last entity of this page, counted from 0. */
    readonly start?: string;
    readonly end?: string;
    /** An object with the parameters or the address of the next page: `next_page: { offset, path, uri }`. */
    readonly nextPage?: string;
    /** The name of the property that holds the list. */
    readonly key?: string;
  };
  readonly filters: readonly Filter[];
  /** Flags or times of entities that are only listed where a parameter asks for them: `archived` or `archived_at` with `include_archived`. */
  readonly hidden?: readonly Pick<Filter, 'parameter' | 'pointer'>[];
  /** The same of entities that a parameter leaves out: with `exclude_archived=true`, those with `archived` are not listed. */
  readonly excluded?: readonly Pick<Filter, 'parameter' | 'pointer'>[];
  /** Parameters with an object of bounds for a property (`created[gte]=7`). */
  readonly ranges?: readonly Pick<Filter, 'parameter' | 'pointer'>[];
  /**
   * Flags that name a state: with `running=true`, the entities whose `status` is `RUNNING` are listed, with `vip_only=true` those whose `vip`
   * is true, with `unread_only=true` those whose `read` is false.
   */
  readonly states?: readonly (Pick<Filter, 'parameter' | 'pointer'> & { readonly value: string | boolean })[];
  /** Filters inside parameters that are objects (`filter[status]=open`, where `filter` is documented as one object). */
  readonly parts?: readonly FilterPart[];
  readonly page: {
    readonly limit?: string;
    /** Other names of the limit (`per_page` beside `page_size`). */
    readonly otherLimits?: readonly string[];
    readonly offset?: string;
    /** The offset of the first item, where offsets count from 1. Absent: 0. */
    readonly firstOffset?: 1;
    readonly page?: string;
    /** The number of the first page (0 or 1). */
    readonly firstPage?: number;
    readonly cursor?: string;
    /** The parameter of the next page that the document shows in links alone. */
    readonly inLinks?: string;
    /** The parameters of a page and its size that only answers show: `meta: { page, per_page }`. */
    readonly shown?: { readonly page: string; readonly limit: string };
    /** Cursor that means "before" (Stripe's `ending_before`). */
    readonly before?: string;
    readonly defaultLimit: number;
    readonly maxLimit?: number;
  };
  /**
   * `order` is the parameter of the direction, and `descending` its value for descending (`desc`). Without
   * `order`, `descending` is a prefix of the sort value (`-` in `-name`).
   */
  readonly sort?: {
    readonly parameter: string;
    readonly order?: string;
    readonly descending?: string;
    /** The value of `order` for ascending, where that is not its default. */
    readonly ascending?: string;
    /** The documented default order. */
    readonly usual?: string;
  };
  /** Parameters that each say in which direction the list is sorted by one property: `order[title]=desc`. */
  readonly sorts?: readonly { readonly parameter: string; readonly pointer: string }[];
  /** A parameter that only says in which direction the list runs, and its usual direction. */
  readonly direction?: { readonly parameter: string; readonly usual: 'ascending' | 'descending' };
  /** Pointer of the time of creation, if the description says that the newest come first. */
  readonly newest?: string;
  /**
   * The order that the description names by a property of the items; absent where a parameter or `newest` gives the order.
   * `named`: it names the direction, too.
   */
  readonly ordered?: { readonly pointer: string; readonly descending: boolean; readonly named?: true };
  /** Parameter of a text search over all properties, or over those in `searched`. */
  readonly search?: string;
  /** Names of the properties that the search looks at. Absent: all. */
  readonly searched?: readonly string[];
}

export interface Filter {
  readonly parameter: string;
  /** Pointer inside the entity; a step `*` means each item of an array. */
  readonly pointer: string;
  readonly op: 'equals' | 'in' | 'contains' | 'min' | 'max';
  /** A value equal to the bound does not pass: “before this time”, `price[lt]`. */
  readonly exclusive?: true;
  /** Values of the parameter that switch the filter off (`state=all`). */
  readonly off?: readonly string[];
  /** The documented default, where another value switches the filter off: a list without the parameter shows `open`. */
  readonly usual?: string;
  /** The parameter accepts a list of values. */
  readonly many?: true;
  /** The separator of several values in one string (`ids=1,2`). */
  readonly separator?: ',';
}

/** A filter in an object: `parameter` is the object's name, `path` leads to the value in it. */
export interface FilterPart extends Filter {
  readonly path: readonly string[];
}

/**
 * The user's corrections of inferred facts, by operation id. They use the words of the `x-standin-*`
 * extensions, and win over them.
 */
export interface Corrections {
  readonly operations?: Readonly<Record<string, Correction>>;
}

export interface Correction {
  readonly role?: RoleKind;
  /** Name of a resource: an inferred one, or a new one. */
  readonly resource?: string;
  /** Property of the entity that holds the id (a name or a pointer). */
  readonly id?: string;
  /** Name of the parent resource. */
  readonly parent?: string;
}
