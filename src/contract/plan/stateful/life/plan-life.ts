import { duplicateRefusal, type Resource, type RoleKind } from '../../../../resources/index.ts';
import { isReadOnly, jsonBodyOf, lastSegment, type Operation, propertiesOf } from '../../../../spec/index.ts';
import { idempotencyKeyField } from '../../../judge/conditional-headers.ts';
import type { Case, CaseExpectation } from '../../../model/events.ts';
import { type Act, type Flow, LIFE_ENDED, planCase, skipped } from '../../../model/flow.ts';
import { refusesConflicts } from '../../../resource-index/conflict-refusal.ts';
import { isShapeUnder, pathShapeOf } from '../../../resource-index/paths.ts';
import { takenRefusal } from '../../../resource-index/taken-records.ts';
import type { Listing } from '../../../responses/list-walk.ts';
import type { PlanContext } from '../../planner.ts';
import type { Life, LifeAct } from './life.ts';
import { deleteStep, updateStep } from './life-changes.ts';
import { afterCreate, afterDelete, followLocation, listStep, readItemStep, readingChanged } from './life-reads.ts';
import {
  adoptStep,
  createStep,
  creatingAfterDelete,
  creatingAgain,
  creatingAnother,
  placingAnother,
} from './life-writes.ts';

/** The refusal of a create that names a record which an earlier one has taken. */
function takenOf({ index }: PlanContext, create: Operation): string | undefined {
  const named = index.references(create).flatMap(({ resource, required }) => (required ? (resource ?? []) : []));
  return named.map((resource) => takenRefusal(create, resource)).find((status) => status !== undefined);
}

/** One step: name, operation, expectation, and what it does. */
type Step = readonly [name: string, operation: Operation, expectation: CaseExpectation, act: LifeAct];

const SUCCESS: CaseExpectation = { kind: 'valid', text: 'a documented success' };
const REFUSED: CaseExpectation = { kind: 'any', text: '409 where the document says so' };
const GONE: CaseExpectation = { kind: 'absent', text: '404 or 410' };

/** create → read → list → replace → read → patch → read → delete → read → delete → list, as far as the document goes. */
export function planLife(context: PlanContext, resource: Resource): readonly Flow[] {
  const operation = (role: RoleKind): Operation | undefined => {
    const found = context.index.operation(resource, role);
    return found !== undefined && context.operations.includes(found) ? found : undefined;
  };
  const steps = stepsOf(context, resource, operation);
  if (steps.length === 0) return [];
  const id = `stateful/${resource.name}/life`;
  const cases: readonly Case[] = steps.map(([name, each, expectation], index) =>
    planCase(
      {
        id: `${id}/${index + 1}-${name.replaceAll(' ', '-')}`,
        phase: 'stateful',
        operation: each,
        description: `${resource.singular}: ${name}`,
      },
      { method: each.method, path: each.path, query: '' },
      expectation,
    ),
  );
  const begin = (): readonly Act[] => {
    const life: Life = { earlier: [], slow: false };
    return steps.map(
      ([, , , act]) =>
        async (caseContext) =>
          life.over === undefined ? act(caseContext, life) : skipped(`${LIFE_ENDED}${life.over}`),
    );
  };
  return [{ id, phase: 'stateful', group: resource.name, turn: 'living', cases, begin }];
}

