import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { valueAt } from '../../wire/index.ts';
import { type Flow, planCase, single } from '../flow.ts';
import { groupOf, type PlanContext, type Planner, useOf } from '../planner.ts';
import { probe } from '../probe.ts';
import type { Broken, Story } from '../purpose.ts';

/** Per parameter, body property and keyword: the boundary values that are valid, and each rule broken alone. */
export const planCoverage: Planner = (context) =>
  context.operations.flatMap((operation) => ofOperation(context, operation));

function ofOperation(context: PlanContext, operation: Operation): readonly Flow[] {
  const flows: Flow[] = [];
  const ids = new Set<string>();
  const add = (name: string, description: string, request: HttpRequest, story: Story): void => {
    const id = unique(ids, `coverage/${operation.id}/${name}`);
    const refused = story.kind === 'broken';
    const expectation = refused
      ? ({ kind: 'refused', text: 'a refusal (4xx)' } as const)
      : ({ kind: 'valid', text: 'a documented success' } as const);
    const planned = planCase(
      id,
      'coverage',
      operation,
      `${operation.id}: ${description}`,
      shown(operation, request, story),
      expectation,
    );
    flows.push(
      single(planned, groupOf(context, operation), (stage) =>
        probe(stage, operation, request, story, useOf(operation)),
      ),
    );
  };
  addValid(context, operation, add);
  for (const { pointer, keyword, request } of context.generator.boundaries(
    operation,
    where(context, operation, 'boundaries'),
  )) {
    if (isReference(context, operation, pointer)) continue;
    add(`${pointer.slice(1)}/${keyword}-at`, `${pointer} at its ${keyword}`, request, {
      kind: 'boundary',
      pointer,
      keyword,
    });
  }
  addBroken(context, operation, add);
  return flows;
}

type Add = (name: string, description: string, request: HttpRequest, story: Story) => void;

function where(
  context: PlanContext,
  operation: Operation,
  name: string,
): { readonly seed: number; readonly at: string } {
  return { seed: context.seed, at: `coverage/${operation.id}/${name}` };
}

function addValid(context: PlanContext, operation: Operation, add: Add): void {
  for (const optional of ['all', 'required'] as const) {
    const drawn = context.generator.request(
      operation,
      { kind: 'valid', optional },
      where(context, operation, optional),
    );
    if (!drawn.ok) {
      context.leaveOut(`no valid request could be made: ${drawn.reason}`, operation);
      return;
    }
    const story: Story = optional === 'all' ? { kind: 'plain' } : { kind: 'optional-omitted' };
    const description = optional === 'all' ? 'everything that may be sent' : 'only what is required';
    add(`valid-${optional}`, description, drawn.value, story);
  }
}

function addBroken(context: PlanContext, operation: Operation, add: Add): void {
  for (const { pointer, keyword } of context.generator.breakable(operation)) {
    if (isReference(context, operation, pointer) && !['type', 'required'].includes(keyword)) continue;
    const at = where(context, operation, `${pointer}/${keyword}`);
    const drawn = context.generator.request(operation, { kind: 'breaks', pointer, keyword }, at);
    if (!drawn.ok) {
      context.leaveOut(`a rule could not be broken alone: ${drawn.reason}`, operation);
      continue;
    }
    const story: Broken = { kind: 'broken', fault: faultOf(pointer, keyword, drawn.value), pointer, keyword };
    add(`${pointer.slice(1)}/${keyword}-broken`, `${pointer} breaks ${keyword}`, drawn.value, story);
  }
}

/** A place that names another record, or this one: it takes ids that exist and is never probed. */
function isReference(context: PlanContext, operation: Operation, pointer: string): boolean {
  const owner = context.index.ownerOf(operation.path);
  const path = /^\/path\/(.*)$/.exec(pointer)?.[1];
  if (path !== undefined && owner?.itemPath?.includes(`{${path}}`)) return true;
  return context.index
    .references(operation)
    .some((reference) => pointer === `/body${reference.pointer}` || pointer.startsWith(`/body${reference.pointer}/`));
}

function faultOf(pointer: string, keyword: string, request: HttpRequest): Broken['fault'] {
  const inBody = pointer.startsWith('/body');
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return inBody ? (pointer === '/body' ? 'empty-body' : 'missing-property') : 'missing-parameter';
    case 'enum':
    case 'const':
      return 'enum';
    case 'pattern':
      return 'pattern';
    case 'format':
      return 'format';
    case 'additionalProperties':
    case 'unevaluatedProperties':
    case 'propertyNames':
      return 'additional-property';
    case 'type':
      return inBody && brokenValue(pointer, request) === null ? 'null' : 'wrong-type';
    case 'nullable':
    case 'null':
      return 'null';
    case 'anyOf':
    case 'oneOf':
    case 'allOf':
    case 'not':
    case 'discriminator':
      return 'wrong-type';
    default:
      return 'boundary';
  }
}

function brokenValue(pointer: string, request: HttpRequest): unknown {
  return request.body.kind === 'parsed' ? valueAt(request.body.value, pointer.slice('/body'.length)) : undefined;
}

/** What the plan shows: the template where ids come from the run. */
function shown(operation: Operation, request: HttpRequest, story: Story): HttpRequest {
  const probed = 'pointer' in story && story.pointer.startsWith('/path/');
  return probed ? request : { ...request, path: operation.path };
}

function unique(ids: Set<string>, wanted: string): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count += 1) id = `${wanted}-${count}`;
  ids.add(id);
  return id;
}
