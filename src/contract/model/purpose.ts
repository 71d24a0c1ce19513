import type { HttpRequest, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Effect, ListDetails, Resource } from '../../resources/index.ts';
import type { PlacedText, Position } from '../../spec/index.ts';

/**
 * Why a request is sent: what the answer must be, and what had happened before. Checks know nothing else
 * about the plan.
 */
export interface Purpose {
  /** See `CaseExpectation`. */
  readonly expect: 'valid' | 'refused' | 'absent' | 'any';
  /** Every id in the request names a record that was seen to exist. */
  readonly proven: boolean;
  /** The answer depends on more than the request: on other records, or on the state of an item. */
  readonly relational: boolean;
  readonly story: Stimulus;
  /** The scenario, user agent or client that sent the request; absent for cases of the plan. */
  readonly caller?: string;
}

/** A value that a property of an item has. */
export interface PropertyValue {
  readonly property: string;
  readonly value: Json;
}

/** What a request does that a plain valid one does not, or which request it follows. */
export type Stimulus =
  /** `sends`: what is unusual in the request, in words. `pair`: the example that it sends, with its answers. */
  | { readonly kind: 'plain'; readonly sends?: string; readonly pair?: ExamplePair }
  /** Optional parts are left out: all, or the one at `pointer`. */
  | { readonly kind: 'optional-omitted'; readonly pointer?: string }
  | { readonly kind: 'unicode'; readonly pointers: readonly string[] }
  /** Reads an item that certainly does not exist. */
  | { readonly kind: 'unknown'; readonly parameter: string }
  /** A step of a scenario. `expected` has those of `status`, `headers` and `body` that the step names. */
  | {
      readonly kind: 'scenario';
      readonly scenario: string;
      readonly step: string;
      readonly expected: Json;
      /** Statuses of the answers to the same request, sent in parallel. */
      readonly beside?: readonly number[];
      readonly position?: Position;
    }
  | { readonly kind: 'recorded' }
  /** Sends a value for a property that only the service sets. */
  | {
      readonly kind: 'read-only';
      readonly property: string;
      readonly value: Json;
      /** The document does not mark it as read-only: the documented body lacks it. */
      readonly isUnlisted: boolean;
    }
  | { readonly kind: 'boundary'; readonly pointer: string; readonly keyword: string }
  | BreakingStimulus
  /** `free`: created under an id that was seen to be unused. */
  | { readonly kind: 'created'; readonly sent?: Json; readonly free?: true }
  /**
   * Reads what was deleted with `deletion` (2xx). `before`: the item as last read before the delete; absent if
   * the delete may leave it as it was.
   */
  | { readonly kind: 'after-delete'; readonly deletion: HttpResponse; readonly again: boolean; readonly before?: Json }
  | {
      readonly kind: 'after-create';
      readonly sent?: Json;
      readonly created?: Json;
      readonly id?: Json;
      /** The create has only started a job (202), which may fail. */
      readonly byJob?: true;
      readonly responseEntity: string;
    }
  | {
      readonly kind: 'after-update';
      readonly by: 'replace' | 'patch';
      /** Only its body and answer suggest that the operation is an update: it is a POST. */
      readonly guessed?: true;
      readonly sent: JsonObject;
      /** The item in the answer to the update. */
      readonly answered?: Json;
      readonly before?: Json;
      readonly responseEntity: string;
    }
  /** A list that must hold (or must no longer hold) an item. `complete`: every page was read into `items`. */
  | {
      readonly kind: 'listed';
      readonly resource: Resource;
      readonly id: Json;
      readonly items: readonly Json[];
      readonly complete: boolean;
      readonly gone: boolean;
      /** The item as last read by itself. */
      readonly entity?: Json;
      /** The item says that it is not in use: `active: false`. */
      readonly switchedOff?: true;
      /** See `after-delete`. */
      readonly before?: Json;
      /** The whole list as it was earlier. */
      readonly earlier?: readonly Json[];
    }
  /**
   * The whole list below one item: which items it must hold, and which not, because they belong to another.
   */
  | {
      readonly kind: 'within';
      readonly resource: Resource;
      readonly parent: Resource;
      readonly parameter: string;
      readonly owner: Json;
      readonly items: readonly Json[];
      readonly complete: boolean;
      readonly inside: readonly Json[];
      readonly outside: readonly Json[];
      /** Property of the items that repeats `owner`. */
      readonly property?: string;
    }
  /** Reads an item under another parent. */
  | { readonly kind: 'elsewhere'; readonly parameter: string; readonly id: Json }
  /** Reads the item that was created with these numbers, by their pointers in the body. */
  | { readonly kind: 'numbers-written'; readonly create: string; readonly values: readonly (readonly [string, Json])[] }
  /** Downloads the file that `write` has uploaded. */
  | { readonly kind: 'after-upload'; readonly write: string; readonly bytes: Uint8Array }
  /** Reads an item whose content `write` replaced: `from` and `to` are the sizes in bytes. */
  | {
      readonly kind: 'after-resize';
      readonly write: string;
      readonly before: Json;
      readonly from: number;
      readonly to: number;
    }
  /** Uploads a file again. Its name, media type or size, which is `sent`, was shown as `earlier` the first time. */
  | {
      readonly kind: 'uploaded';
      readonly fileName: string;
      readonly of: 'name' | 'type' | 'size';
      readonly property: string;
      readonly sent: Json;
      readonly earlier: Json;
    }
  /** Downloads a file that `write` has uploaded. The document says that its name or its media type is kept. */
  | { readonly kind: 'downloaded'; readonly write: string; readonly name?: string; readonly type?: string }
  /**
   * Reads other items after `write` gave `values` to the item with `id`. `before`: the other items as they were. `list`:
   * where the items of a list stand.
   */
  | {
      readonly kind: 'beside-written';
      readonly write: string;
      readonly resource: Resource;
      readonly id: Json;
      readonly values: JsonObject;
      readonly before: readonly Json[];
      readonly list?: ListDetails;
    }
  /** Reads an item after another one was deleted with `remove`. `alike`: both have the same values. `linked`: it was only taken out of a list. */
  | { readonly kind: 'beside-deleted'; readonly remove: string; readonly alike: boolean; readonly linked?: true }
  /** Reads a record whose reference (at `pointer`) names an item that was deleted with `remove`. */
  | {
      readonly kind: 'orphan';
      /** Place that names the deleted item; none where the path of the read does. */
      readonly pointer?: string;
      readonly owner: Json;
      readonly parent: Resource;
      readonly remove: string;
      /**
       * The document has a 409 for such a delete, or says that referring records are deleted with the item.
       */
      readonly promise: '409' | 'deleted';
      /** What the 409 says of referring records in some state. */
      readonly conflict?: PlacedText;
      /** Where the document says so of records of this kind. */
      readonly sentence?: PlacedText;
      /** The record that is read, in words: `copy cp182`. */
      readonly child: string;
    }
  /** Reads an item with a property that counts its child items. There are `count` of them. */
  | { readonly kind: 'counting'; readonly property: string; readonly count: number; readonly of: string }
  /** Reads the history of an item of the run after changes of it. */
  | ({ readonly kind: 'history' } & HistoryFault)
  /** Reads statistics after `write`, which must have made the number at `pointer` larger (`isMore`) or smaller. It is as before. */
  | {
      readonly kind: 'counted';
      readonly pointer: string;
      /** The pointer of all numbers by the same property, such as those by status. */
      readonly group: string;
      readonly before: number;
      readonly number: number;
      readonly isMore: boolean;
      readonly write: string;
      readonly of: string;
    }
  /** Reads a record after `write`, which adds an amount to a number of it or takes it from there. It should be `expected`. */
  | {
      readonly kind: 'amount-moved';
      /** Pointer of the number inside the record. */
      readonly property: string;
      readonly before: number;
      readonly number: number;
      readonly expected: number;
      readonly write: string;
      /** What the document says that the write does. */
      readonly text: string;
    }
  /** Reads a number of a record after `write` to one of the records that it follows from. It should be `expected`. */
  | {
      readonly kind: 'totalled';
      readonly pointer: string;
      readonly before: number;
      readonly number: number;
      readonly expected: number;
      readonly write: string;
      readonly of: string;
      /** What the document says the number is. */
      readonly text: string;
    }
  /**
   * Sent with an idempotency key. `made` are the path parameters of the item that the first request with
   * that key created.
   */
  | { readonly kind: 'keyed'; readonly name: string; readonly made?: Readonly<Record<string, unknown>> }
  /**
   * Sent with the key of an earlier request and another body. `refusal` is the documented status for that.
   */
  | { readonly kind: 'key-reused'; readonly name: string; readonly refusal: string }
  /**
   * The body names a record that certainly does not exist. `loose`: the document does not say of which
   * resource the record is.
   */
  | {
      readonly kind: 'unknown-reference';
      readonly pointer: string;
      readonly loose: boolean;
      /** The description of the place says that it names something existing. */
      readonly existing?: boolean;
    }
  | { readonly kind: 'link'; readonly name: string; readonly pointer: string }
  /** `accepted`: the Location of a 202, where the progress is shown. */
  | { readonly kind: 'location'; readonly location: string; readonly id?: Json; readonly accepted?: true }
  /** Reads a job that still runs after `promised` milliseconds, the documented time. */
  | { readonly kind: 'job-time'; readonly promised: number; readonly started: string }
  /** Follows the result link of a finished job. */
  | { readonly kind: 'result'; readonly property: string; readonly location: string }
  /** Reads a job that reports success. The document says that it has the property then. */
  | { readonly kind: 'result-promised'; readonly property: string; readonly responseEntity: string }
  /** The same request again, which must have the same result (idempotency, RFC 9110 §9.2.2). */
  | { readonly kind: 'again'; readonly first: HttpResponse }
  /** Reads an item after the same write was sent again, which must not have changed it. */
  | { readonly kind: 'after-repeat'; readonly before: Json; readonly sent: JsonObject; readonly write: string }
  /** Reads an item that a refused write must not have changed. `sent`: of several, the one whose values the item has. */
  | {
      readonly kind: 'after-refusal';
      readonly before: Json;
      readonly refusal: HttpResponse;
      readonly write: string;
      readonly sent?: HttpRequest;
    }
  /** Reads a list after a create was refused with `status`. `left`: ids that it did not have before. */
  | {
      readonly kind: 'list-after-refusal';
      readonly write: string;
      readonly status: number;
      readonly left: readonly Json[];
    }
  /** The amounts of the items in `list` do not balance, which the document forbids. */
  | { readonly kind: 'unbalanced'; readonly list: string; readonly amount: string }
  | { readonly kind: 'after-reads'; readonly before: Json }
  /** One property was patched; the others of the object at `part` of the item must be unchanged. */
  | {
      readonly kind: 'after-patch';
      readonly before: Json;
      readonly part?: string;
      readonly sent: JsonObject;
      readonly writable: readonly string[];
    }
  /**
   * A patch set `property` to null; its value was `before`. `merges`: the body was a merge patch. `removes`: that, or
   * the document says that null removes the value. `wasUnset`: before it had a value, the item was shown without one.
   */
  | {
      readonly kind: 'after-null';
      readonly property: string;
      /** The pointer, in the item, of the object with the property. */
      readonly part?: string;
      readonly before: Json;
      readonly merges: boolean;
      readonly removes: boolean;
      readonly wasUnset?: boolean;
    }
  /** Reads the whole list after `write` has put the record with `id` into it (`isIn`), or has taken it out. */
  | {
      readonly kind: 'members-written';
      readonly write: string;
      readonly resource: Resource;
      readonly id: Json;
      readonly isIn: boolean;
      readonly items: readonly Json[];
    }
  /** Reads by its status whether something is set, after `write` (answered with `status`) has set or cleared it. */
  | { readonly kind: 'after-switch'; readonly write: string; readonly status: number; readonly isSet: boolean }
  /**
   * Reads an item after an action. `answered` is the item in the action's answer; absent if that has no content, or
   * shows the effect and not the item.
   */
  | {
      readonly kind: 'after-action';
      readonly action: string;
      readonly before: Json;
      readonly answered?: Json;
      /** The effects that the action's name implies. */
      readonly effects?: readonly PropertyValue[];
      /** Whether the effects must show whatever else the action changes: a DELETE takes away what a PUT has set. */
      readonly isSure?: boolean;
      /** Date properties that the action sets by its name: `publishedAt`. */
      readonly stamps?: readonly string[];
      /** Properties that it takes away, because it undoes the action that sets them, or its description says so. */
      readonly clears?: readonly string[];
      /** Values of the request that the item has a property for. */
      readonly sent?: JsonObject;
    }
  /**
   * A bulk operation on items of the run, `own`, and on an id that does not exist, `unknown`, if it was sent
   * with one.
   */
  | {
      readonly kind: 'bulk-answered';
      readonly own: readonly Json[];
      readonly unknown?: Json;
      /** JSON Pointer of the number of changed items in the answer. */
      readonly counted?: string;
    }
  /**
   * Reads an item after a bulk operation. `answered` is the answer to that, `effects` what its name implies,
   * `values` what its body gives each item.
   * `removes`: the name says that the item is not as before.
   */
  | {
      readonly kind: 'bulk-done';
      readonly id: Json;
      readonly write: string;
      readonly answered: Json;
      readonly before: JsonObject;
      readonly effects: readonly Effect[];
      readonly values: JsonObject;
      readonly removes: boolean;
    }
  /**
   * A write to an item in a state for which the document has a refusal. `because`: the records that the refusal is for,
   * where the state is that the item has some.
   */
  | {
      readonly kind: 'in-state';
      readonly property: string;
      readonly state: Json;
      readonly because?: string;
      /** What is in the state: a record that the request names in its body. */
      readonly names?: string;
      /** What is in the state: an item above what is written, on its path. */
      readonly below?: string;
      /** The refusal that the state is for, and the sentence that says so. */
      readonly refusal?: { readonly status: string; readonly text: PlacedText };
    }
  /** Reads an item after a write. `etag` was its entity tag before. */
  | { readonly kind: 'after-tagged-write'; readonly etag: string; readonly before: Json; readonly write: string }
  /**
   * `full` was put, then `sent`, which leaves optional properties out. `base` is the item as it was when they had
   * been left out before.
   */
  | { readonly kind: 'partial-put'; readonly full: JsonObject; readonly base: JsonObject; readonly sent: JsonObject }
  | { readonly kind: 'page'; readonly list: ListDetails; readonly facts: PageFacts }
  | {
      readonly kind: 'filter';
      readonly parameter: string;
      readonly pointer: string;
      readonly value: Json;
      readonly op: string;
      readonly list: ListDetails;
      /** The value is the documented default, and the parameter is not sent. */
      readonly unsent?: true;
      /** The value makes the list show more: nothing is left out. */
      readonly wider?: true;
      /** The parameter, and its value, where `value` is what items have without it. */
      readonly usual?: Json;
      /** Filters that are sent together with it. */
      readonly beside?: readonly FilterUse[];
      /**
       * Ids of items that certainly match all filters. Set if the whole collection is known and the answer
       * must hold all of them.
       */
      readonly must?: readonly Json[];
      /** The items of `must` as the whole list shows them, in the same order. */
      readonly fitting?: readonly Json[];
      readonly resource: Resource;
      /** The page size. An answer with fewer items is complete. */
      readonly size?: number;
    }
  | {
      readonly kind: 'sort';
      /** Undefined if the description of the list says its order: that of a property (`described`), or the newest items first. */
      readonly parameter?: string;
      readonly described?: true;
      readonly pointer: string;
      readonly descending: boolean;
      /** The description says nothing of the direction. */
      readonly eitherWay?: true;
      /** The values that the document lists for the property, in its order. `isRule`: the document says that this order counts. */
      readonly listed?: { readonly values: readonly Json[]; readonly isRule: boolean };
      /** The document says that the case of letters does not count. */
      readonly caseless?: true;
      /** A parameter of its own for the direction, with the value that was sent. */
      readonly direction?: { readonly parameter: string; readonly value: Json };
      readonly list: ListDetails;
      /** Items of several pages; the answer is the last page. */
      readonly items?: readonly Json[];
    }
  /**
   * Searches for `words`, one after the other; none has found anything so far. `unsearched` are the ids of
   * the list without a search.
   */
  | {
      readonly kind: 'search';
      readonly parameter: string;
      /** Where the words occur: in no item, in items that were shown, or there in the other letter case. */
      readonly where: 'nowhere' | 'shown' | 'other-case' | 'inside';
      readonly words: readonly string[];
      readonly unsearched: readonly Json[];
      readonly list: ListDetails;
      readonly resource: Resource;
    }
  /** The end is before the start, which the document forbids in a description. */
  | {
      readonly kind: 'reversed-times';
      readonly low: string;
      readonly high: string;
      readonly sentence: PlacedText;
    }
  /** Sent with its media type in another notation (RFC 9110 §8.3.1). The plain notation was accepted. */
  | { readonly kind: 'media-type-form'; readonly mediaType: string; readonly controlled: boolean }
  /** Asks for some properties only: `named` of them. Without the parameter an item has `all`. */
  | {
      readonly kind: 'projection';
      readonly parameter: string;
      readonly named: readonly string[];
      readonly all: readonly string[];
      /** The list in the answer; absent if the answer is one item. */
      readonly list?: ListDetails;
    }
  /** A cursor that the service did not issue. `status` is the documented refusal. */
  | { readonly kind: 'forged-cursor'; readonly parameter: string; readonly status: string; readonly list: ListDetails }
  | { readonly kind: 'method'; readonly documented: readonly string[]; readonly path: string }
  | { readonly kind: 'options'; readonly documented: readonly string[]; readonly path: string }
  /** `etag` and `length`: the values of GET before and after it. */
  | {
      readonly kind: 'head';
      readonly get: HttpResponse;
      readonly path: string;
      readonly etag?: string;
      readonly length?: string;
    }
  | { readonly kind: 'negotiation'; readonly wanted: string; readonly offered: boolean }
  /** `only`: the scheme that is tested; the credentials of the others are valid. */
  | {
      readonly kind: 'credential';
      readonly given: 'none' | 'invalid' | 'valid';
      readonly secret?: string;
      readonly only?: string;
      /** The invalid credential has the form of the user's. */
      readonly shaped?: boolean;
    }
  | {
      readonly kind: 'condition';
      readonly header: 'If-Match' | 'If-None-Match';
      readonly etag: string;
      readonly write: boolean;
      /** An entity tag that the service did not issue. */
      readonly foreign?: boolean;
      /** The item had this entity tag before and after the write. */
      readonly current?: boolean;
    }
  /** A write with a version of its item, at `place` of the request, that the item no longer has. */
  | { readonly kind: 'stale-version'; readonly place: string; readonly version: Json }
  /**
   * Reads an item after a write. The item shows its version as `property`; it was `before`. `time`: the version is the
   * time of the last change, and the write was more than a second after that time.
   */
  | {
      readonly kind: 'after-versioned-write';
      readonly property: string;
      readonly before: Json;
      readonly write: string;
      readonly time?: boolean;
    }
  | { readonly kind: 'cors'; readonly origin: string }
  | { readonly kind: 'slash'; readonly without: HttpResponse; readonly path: string }
  /** The same create again. `named`: the client chooses the id. */
  | {
      readonly kind: 'same-again';
      readonly named: boolean;
      /** The difference to an equal value, in words: `` `code` in the other letter case``. */
      readonly form?: string;
      /** The write changes an item, and gives this property the value of another one. */
      readonly changed?: string;
      /** The sentence that calls both forms equal. */
      readonly sentence?: PlacedText;
      /** The documented refusal where the first create has taken a record that both name. */
      readonly taken?: string;
    }
  /** Creates an item after the youngest one, with the id `gone`, was deleted. */
  | { readonly kind: 'after-youngest'; readonly resource: Resource; readonly gone: Json }
  | {
      readonly kind: 'duplicate-id';
      readonly resource: Resource;
      readonly earlier: readonly Json[];
      /** The body that created an earlier item. */
      readonly body?: Json;
    };

