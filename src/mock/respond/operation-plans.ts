import type { HeaderFields, Json } from '../../core/index.ts';
import type { Resource, ResourceModel } from '../../resources/index.ts';
import type { Api, Operation, ResponseHeader, ResponseSpec, SchemaObject } from '../../spec/index.ts';
import { ownerOf, unsaidBy } from '../facts/owner.ts';
import { plain } from '../refuse/error-meanings.ts';
import { shownFieldsOf } from '../answer/headers.ts';
import type { HomesOf } from '../facts/canonical-paths.ts';
import { lifecycleOf } from '../facts/lifecycle.ts';
import type { Behaviour, Mocks } from '../model/mocks.ts';
import { type Choice, successOf, undocumented } from '../facts/negotiate.ts';
import type { Parts } from '../model/context.ts';
import { type PutsIn, putsIn } from '../facts/put-create.ts';
import { type Demands, demandsOf } from '../facts/references.ts';
import { type ContentUse, contentUseOf } from '../roles/content.ts';
import { type PageFields, pageFieldsOf } from '../roles/envelope.ts';
import { shownInOf } from '../answer/embedded-children.ts';
import type { ShownIn } from '../facts/shown-children.ts';

/** What can be said of an operation before any request for it: worked out when it is first called, so that no request pays for it. */
export interface OperationPlan {
  readonly behaviour: Behaviour | undefined;
  /** The answer when all is well; what stands in for it where the document has no response at all. */
  readonly success: Choice;
  /** The fields of its lifecycle; of a request only the path has a say in them. */
  lifecycle(pathParams: Readonly<Record<string, string>>): HeaderFields;
  /** Whether nobody needs to say who they are, and nothing but `Authorization` could say it. */
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
  /** What it does with content that is no entity. */
  readonly content: ContentUse | undefined;
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

/** What plans are made from. */
interface Ground {
  readonly api: Api;
  readonly mocks: Mocks;
  readonly model: ResourceModel;
  readonly homesOf: HomesOf;
  readonly operationsAt: Parts['operationsAt'];
}

export function createPlans(ground: Ground): PlanOf {
  const known = new WeakMap<Operation, OperationPlan>();
  return (operation) => {
    let plan = known.get(operation);
    if (plan === undefined) {
      plan = planned(operation, ground);
      known.set(operation, plan);
    }
    return plan;
  };
}

function planned(operation: Operation, { api, mocks, model, homesOf, operationsAt }: Ground): OperationPlan {
  const { behaviours = {} } = mocks;
  // An operation without any documented response still gets an answer; it is listed by `inspect`.
  const success = successOf(operation) ?? { spec: undocumented(operation, 200), status: 200 };
  return {
    behaviour: Object.hasOwn(behaviours, operation.id) ? behaviours[operation.id] : undefined,
    success,
    lifecycle: lifecycleOf(operation),
    admitsAnyone: admitsAnyone(operation.security),
    keysInQuery: keysInQuery(operation.security),
    // A tag that a read of the item gives out counts for its writes too, whether or not they speak of it; who demands one has to give it out.
    tagged: isTagged(operation) || operationsAt(operation.path).some(isTagged),
    demandsMatch: operation.responses.some(({ status }) => status === '428'),
    refusesStale: operation.responses.some(({ status, description }) => status === '409' && STALE.test(description)),
    keyField: operation.parameters
      .find(({ in: at, name }) => at === 'header' && /^(x-)?idempotency-?key$/i.test(name))
      ?.name.toLowerCase(),
    pageFields: pageFieldsOf(success.spec),
    shownFields: eachOnce(shownFieldsOf),
    drawn: new WeakMap(),
    defaults: new WeakMap(),
    putsIn: putsIn(operation, model, operationsAt, api),
    shownIn: shownInOf(operation, model, api),
    content: contentUseOf(operation, operationsAt),
    idInQuery: idInQueryOf(operation, model),
    owner: ownerOf(operation, model, operationsAt),
    demands: demandsOf(operation, api, model),
    unsaid: unsaidBy(operation, model, homesOf, operationsAt),
  };
}

function keysInQuery(security: Operation['security']): readonly string[] {
  const schemes = security.flatMap((uses) => uses.map(({ scheme }) => scheme));
  return schemes.flatMap((scheme) => (scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.name] : []));
}

const STALE = /version|stale|outdated|out of date|modified|concurren|optimistic|newer|changed (since|meanwhile)/i;

function idInQueryOf(operation: Operation, model: ResourceModel): string | undefined {
  const { kind, resource } = model.roleOf(operation);
  if (kind !== 'create' || resource?.id === undefined) return undefined;
  const id = plain(resource.id.parameter);
  const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  return names.find((name) => plain(name) === id) ?? names.find((name) => plain(name).endsWith(`${id}id`));
}

/** A function that works once for each object and remembers. */
function eachOnce<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    let made = known.get(of);
    if (made === undefined) {
      made = make(of);
      known.set(of, made);
    }
    return made;
  };
}

function admitsAnyone(alternatives: Operation['security']): boolean {
  if (alternatives.length === 0) return true;
  const byField = alternatives.every((uses) => uses.every(({ scheme }) => scheme.kind !== 'apiKey'));
  return byField && alternatives.some((uses) => uses.length === 0);
}

function isTagged({ responses, parameters }: Operation): boolean {
  return (
    responses.some(({ status }) => status === '428') ||
    responses.some(({ headers }) => headers.some(({ name }) => /^etag$/i.test(name))) ||
    parameters.some(({ in: at, name }) => at === 'header' && /^if-(none-)?match$/i.test(name))
  );
}
