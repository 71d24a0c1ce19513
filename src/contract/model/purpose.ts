import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Effect, ListDetails, Resource } from '../../resources/index.ts';
import type { Position } from '../../spec/index.ts';

/** Why an exchange takes place: what the answer must be, and what had happened before. Checks read nothing else about the plan. */
export interface Purpose {
  /** See `CaseExpectation`. */
  readonly expect: 'valid' | 'refused' | 'absent' | 'any';
  /** Every id in the request names something that we have seen to exist. */
  readonly proven: boolean;
  /** The answer depends on more than the request: relations to other records, an action on a state. */
  readonly relational: boolean;
  readonly story: Stimulus;
  /** Scenario, user agent or client that sent it; absent for our own cases. */
  readonly caller?: string;
}

/** What a request does that a plain valid one does not, or what it follows. */
export type Stimulus =
  | { readonly kind: 'plain' }
  /** Optional parts left out, or the smallest or largest value that a keyword allows. */
  | { readonly kind: 'optional-omitted'; readonly pointer?: string }
  | { readonly kind: 'unicode'; readonly property: string }
  /** Asks for an item that surely is not there. */
  | { readonly kind: 'unknown'; readonly parameter: string }
  /** A step that a person wrote; `expected` has `status`, `headers` and `body` where they are named. */
  | {
      readonly kind: 'scenario';
      readonly scenario: string;
      readonly step: string;
      readonly expected: Json;
      /** Statuses of the answers to the same request, sent at the same time. */
      readonly beside?: readonly number[];
      readonly position?: Position;
    }
  | { readonly kind: 'recorded' }
  /** Sends a value for a property that only the service sets. */
  | { readonly kind: 'read-only'; readonly property: string; readonly value: Json }
  | { readonly kind: 'boundary'; readonly pointer: string; readonly keyword: string }
  | Broken
  /** `free`: created at a place that was seen to be empty. */
  | { readonly kind: 'created'; readonly sent?: Json; readonly free?: true }
  /** Asks for what was deleted with `deletion` (2xx). */
  | { readonly kind: 'after-delete'; readonly deletion: HttpResponse; readonly again: boolean }
  | {
      readonly kind: 'after-create';
      readonly sent?: Json;
      readonly created?: Json;
      readonly id?: Json;
      readonly responseEntity: string;
    }
  | {
      readonly kind: 'after-update';
      readonly by: 'replace' | 'patch';
      readonly sent: JsonObject;
      /** The item as the update answered with it. */
      readonly answered?: Json;
      readonly before?: Json;
      readonly responseEntity: string;
    }
  /** A list that must hold (or no longer hold) one item. `complete`: every page has been read into `items`. */
  | {
      readonly kind: 'listed';
      readonly resource: Resource;
      readonly id: Json;
      readonly items: readonly Json[];
      readonly complete: boolean;
      readonly gone: boolean;
      /** The item as it was last read by itself. */
      readonly entity?: Json;
      /** What an earlier look at the whole list had shown. */
      readonly earlier?: readonly Json[];
    }
  /** A list of what belongs to one item, read whole: what it must hold, and what it must not because it belongs to another. */
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
  /** Asks for an item under another parent than its own. */
  | { readonly kind: 'elsewhere'; readonly parameter: string; readonly id: Json }
  /** Reads what was created with these numbers, by their pointers in the body. */
  | { readonly kind: 'numbers-written'; readonly create: string; readonly values: readonly (readonly [string, Json])[] }
  /** Downloads what `write` has just taken. */
  | { readonly kind: 'after-upload'; readonly write: string; readonly bytes: Uint8Array }
  /** Reads an item whose content `write` replaced: `from` bytes by `to`. */
  | {
      readonly kind: 'after-resize';
      readonly write: string;
      readonly before: Json;
      readonly from: number;
      readonly to: number;
    }
  /** Uploads a file once more whose name was shown as `earlier` the first time. */
  | {
      readonly kind: 'uploaded';
      readonly fileName: string;
      readonly property: string;
      readonly earlier: string;
    }
  /** Reads an item right after another one with the same values was deleted with `remove`. */
  | { readonly kind: 'beside-deleted'; readonly remove: string }
  /** Reads what names an item (at `pointer`) that was deleted with `remove`. */
  | {
      readonly kind: 'orphan';
      /** Place that names the deleted item; none where the path of the read does. */
      readonly pointer?: string;
      readonly owner: Json;
      readonly parent: Resource;
      readonly remove: string;
      /** The document has a 409 for such a delete, or says that what names the item is deleted with it. */
      readonly promise: '409' | 'deleted';
    }
  /** Reads an item that counts the items under it, of which there are `count`. */
  | { readonly kind: 'counting'; readonly property: string; readonly count: number; readonly of: string }
  /** Sent with an idempotency key; `made` are the path parameters of what the first request with that key made. */
  | { readonly kind: 'keyed'; readonly name: string; readonly made?: Readonly<Record<string, unknown>> }
  /** Sent with the key of an earlier request and another body; `refusal` is the status that the document has for that. */
  | { readonly kind: 'key-reused'; readonly name: string; readonly refusal: string }
  /** The body names a record that surely is not there; `loose`: the document does not say what kind of record is named. */
  | { readonly kind: 'unknown-reference'; readonly pointer: string; readonly loose: boolean }
  | { readonly kind: 'link'; readonly name: string; readonly pointer: string }
  /** `accepted`: of a 202, where what goes on can be looked at. */
  | { readonly kind: 'location'; readonly location: string; readonly id?: Json; readonly accepted?: true }
  /** Looks at a job that goes on after `promised` milliseconds, which the document gives it. */
  | { readonly kind: 'job-time'; readonly promised: number; readonly started: string }
  /** Follows what a job that has ended says where its result is. */
  | { readonly kind: 'result'; readonly property: string; readonly location: string }
  /** The same request sent before, which must give the same (idempotency, RFC 9110 §9.2.2). */
  | { readonly kind: 'again'; readonly first: HttpResponse }
  /** Reads what the same write, sent again, must have left as it was. */
  | { readonly kind: 'after-repeat'; readonly before: Json; readonly sent: JsonObject; readonly write: string }
  /** Reads what a refused write must not have changed. */
  | { readonly kind: 'after-refusal'; readonly before: Json; readonly refusal: HttpResponse; readonly write: string }
  | { readonly kind: 'after-reads'; readonly before: Json }
  /** `full` was put, then `sent`, which leaves some out; `base` is what was there when it had been left out before. */
  /** One property was patched; the others must stay as they were. */
  | {
      readonly kind: 'after-patch';
      readonly before: Json;
      readonly sent: JsonObject;
      readonly writable: readonly string[];
      /** Entity tag of what was there before. */
      readonly etag?: string;
    }
  /** A patch set `property` to null, which had the value `before`; `merges`: it is a merge patch. */
  | { readonly kind: 'after-null'; readonly property: string; readonly before: Json; readonly merges: boolean }
  /** Something was done to an item (`action`); `answered` is how the answer showed it. */
  | {
      readonly kind: 'after-action';
      readonly action: string;
      readonly before: Json;
      readonly answered: Json;
      /** What the action's name says of its item. */
      readonly effects?: readonly Effect[];
    }
  /** Done to an item that shows that it is in a state, in which the document has a refusal. */
  | { readonly kind: 'in-state'; readonly property: string; readonly state: Json }
  /** Something was written to an item that had this entity tag. */
  | { readonly kind: 'after-tagged-write'; readonly etag: string; readonly before: Json }
  | { readonly kind: 'partial-put'; readonly full: JsonObject; readonly base: JsonObject; readonly sent: JsonObject }
  | { readonly kind: 'page'; readonly list: ListDetails; readonly facts: PageFacts }
  | {
      readonly kind: 'filter';
      readonly parameter: string;
      readonly pointer: string;
      readonly value: Json;
      readonly op: string;
      readonly list: ListDetails;
      /** Filters that are sent beside it. */
      readonly beside?: readonly Filtered[];
      /** Ids of items that surely fit all of it, where the whole collection is known and the answer must hold them all. */
      readonly must?: readonly Json[];
      readonly resource: Resource;
      /** Items that the answer may hold at most; with fewer it is whole. */
      readonly size?: number;
    }
  | {
      readonly kind: 'sort';
      readonly parameter: string;
      readonly pointer: string;
      readonly descending: boolean;
      readonly list: ListDetails;
      /** Items of several pages, of which the answer is the last. */
      readonly items?: readonly Json[];
    }
  /** Looks for `words`, one after the other: none of them has found anything so far. `unsearched` are the ids that come without a search. */
  | {
      readonly kind: 'search';
      readonly parameter: string;
      /** Where the words stand: in no item, or in items that have been shown; there, but with letters of the other case. */
      readonly where: 'nowhere' | 'shown' | 'other-case';
      readonly words: readonly string[];
      readonly unsearched: readonly Json[];
      readonly list: ListDetails;
      readonly resource: Resource;
    }
  /** The end stands before the start, which a text of the document forbids. */
  | { readonly kind: 'reversed-times'; readonly low: string; readonly high: string }
  /** Sent with its media type written otherwise (RFC 9110 §8.3.1); the plain form has just been taken. */
  | { readonly kind: 'media-type-form'; readonly mediaType: string; readonly controlled: boolean }
  /** Asks for some properties only: `named` of them, where an item shows `all` otherwise. */
  | {
      readonly kind: 'projection';
      readonly parameter: string;
      readonly named: readonly string[];
      readonly all: readonly string[];
      /** Where the items are; nothing where the answer is one item. */
      readonly list?: ListDetails;
    }
  /** A cursor that the service did not give out; `status` is the refusal that the document has for it. */
  | { readonly kind: 'forged-cursor'; readonly parameter: string; readonly status: string; readonly list: ListDetails }
  | { readonly kind: 'method'; readonly documented: readonly string[]; readonly path: string }
  | { readonly kind: 'options'; readonly documented: readonly string[]; readonly path: string }
  /** `etag` and `length`: what GET gave before and after it. */
  | {
      readonly kind: 'head';
      readonly get: HttpResponse;
      readonly path: string;
      readonly etag?: string;
      readonly length?: string;
    }
  | { readonly kind: 'negotiation'; readonly wanted: string; readonly offered: boolean }
  /** `only`: the scheme that is in question, beside others whose credentials are given. */
  | {
      readonly kind: 'credential';
      readonly given: 'none' | 'invalid' | 'valid';
      readonly secret?: string;
      readonly only?: string;
      /** The invalid one has the form of one that the user gave. */
      readonly shaped?: boolean;
    }
  | {
      readonly kind: 'condition';
      readonly header: 'If-Match' | 'If-None-Match';
      readonly etag: string;
      readonly write: boolean;
      /** A tag that the service has not given out. */
      readonly foreign?: boolean;
    }
  | { readonly kind: 'cors'; readonly origin: string }
  | { readonly kind: 'slash'; readonly without: HttpResponse; readonly path: string }
  /** The request that has just created an item, again; `named`: the client names the item in it. */
  | {
      readonly kind: 'same-again';
      readonly named: boolean;
      /** What is written in another form that the document calls the same: `code in other letters`. */
      readonly form?: string;
    }
  /** Creates an item right after the youngest one, which had the id `gone`, was deleted. */
  | { readonly kind: 'after-youngest'; readonly resource: Resource; readonly gone: Json }
  | { readonly kind: 'duplicate-id'; readonly resource: Resource; readonly earlier: readonly Json[] };

