import type { HttpRequest } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { ResourceModel, Role } from '../../resources/index.ts';
import type { Api, DecodedParameters, Operation } from '../../spec/index.ts';
import type { Entity, World } from '../../state/index.ts';
import type { Validator } from '../../validation/index.ts';
import type { CountedIdOf } from './counted-ids.ts';
import type { DrawableOf } from './drawable.ts';
import type { ErrorBodies } from '../refuse/error-body.ts';
import type { FieldsOf } from './fields.ts';
import type { HomesOf } from '../facts/canonical-paths.ts';
import type { Texts } from './list-text.ts';
import type { Mocks } from './mocks.ts';
import type { MockOptions } from './options.ts';
import type { OperationPlan, PlanOf } from '../respond/operation-plans.ts';
import type { Preferences } from './preferences.ts';
import type { ShownChildrenOf } from '../facts/shown-children.ts';
import type { VersionsOf } from '../facts/versions.ts';

/** What one mock is made of. Two mocks share none of it. */
export interface Parts {
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
  readonly homesOf: HomesOf;
  readonly shownChildrenOf: ShownChildrenOf;
  readonly planOf: PlanOf;
  /** All operations on exactly this path template. */
  operationsAt(path: string | undefined): readonly Operation[];
  /** Materialised entities as drawn, so that asking again costs nothing. */
  readonly materials: Map<string, Entity>;
  readonly texts: Texts;
}

/** One request on its way to an answer: matched, decoded, in its world. */
export interface Asked {
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