/** What is wrong with the history of an item after `write`. */
export type HistoryFault = { readonly write: string } & (
  | { readonly of: 'nothing' | 'lost' | 'another' }
  /** The new entry is of another kind than the write. */
  | { readonly of: 'kind'; readonly property: string; readonly value: string; readonly actual: Json }
  /** The new entry is on the wrong side of the old ones. */
  | { readonly of: 'order'; readonly first: 'oldest' | 'newest'; readonly sentence: PlacedText }
);

/** A documented example of a request, and the answers that the document shows under the same name. */
export interface ExamplePair {
  readonly name: string;
  /** By place and name, such as `path.station`. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: Json;
  readonly answers: readonly ShownAnswer[];
  /** Statuses under which the document shows answers to other examples of the request, and none to this one. */
  readonly otherStatuses: readonly string[];
}

/** A documented example of an answer. */
export interface ShownAnswer {
  /** As the document writes it: `200`, `2XX`. */
  readonly status: string;
  readonly value: Json;
  /** JSON Pointer into the document. */
  readonly pointer: string;
}

/** One filter with its value, or with several values of which one must match. */
export interface FilterUse {
  readonly parameter: string;
  readonly pointer: string;
  readonly value: Json;
  readonly op: string;
  /** The document says that a value equal to the bound passes. */
  readonly inclusive?: true;
  /** The document says that a value equal to the bound does not pass. */
  readonly exclusive?: true;
}