/** One filter with the value that it is given; several values where one of them is enough. */
export interface Filtered {
  readonly parameter: string;
  readonly pointer: string;
  readonly value: Json;
  readonly op: string;
}

/** Which rule of the contract a request breaks. `pointer` is a place in the message. */
export interface Broken {
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

/** Where links of pages lead. */
export interface LinkFacts {
  readonly hasLinks?: boolean;
  readonly linkNext?: string;
  /** Ids of the page behind `linkNext`. */
  readonly linked?: readonly Json[];
  readonly linkLast?: string;
  /** Ids of the page behind `linkLast`. */
  readonly lastLinked?: readonly Json[];
  /** The next link of a page behind which there is nothing, as the total says. */
  readonly linkBeyond?: string;
  /** Ids behind `linkNext` of items that do not fit the filter. */
  readonly strangers?: readonly Json[];
}

/** What a walk through the pages of a collection has shown, beside the page at hand. */
export interface PageFacts extends LinkFacts {
  readonly probe: 'limit' | 'walk' | 'total' | 'filtered';
  readonly limit?: number;
  /** How many items came when `limit`, the default, was asked for. */
  readonly least?: number;
  /** What the pages were asked for beside their place, such as `sort=-price`. */
  readonly under?: string;
  /** Ids of each page in the order of the walk. */
  readonly pages?: readonly (readonly Json[])[];
  /** Ids of one page that takes all, for comparison. */
  readonly whole?: readonly Json[];
  readonly total?: number;
  readonly looped?: boolean;
  /** Items of the whole collection. */
  readonly count?: number;
  /** Pages of `limit` items, as the answer counts them; `zeroBased` where the first page has the number 0. */
  readonly pageCount?: number;
  readonly zeroBased?: boolean;
}

/** Whether another client made the request: it may contain secrets of that client. */
export function isOfOthers({ story }: Purpose): boolean {
  return story.kind === 'recorded' || story.kind === 'scenario';
}

/** A valid request that is sent for what it gives, not for what it shows. */
export const PLAIN: Purpose = { expect: 'valid', proven: true, relational: false, story: { kind: 'plain' } };
