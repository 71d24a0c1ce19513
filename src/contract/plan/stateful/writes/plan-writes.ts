import { isPathBelow, type Resource } from '../../../../resources/index.ts';
import { isReadOnly, jsonBodyOf, type Operation, propertiesOf } from '../../../../spec/index.ts';
import { parsePointer } from '../../../../wire/index.ts';
import { type Act, type Flow, planCase, single } from '../../../model/flow.ts';
import { versionPlace } from '../../../requests/item-version.ts';
import type { PlanContext } from '../../planner.ts';
import { presentTagAct, staleTagAct } from './conditional.ts';
import { patchOneByOne, patchToNull } from './partial-updates.ts';
import { readsChangeNothing, refusedAction, refusedWrite } from './refused-writes.ts';
import { partialPut, replaceAsAnother, replaceTwice } from './replacements.ts';
import { staleVersionAct } from './stale-versions.ts';
import { isUpsert, putAtEmptyPlace } from './upserts.ts';
import type { Writes } from './writes.ts';

/** Whether the document has conditions (RFC 9110 §13.1.1) for the operation. */
function isConditional({ parameters, responses }: Operation): boolean {
  return (
    responses.some(({ status }) => status === '412') ||
    parameters.some((each) => each.in === 'header' && /^if-match$/i.test(each.name))
  );
}

/** What writes must not change, and what they must do only once. */
export function planWrites(context: PlanContext, resource: Resource): readonly Flow[] {
  const pick = (role: 'read' | 'replace' | 'patch'): Operation | undefined => {
    const operation = context.index.operation(resource, role);
    return operation !== undefined && context.operations.includes(operation) ? operation : undefined;
  };
  const read = pick('read');
  if (read === undefined) return [];
  const writes: Writes = { resource, read, replace: pick('replace'), patch: pick('patch') };
  const flows: Flow[] = [
    plan(resource, read, {
      name: 'reads-change-nothing',
      description: 'reading twice gives the same',
      act: readsChangeNothing(writes),
    }),
  ];
  for (const write of [writes.replace, writes.patch]) {
    if (write === undefined) continue;
    const name = write.method.toLowerCase();
    flows.push(
      plan(resource, write, {
        name: `refused-${name}-changes-nothing`,
        description: 'a refused write changes nothing',
        act: refusedWrite(context, writes, write),
      }),
    );
    flows.push(
      plan(resource, write, {
        name: `${name}-if-match`,
        description: 'a write with an outdated If-Match',
        act: staleTagAct(writes, write),
      }),
    );
  }
  const actions = writesBelow(context, read).filter(({ responses }) =>
    responses.some(({ status }) => status === '409'),
  );
  for (const action of context.options.safeOnly === true ? [] : actions.slice(0, MOST_CHANGES))
    flows.push(
      plan(resource, action, {
        name: `refused-${action.id}-changes-nothing`,
        description: 'a refused action changes nothing',
        act: refusedAction(context, writes, action),
      }),
    );
  const remove = context.index.operation(resource, 'delete');
  for (const write of [writes.replace, writes.patch, remove]) {
    const place = write === undefined ? undefined : versionPlace(context.api, write);
    if (write === undefined || place === undefined || !context.operations.includes(write)) continue;
    const isPromised = write.responses.some(({ status }) => status === '409' || status === '412');
    if (!isPromised) continue;
    flows.push(
      plan(resource, write, {
        name: `${write.method.toLowerCase()}-stale-version`,
        description: `a write with an outdated ${place.name}`,
        act: staleVersionAct(writes, write, place),
      }),
    );
  }
  if (remove !== undefined && context.operations.includes(remove) && isConditional(remove))
    flows.push(
      plan(resource, remove, {
        name: 'delete-if-match',
        description: 'a delete with an outdated If-Match',
        act: staleTagAct(writes, remove),
      }),
    );
  const whole = [writes.replace, writes.patch].filter((write) => write !== undefined);
  const changing = [...whole, ...writesBelow(context, read)].slice(0, MOST_CHANGES);
  if (changing.length > 0)
    flows.push(
      plan(resource, read, {
        name: 'entity-tags',
        description: 'entity tags tell what has changed',
        act: presentTagAct(writes, changing),
      }),
    );
  if (writes.patch !== undefined) {
    const what = 'PATCH leaves alone what it does not name';
    flows.push(
      plan(resource, writes.patch, {
        name: 'patch-one-by-one',
        description: what,
        act: patchOneByOne(context, writes, writes.patch),
      }),
    );
    const taken = 'PATCH with null takes a value away';
    flows.push(
      plan(resource, writes.patch, {
        name: 'patch-null',
        description: taken,
        act: patchToNull(context, writes, writes.patch),
      }),
    );
  }
  const place = writes.replace === undefined ? undefined : context.index.ownPlace(writes.replace);
  if (writes.replace !== undefined && place !== undefined && namesItself(context, writes.replace, place)) {
    const what = 'PUT with the name of another';
    flows.push(
      plan(resource, writes.replace, {
        name: 'replace-as-another',
        description: what,
        act: replaceAsAnother(writes, writes.replace, place),
      }),
    );
  }
  if (writes.replace !== undefined && context.options.safeOnly !== true && isUpsert(context, writes, writes.replace)) {
    const what = 'PUT at an empty place creates';
    flows.push(
      plan(resource, writes.replace, {
        name: 'put-creates',
        description: what,
        act: putAtEmptyPlace(writes, writes.replace),
      }),
    );
  }
  if (writes.replace !== undefined) {
    flows.push(
      plan(resource, writes.replace, {
        name: 'replace-twice',
        description: 'the same PUT twice',
        act: replaceTwice(writes, writes.replace),
      }),
    );
    flows.push(
      plan(resource, writes.replace, {
        name: 'replace-is-whole',
        description: 'PUT takes away what it leaves out',
        act: partialPut(writes, writes.replace),
      }),
    );
  }
  return flows;
}

/** How many kinds of change are tried before the entity tag is compared. */
const MOST_CHANGES = 5;

/** Writes that change an item below its path: `PUT /files/{id}/content`. */
function writesBelow({ operations, model }: PlanContext, { path }: Operation): readonly Operation[] {
  return operations.filter(
    (operation) =>
      ['POST', 'PUT', 'PATCH'].includes(operation.method) &&
      isPathBelow(operation.path, path) &&
      !operation.path.slice(path.length).includes('{') &&
      model.roleOf(operation).kind === 'action',
  );
}

/** Whether the body must contain the id of the item. */
function namesItself({ api }: PlanContext, replace: Operation, place: string): boolean {
  const schema = jsonBodyOf(replace)?.schema;
  const name = parsePointer(place)?.[0];
  const properties = schema === undefined || name === undefined ? {} : propertiesOf(api, schema);
  const own = name !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return own?.required === true && !isReadOnly(api, own.schema) && place.lastIndexOf('/') === 0;
}

/** A case of a write. */
interface WriteCase {
  readonly name: string;
  readonly description: string;
  readonly act: Act;
}

function plan(resource: Resource, operation: Operation, { name, description, act }: WriteCase): Flow {
  const id = `stateful/${resource.name}/${name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'any', text: description } as const;
  return single(
    planCase(
      { id, phase: 'stateful', operation, description: `${resource.singular}: ${description}` },
      request,
      expectation,
    ),
    resource.name,
    act,
    'apart',
  );
}