function stepsOf(
  context: PlanContext,
  resource: Resource,
  operation: (role: RoleKind) => Operation | undefined,
): readonly Step[] {
  const [create, read, list, replace, patch, remove] = (
    ['create', 'read', 'list', 'replace', 'patch', 'delete'] as const
  ).map(operation);
  const steps: Step[] = [];
  const listed = list === undefined ? undefined : listingOf(context, resource, list);
  const twin = context.index.twin(resource) !== undefined;
  if (create === undefined && read === undefined) return [];
  if (create === undefined && replace === undefined && patch === undefined && !twin) return [];
  if (create !== undefined) {
    steps.push(['create', create, SUCCESS, createStep(context, resource, create)]);
    steps.push(['follow its Location', read ?? create, SUCCESS, followLocation]);
    const another = context.index.isPlacing(create) ? placingAnother(context, resource, create) : undefined;
    steps.push(['create another', create, SUCCESS, another ?? creatingAnother(context, resource, create)]);
    if (refusesConflicts(create) && mayClash(context, resource, create))
      steps.push(['create the same again', create, REFUSED, creatingAgain(resource, create, takenOf(context, create))]);
  } else if (read !== undefined) steps.push(['read', read, SUCCESS, adoptStep(resource, read)]);
  if (create !== undefined && read !== undefined)
    steps.push(['read what was created', read, SUCCESS, readItemStep(read, afterCreate)]);
  if (create !== undefined && listed !== undefined)
    steps.push(['list what was created', listed.operation, SUCCESS, listStep(listed, false)]);
  if (replace !== undefined) {
    steps.push(['replace', replace, SUCCESS, updateStep(replace, 'replace')]);
    if (read !== undefined)
      steps.push(['read what was replaced', read, SUCCESS, readingChanged(read, 'replace', replace)]);
  }
  if (patch !== undefined) {
    steps.push(['patch', patch, SUCCESS, updateStep(patch, 'patch')]);
    if (read !== undefined) steps.push(['read what was patched', read, SUCCESS, readingChanged(read, 'patch', patch)]);
  }
  if (create !== undefined && read !== undefined && listed !== undefined && (replace ?? patch) !== undefined)
    steps.push(['list what was changed', listed.operation, SUCCESS, listStep(listed, false)]);
  if (create !== undefined && remove !== undefined) {
    steps.push(['delete', remove, SUCCESS, deleteStep(remove, resource)]);
    if (read !== undefined) steps.push(['read what was deleted', read, GONE, afterDelete(read)]);
    for (const part of partsOf(context, resource))
      steps.push([`read ${lastSegment(part.path)} of what was deleted`, part, GONE, afterDelete(part)]);
    steps.push(['delete again', remove, GONE, afterDelete(remove)]);
    if (listed !== undefined) steps.push(['list after delete', listed.operation, SUCCESS, listStep(listed, true)]);
    if (context.asks('state.id-reused', create) && !context.index.isPlacing(create))
      steps.push(['create after delete', create, SUCCESS, creatingAfterDelete(context, resource, create)]);
  }
  return steps;
}

/** Reads of parts of an item (`/documents/{id}/content`) for which a missing item has a documented status. */
function partsOf(context: PlanContext, { itemPath }: Resource): readonly Operation[] {
  if (itemPath === undefined) return [];
  const subReads = context.operations.filter(
    ({ method, path, responses }) =>
      method === 'GET' &&
      path.startsWith(`${itemPath}/`) &&
      !path.slice(itemPath.length).includes('{') &&
      !OF_THE_PAST.test(path.slice(itemPath.length)) &&
      responses.some(({ status }) => status === '404' || status === '410'),
  );
  return subReads.filter((part) => context.model.roleOf(part).kind !== 'list').slice(0, MOST_PARTS);
}

/** Maximum number of parts that are read. */
const MOST_PARTS = 2;

/** Names of parts that may outlive the item on purpose. */
const OF_THE_PAST = /(histor|audit|log|event|revision|version|archive|trail|activit|change|status|exist)/i;

/**
 * Whether a second create may conflict: the client chooses the id, or the document says that there may be
 * only one.
 */
function mayClash(context: PlanContext, { id }: Resource, create: Operation): boolean {
  const { api, index } = context;
  if (index.isPlacing(create)) return false;
  const refusal = duplicateRefusal(create) ?? takenOf(context, create);
  const schema = jsonBodyOf(create)?.schema;
  const properties = schema === undefined ? {} : propertiesOf(api, schema);
  const own =
    id?.property !== undefined && Object.hasOwn(properties, id.property) ? properties[id.property] : undefined;
  // The same key may give the first answer again, where the document does not speak of a conflict.
  if (idempotencyKeyField(create) !== undefined) return refusal !== undefined;
  return refusal !== undefined || (own !== undefined && !isReadOnly(api, own.schema));
}

function listingOf(context: PlanContext, resource: Resource, operation: Operation): Listing | undefined {
  const { list } = context.model.roleOf(operation);
  if (list === undefined || resource.id?.property === undefined) return undefined;
  return isElsewhere(context, resource, operation) ? undefined : { operation, resource, list };
}

/** A list below an item of another resource, which may not be the parent of the run's item. */
function isElsewhere(context: PlanContext, resource: Resource, { path }: Operation): boolean {
  if (!path.includes('{') || isShapeUnder(pathShapeOf(resource.itemPath ?? ''), pathShapeOf(path))) return false;
  return context.index.operation(resource, 'create')?.path !== path;
}
