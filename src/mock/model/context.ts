import type { HttpRequest, HttpResponse } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { Resource, ResourceModel, Role } from '../../resources/index.ts';
import type { Api, DecodedParameters, Operation, Schema } from '../../spec/index.ts';
import type { Entity, World } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { CountedIdOf } from './counted-ids.ts';
import type { DrawableOf } from './drawable.ts';
import type { FieldsOf } from './fields.ts';
import type { Texts } from './list-text.ts';
import type { Mocks } from './mocks.ts';
import type { OperationPlan, PlanOf } from './operation-plan.ts';
import type { MockOptions } from './options.ts';
import type { Preferences } from './preferences.ts';
import type { Refusal } from './refusal.ts';
import type { ShownChildrenOf } from './shown-child.ts';

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
  readonly versionsOf: VersionsOf;
  readonly errors: ErrorBodies;
  readonly homesOf: PathScopesOf;
  readonly shownChildrenOf: ShownChildrenOf;
  readonly planOf: PlanOf;
  /** All operations on exactly this path template. */
  operationsAt(path: string | undefined): readonly Operation[];
  /** Materialised entities as drawn, so that asking again costs nothing. */
  readonly materials: Map<string, Entity>;
  readonly texts: Texts;
  /** How many tokens have been signed out: no answer to a credential is taken from before then. */
  readonly signOuts: { count: number };
}

/** One request on its way to an answer: matched, decoded, in its world. */
export interface RequestContext {
  /** Overrides that answer a share of the requests do not answer this one. */
  readonly isDrawn?: boolean;
  readonly operation: Operation;
  readonly plan: OperationPlan;
  readonly role: Role;
  readonly request: HttpRequest;
  /** Raw, as they stood in the path. */
  readonly pathParams: Readonly<Record<string, string>>;
  readonly parameters: DecodedParameters;
  readonly preferences: Preferences;
  readonly accept: string | undefined;
  /** What stood before the documented path, such as `/v1`. */
  readonly basePath: string;
  readonly world: World;
}

export interface ErrorBodies {
  /** The answer for a refusal: the document's own error schema filled by field meaning, else RFC 9457 problem+json. */
  answer(
    refusal: Refusal,
    operation: Operation | undefined,
    request: { readonly path: string; readonly accept: string | undefined },
  ): HttpResponse;
}

/** A parameter of the path under which the entities of a resource live, and the property that repeats it, where they have one. */
export interface PathScope {
  readonly parameter: string;
  readonly property?: string;
  /** The path of an item does not say it. */
  readonly unsaid?: true;
}

/** The scope of a resource's own path, outermost first: the same for all its operations, however each of them names it. */
export type PathScopesOf = (resource: Resource) => readonly PathScope[];

/** The versions in a schema that are the server's to count, by name; each schema looked through once. */
export type VersionsOf = (schema: Schema) => ReadonlyMap<string, Schema>;
