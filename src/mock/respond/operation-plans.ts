import { requiredOrder } from '../../generation/index.ts';
import {
  emptiedBelow,
  jobStatesOf,
  type ResourceModel,
  supposedMovementsOf,
  undeletes,
} from '../../resources/index.ts';
import { type Api, type Operation, once, onceForEach, type Schema } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import { answeredFlags } from '../answer/answered-flags.ts';
import { calledKindOf } from '../answer/called-kind.ts';
import { shownFieldsOf } from '../answer/headers.ts';
import { pathNamesOf } from '../answer/sent-values.ts';
import { updateMaskOf } from '../answer/update-mask.ts';
import { outcomeBeside, wordsBeside } from '../answer/words-beside.ts';
import { lifecycleFieldsOf } from '../facts/lifecycle.ts';
import { successOf, undocumentedResponse, unwrittenSuccess } from '../facts/negotiate.ts';
import { ownerOf, pathOnlyPart } from '../facts/owner.ts';
import { putsIn } from '../facts/put-create.ts';
import { refusalsByState } from '../facts/refused-states.ts';
import { answerSchema, signUseOf } from '../facts/sign-in.ts';
import { refusesStale } from '../facts/versions.ts';
import type { MockContext } from '../model/context.ts';
import { schemaAt } from '../model/fields.ts';
import type { Mocks } from '../model/mocks.ts';
import type { Choice, OperationPlan, PlanOf } from '../model/operation-plan.ts';
import type { PathScopesOf } from '../model/place.ts';
import { pageFieldsOf } from '../pages/envelope.ts';
import { shownInOf } from '../parts/embedded-children.ts';
import { countedInOf } from '../parts/kept-numbers.ts';
import { invalidStatus, refusesValues, usualInvalidStatus } from '../refuse/judge.ts';
import { totalsBelowOf } from '../relations/counted-references.ts';
import { counterpartOf } from '../relations/counterpart.ts';
import { namedByIds } from '../relations/named-by-id.ts';
import { demandsOf } from '../relations/references.ts';
import { contentPaths, contentUseOf } from '../roles/content.ts';
import { shapingOf } from '../roles/expand.ts';
import { fileShownBy, keepsFile } from '../roles/files.ts';
import { nameFiltersOf } from '../seed/filtered-by-name.ts';
import { keptForFilters, sentFiltersOf } from '../seed/filtered-by-sent.ts';
import { linkedByOf, linksOf } from '../seed/linked-records.ts';
import { listedByOf } from '../seed/listed-by-parent.ts';
import { receiptIdsOf } from './receipts.ts';
import { redirectOf } from './redirects.ts';

/** What plans are made from. */
interface Ground {
  readonly api: Api;
  readonly mocks: Mocks;
  readonly model: ResourceModel;
  readonly pathScopesOf: PathScopesOf;
  readonly operationsAt: MockContext['operationsAt'];
  readonly fieldsOf: MockContext['fieldsOf'];
}

/** What all plans of a document share. */
interface DocumentFacts {
  readonly contentAt: ReturnType<typeof contentPaths>;
  readonly usualStatus: () => 400 | 422 | undefined;
}

export function createPlans(ground: Ground): PlanOf {
  const known = new WeakMap<Operation, OperationPlan>();
  const contentAt = contentPaths(ground.api.operations);
  const usualStatus = once(() => usualInvalidStatus(ground.api.operations));
  return (operation) => {
    let plan = known.get(operation);
    if (plan === undefined) {
      plan = planOperation(operation, ground, { contentAt, usualStatus });
      known.set(operation, plan);
    }
    return plan;
  };
}

/** The 201 of a create: a 200 beside it is for a record that was there before. It must not show less. */
function createdOf(operation: Operation): Choice | undefined {
  const spec = operation.responses.find(({ status }) => status === '201');
  const showsLess = spec?.content.length === 0 && successOf(operation)?.spec.content.length !== 0;
  return spec === undefined || showsLess ? undefined : { spec, status: 201 };
}

