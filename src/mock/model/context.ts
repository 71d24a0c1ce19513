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
  readonly pathScopesOf: PathScopesOf;
  readonly shownChildrenOf: ShownChildrenOf;
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

/** A path parameter above the entities of a resource, with the property that repeats it, if they have one. */
export interface PathScope {
  readonly parameter: string;
  readonly property?: string;
  /** The path of an item does not have it. */
  readonly unsaid?: true;
}

/**
 * The path parameters above a resource's entities, outermost first, under the names of its own path. Equal
 * for all its operations.
 */
export type PathScopesOf = (resource: Resource) => readonly PathScope[];

/** The version properties that the server counts, by name. Computed once for each schema. */
export type VersionsOf = (schema: Schema) => ReadonlyMap<string, Schema>;