/** The rule of the contract that a request breaks. `pointer` is a place in the message. */
export interface BreakingStimulus {
  readonly kind: 'broken';
  readonly fault:
    | 'missing-property'
    | 'missing-parameter'
    | 'wrong-type'
    | 'enum'
    | 'boundary'
    | 'null'
    | 'malformed-body'
    | 'empty-body'
    | 'format'
    | 'pattern'
    | 'additional-property'
    | 'unsupported-media-type'
    | 'duplicate-query';
  readonly pointer: string;
  readonly keyword: string;
}

/** The targets of the page links. */
export interface LinkFacts {
  readonly hasLinks?: boolean;
  /** The document describes a `Link` field, and the first of several pages has no next link. */
  readonly lacksLink?: boolean;
  readonly linkNext?: string;
  /** The place of the answer that has these links, where it is not the `Link` field. */
  readonly linkAt?: string;
  /** Ids of the page at `linkNext`. */
  readonly linked?: readonly Json[];
  readonly linkLast?: string;
  /** Ids of the page at `linkLast`. */
  readonly lastLinked?: readonly Json[];
  /** The next link of the last page, according to the total. */
  readonly linkBeyond?: string;
  /** Ids of the page at `linkNext` of items that do not match the filter. */
  readonly strangers?: readonly Json[];
}