function planOperation(
  operation: Operation,
  { api, mocks, model, pathScopesOf, operationsAt, fieldsOf }: Ground,
  { contentAt, usualStatus }: DocumentFacts,
): OperationPlan {
  const { behaviours = {} } = mocks;
  // An operation without a response still gets an answer; `inspect` lists it.
  const role = model.roleOf(operation);
  const { kind, resource, responseEntity, makes, list, lists } = role;
  const success = (resource === undefined ? undefined : unwrittenSuccess(operation)) ??
    (kind === 'create' ? createdOf(operation) : undefined) ??
    successOf(operation) ?? { spec: undocumentedResponse(operation, 200), status: 200 };
  const shownAt = responseEntity ?? makes?.responseEntity ?? (list ?? lists)?.items ?? '';
  return {
    behaviour: Object.hasOwn(behaviours, operation.id) ? behaviours[operation.id] : undefined,
    success,
    lifecycle: lifecycleFieldsOf(operation),
    admitsAnyone: admitsAnyone(operation.security),
    keysInQuery: keysInQuery(api),
    // An entity tag of a read also applies to the item's writes, documented there or not. An
    // operation that requires one must also return it.
    tagged: isTagged(operation) || operationsAt(operation.path).some(isTagged),
    pathNames: pathNamesOf(operation),
    calledKind: calledKindOf(operation, { api, model, fieldsOf }),
    wordsBeside: {
      ...outcomeBeside(success.spec, shownAt, { api, fieldsOf }),
      ...wordsBeside(success.spec, { pointer: shownAt, showsAll: makes !== undefined }, fieldsOf),
    },
    receiptIds: receiptIdsOf(operation, role, success, { api, fieldsOf }),
    answeredFlags: answeredFlags(operation, success.spec, { api, fieldsOf }),
    shownAlone: shownAlone(operation, model, fieldsOf),
    order: requiredOrder(api, operation),
    demandsMatch: operation.responses.some(({ status }) => status === '428'),
    refusesStale: refusesStale(operation),
    ...refusalsByState(operation, { api, model, operationsAt }),
    job: kind === 'read' && resource !== undefined ? jobStatesOf(api, model, resource) : undefined,
    keyField: operation.parameters
      .find(({ in: at, name }) => at === 'header' && /^(x-)?idempotency-?key$/i.test(name))
      ?.name.toLowerCase(),
    keyProperty: keyPropertyOf(operation, fieldsOf),
    updateMask: updateMaskOf(operation),
    pageFields: pageFieldsOf(success.spec, list ?? lists),
    drawnAs: drawnAs(operation, operationsAt),
    shownFields: onceForEach(shownFieldsOf),
    drawn: new WeakMap(),
    defaults: new WeakMap(),
    redirect: redirectOf(operation, { model, fieldsOf }),
    putsIn: putsIn(operation, model, operationsAt, api),
    shownIn: shownInOf(operation, model, api),
    countedIn: countedInOf(operation, model, api),
    movements: supposedMovementsOf(api, model, operation),
    totalsBelow: totalsBelowOf(operation, model, api),
    content: contentUseOf(operation, contentAt),
    shaping: shapingOf(operation, api, fieldsOf),
    sign: signUseOf(operation, { api, model }, fieldsOf),
    fileOf: fileShownBy(operation, model, api),
    keepsFile: keepsFile(operation, model, api),
    undeletes: undeletes(operation, model, api.operations),
    empties: emptiedBelow(operation, {
      model,
      operations: api.operations,
      lists: ({ schema }) =>
        [...fieldsOf(schema).properties].flatMap(([name, each]) => (fieldsOf(each).items === undefined ? [] : [name])),
    }),
    idInQuery: idInQueryOf(api, operation, model),
    owner: ownerOf(operation, model, operationsAt),
    invalidStatus: () => invalidStatus(operation, usualStatus),
    refusesValues: refusesValues(operation),
    namedByIds: namedByIds(operation, model, fieldsOf),
    counterpart: counterpartOf(operation, model, operationsAt),
    demands: demandsOf(operation, api, model),
    pathOnly: pathOnlyPart(operation, model, pathScopesOf, operationsAt),
    listedBy: listedByOf(operation, model, operationsAt, fieldsOf),
    nameFilters: nameFiltersOf(operation, { api, model, fieldsOf }),
    keptForFilters: keptForFilters(operation, { api, model, operationsAt, fieldsOf }),
    sentFilters: sentFiltersOf(operation, { api, model, operationsAt, fieldsOf }),
    linkedBy: linkedByOf(operation, { api, model, operationsAt }),
    linksOfMade: kind === 'create' && resource !== undefined ? linksOf(resource, { api, model, operationsAt }) : [],
  };
}

function keyPropertyOf({ method, body }: Operation, fieldsOf: MockContext['fieldsOf']): string | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined;
  const names = body?.content.flatMap(({ schema }) =>
    schema === undefined ? [] : [...fieldsOf(schema).properties.keys()],
  );
  return names?.find((name) => withoutSeparators(name) === 'idempotencykey');
}

function shownAlone(operation: Operation, model: ResourceModel, fieldsOf: MockContext['fieldsOf']): readonly string[] {
  const { responseEntity, resource } = model.roleOf(operation);
  const answer = responseEntity === undefined ? undefined : answerSchema(operation);
  const schema = answer === undefined ? undefined : schemaAt(fieldsOf, answer, responseEntity ?? '');
  if (schema === undefined || resource === undefined) return [];
  const own = fieldsOf(resource.schema).properties;
  const { properties, readOnly, writeOnly } = fieldsOf(schema);
  return [...properties.keys()].filter((name) => !own.has(name) && !readOnly.has(name) && !writeOnly.has(name));
}

function drawnAs({ id, method, path }: Operation, operationsAt: Ground['operationsAt']): string {
  const get = method === 'HEAD' ? operationsAt(path).find((each) => each.method === 'GET') : undefined;
  return get?.id ?? id;
}

/** A client may send its key to any operation, also to one that needs none. */
function keysInQuery({ securitySchemes }: Api): readonly string[] {
  return Object.values(securitySchemes).flatMap((scheme) =>
    scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
  );
}

function idInQueryOf(api: Api, operation: Operation, model: ResourceModel): string | undefined {
  const { kind, resource } = model.roleOf(operation);
  if (kind !== 'create' || resource?.id === undefined) return undefined;
  const id = withoutSeparators(resource.id.parameter);
  // A parameter with a default chooses among what is there: the name of a new record has none.
  const named = operation.parameters.filter(({ in: at, schema = true }) => at === 'query' && !hasDefault(api, schema));
  const names = named.map(({ name }) => name);
  return (
    names.find((name) => withoutSeparators(name) === id) ??
    names.find((name) => withoutSeparators(name).endsWith(`${id}id`))
  );
}

function hasDefault(api: Api, schema: Schema): boolean {
  const target = api.deref(schema);
  return typeof target === 'object' && target.default !== undefined;
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
