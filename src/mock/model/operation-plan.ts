import type { HeaderFields, Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation, ResponseHeader, ResponseSpec, SchemaObject } from '../../spec/index.ts';
import type { Behaviour } from './mocks.ts';
import type { PageFields } from './page-fields.ts';
import type { ShownIn } from './shown-child.ts';

export interface Choice {
  readonly spec: ResponseSpec;
  readonly status: number;
}

/** A PUT that makes what is not there although it documents no 201, as nothing else makes it; or a POST that puts in what its body names. */
export interface PutsIn {
  /** What it puts in is one of these, or named after one (`/groups/{id}/members/{userId}` of `/users`); it has to be there then. */
  readonly target?: Resource;
  /** Whether it is the same thing, shown once more. */
  readonly isSame: boolean;
}

/** What a write may name that has to be there, and the status that the document has where it is not. */
export interface Demands {
  readonly status: number;
  /** Places in the body, and what their values name. */
  readonly named: readonly (readonly [pointer: string, resource: Resource])[];
}

/** Query parameters and a property of the body that ask for records in place of ids, and for some properties only. */
export interface Shaping {
  readonly expands?: string;
  readonly inBody?: string;
  readonly selects?: string;
}

/** What an operation has to do with who is signed in. */
export type SignUse = 'shows caller' | 'signs in' | 'signs up' | 'signs out';

/** What an operation does with content that is not an entity (`/files/{id}/content`): it stores it, shows it, or deletes it. */
export type ContentUse = 'keeps' | 'shows' | 'forgets';

/** What can be said of an operation before any request for it: worked out when it is first called, so that no request pays for it. */
export interface OperationPlan {
  readonly behaviour: Behaviour | undefined;
  /** The answer when all is well; what stands in for it where the document has no response at all. */
  readonly success: Choice;
  /** The fields of its lifecycle; of a request only the path has a say in them. */
  lifecycle(pathParams: Readonly<Record<string, string>>): HeaderFields;
  /** Whether anonymous requests are allowed, and only `Authorization` could carry a credential. */
  readonly admitsAnyone: boolean;
  /** Query parameters that carry a credential: no answer repeats them. */
  readonly keysInQuery: readonly string[];
  /** Whether the document speaks of entity tags, here or for another method of the path. */
  readonly tagged: boolean;
  /** Whether a write has to name the version that it changes (RFC 6585 §3). */
  readonly demandsMatch: boolean;
  /** Whether its 409 is about a version that is no longer the current one. */
  readonly refusesStale: boolean;
  /** The header field that makes a request happen once, in lower case: `idempotency-key`, or as some houses spell it; absent where it documents none. */
  readonly keyField: string | undefined;
  /** Header fields of its success that say something of a page. */
  readonly pageFields: PageFields;
  /** What is drawn for an answer is drawn under this name: a documented HEAD gives the fields of the GET of its path (RFC 9110 §9.3.2). */
  readonly drawnAs: string;
  /** Header fields that an answer documented so has to show. */
  shownFields(spec: ResponseSpec): readonly ResponseHeader[];
  /** Those that have been drawn. */
  readonly drawn: WeakMap<ResponseHeader, HeaderFields>;
  /** Of request schemas that have been asked for: the defaults that the entity can show. */
  readonly defaults: WeakMap<SchemaObject, readonly (readonly [name: string, value: Json])[]>;
  /** Whether a PUT makes what is not there, and of what. */
  readonly putsIn: PutsIn | undefined;
  /** Where the item above shows what is written. */
  readonly shownIn: ShownIn | undefined;
  /** What it does with content that is not an entity. */
  readonly content: ContentUse | undefined;
  /** Names of what shapes its answer. */
  readonly shaping: Shaping | undefined;
  /** What it has to do with who is signed in. */
  readonly sign: SignUse | undefined;
  /** The resource whose uploaded file it shows. */
  readonly fileOf: Resource | undefined;
  /** Whether another operation shows the file that it takes. */
  readonly keepsFile: boolean;
  /** The query parameter by which a client chooses the id of what it creates (`?bookId=`, beside `/books/{book}`). */
  readonly idInQuery: string | undefined;
  /** The item of another resource that its path stands on or under, and that may be missing. */
  readonly owner: Resource | undefined;
  /** What its body may name that has to be there. */
  readonly demands: Demands | undefined;
  /** The template of the path as far as nothing but the path says it; absent where entities or their own paths say it all. */
  readonly unsaid: string | undefined;
}

export type PlanOf = (operation: Operation) => OperationPlan;