/** What a walk through the pages of a collection has shown, besides the present page. */
export interface PageFacts extends LinkFacts {
  readonly probe: 'limit' | 'walk' | 'total' | 'filtered' | 'more';
  readonly limit?: number;
  /** The number of items when `limit` was set to its default. */
  readonly least?: number;
  /** Other query parameters of the pages, such as `sort=-price`. */
  readonly under?: string;
  /**
   * The position of a page that has fewer items than asked for although a later one has some, where the same page is
   * full without the filter.
   */
  readonly short?: number;
  /** Ids of each page, in order. */
  readonly pages?: readonly (readonly Json[])[];
  /** Ids of one page that holds the whole collection, for comparison. */
  readonly whole?: readonly Json[];
  readonly total?: number;
  readonly looped?: boolean;
  /** The number of items in the whole collection. */
  readonly count?: number;
  /** What a page says of what follows at the pointer `property`, and whether something does. */
  readonly more?: { readonly property: string; readonly shown: Json; readonly follows: boolean };
  /** Pages of `limit` items, as the answer counts them; `zeroBased` where the first page has the number 0. */
  readonly pageCount?: number;
  readonly zeroBased?: boolean;
}

/** Whether another client made the request: it may contain secrets of that client. */
export function isOfOthers({ story }: Purpose): boolean {
  return story.kind === 'recorded' || story.kind === 'scenario';
}

/** A valid request that prepares for others. */
export const PLAIN: Purpose = { expect: 'valid', proven: true, relational: false, story: { kind: 'plain' } };
