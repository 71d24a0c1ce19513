import type { HttpRequest } from '../../core/index.ts';
import type { BreakableRule } from '../../generation/index.ts';
import { type Operation, templateUpTo } from '../../spec/index.ts';
import { contentKind, escapeToken, parseMediaType, valueAt } from '../../wire/index.ts';
import { isTimely } from '../judge/conditional-headers.ts';
import type { FixtureUse } from '../model/fixture.ts';
import { type Flow, planCase, single } from '../model/flow.ts';
import type { BreakingStimulus, Stimulus } from '../model/purpose.ts';
import { describedReferences } from '../requests/described-references.ts';
import { withWholeBody } from '../requests/draw-request.ts';
import { issuedByService } from '../requests/server-issued-values.ts';
import { pathShapeOf } from '../resource-index/paths.ts';
import { nestedRules } from './nested-rules.ts';
import { groupOf, type PlanContext, type Planner, turnOf, useOf, useOfBroken } from './planner.ts';
import { probe } from './probe.ts';

/**
 * For each parameter, body property and keyword: the valid boundary values, and each rule broken alone. The plain
 * valid requests of all operations come first, so that a late plan has them.
 */
export const planCoverage: Planner = (context) => {
  const plain = context.operations.map((operation) => [operation, validOf(context, operation)] as const);
  const rules = new Map<Operation, readonly BreakableRule[]>();
  for (const [operation] of plain)
    if (!context.isLate(0.5)) rules.set(operation, context.generator.breakable(operation));
  const hasCase = nestedRules(rules);
  let skipped = 0;
  const flows = plain.flatMap(([operation, valid]) => {
    const keeps: OperationRules['keeps'] = (rule, kind) => {
      const kept = hasCase(operation, rule, kind);
      if (!kept) skipped += 1;
      return kept;
    };
    return ofOperation(context, operation, {
      valid,
      breakable: () => rules.get(operation) ?? context.generator.breakable(operation),
      keeps,
    });
  });
  if (skipped > 0) context.leaveOut(NEARER, undefined, skipped);
  return flows;
};

const NEARER = 'the same schema has its rules broken nearer to the root of a body';

/** What the cases of an operation are planned from. */
interface OperationRules {
  readonly valid: readonly PlannedRequest[];
  /** The rules that can be broken. */
  readonly breakable: () => readonly BreakableRule[];
  /** Whether a rule has a case in this operation. */
  readonly keeps: (rule: BreakableRule, kind: 'broken' | 'bound') => boolean;
}

/** One valid or broken request of the plan. */
interface PlannedRequest {
  readonly name: string;
  readonly description: string;
  readonly request: HttpRequest;
  readonly story: Stimulus;
}

function ofOperation(context: PlanContext, operation: Operation, rules: OperationRules): readonly Flow[] {
  const { valid } = rules;
  const isLate = context.isLate();
  if (isLate) context.leaveOut('the time limit left no time to plan bounds and broken rules', operation);
  const good = isLate ? valid : [...valid, ...boundariesOf(context, operation, rules.keeps)];
  const broken = isLate ? [] : brokenOf(context, operation, rules);
  let kept: readonly HttpRequest[] | undefined;
  const donors = (): readonly HttpRequest[] => {
    kept ??= [...wholeOf(context, operation, good[0]?.request), ...good.map(({ request }) => request)];
    return kept;
  };
  const ids = new Set<string>();
  return [...good, ...broken].map(({ name, description, request, story }) => {
    const id = unique(ids, `coverage/${operation.id}/${name}`);
    const refused = story.kind === 'broken';
    const expectation = refused
      ? ({ kind: 'refused', text: 'a refusal (4xx)' } as const)
      : ({ kind: 'valid', text: 'a documented success' } as const);
    const asShown = requestInPlan(operation, request, story);
    const planned = planCase(
      { id, phase: 'coverage', operation, description: `${operation.id}: ${description}` },
      asShown,
      expectation,
    );
    const use = story.kind === 'broken' ? useOfBroken(operation, story.pointer) : useOfValid(operation);
    // Invalid requests are sent last: a service that accepts one must not show its data to cases
    // that read.
    const turn = refused && useOf(operation) !== 'read' ? 'after' : turnOf(operation);
    return single(
      planned,
      groupOf(context, operation),
      (caseContext) => probe(caseContext, { operation, planned: request, story, use, donors }),
      turn,
    );
  });
}

/** For a delete, an item that other cases have changed is good enough. */
function useOfValid(operation: Operation): FixtureUse {
  const use = useOf(operation);
  return use === 'fresh' ? 'spare' : use;
}

/** A request with a new value for every property, including those that a documented example leaves out. */
function wholeOf(context: PlanContext, operation: Operation, request: HttpRequest | undefined): readonly HttpRequest[] {
  if (request === undefined) return [];
  return ['whole', 'whole-2'].map((name) =>
    withWholeBody(context.generator, operation, request, where(context, operation, name)),
  );
}

function where(
  context: PlanContext,
  operation: Operation,
  name: string,
): { readonly seed: number; readonly at: string } {
  return { seed: context.seed, at: `coverage/${operation.id}/${name}` };
}

/** The place of the base request: drawn once, and then varied in one value for each case. */
function probePlace(context: PlanContext, operation: Operation): ReturnType<typeof where> {
  return where(context, operation, 'probed');
}

function validOf(context: PlanContext, operation: Operation): readonly PlannedRequest[] {
  if (context.isLate(2)) {
    context.leaveOut('the time limit left no time to plan a request', operation);
    return [];
  }
  return (['all', 'required'] as const).flatMap((optional) => {
    const drawn = context.generator.request(
      operation,
      { kind: 'valid', optional },
      where(context, operation, optional),
    );
    if (!drawn.ok) {
      context.leaveOut(`no valid request could be made: ${drawn.reason}`, operation);
      return [];
    }
    const story: Stimulus = optional === 'all' ? { kind: 'plain' } : { kind: 'optional-omitted' };
    const description = optional === 'all' ? 'everything that may be sent' : 'only what is required';
    return [{ name: `valid-${optional}`, description, request: drawn.value, story }];
  });
}

function boundariesOf(
  context: PlanContext,
  operation: Operation,
  keeps: OperationRules['keeps'],
): readonly PlannedRequest[] {
  const isReference = referencesOf(context, operation);
  const { body, fixed, cursors, options } = issuedByService(context, operation);
  const namesRecord = describedPlaces(context, operation);
  const unknowable = [
    ...[...cursors, ...options].map((name) => `/query/${name}`),
    ...[...body, ...fixed].map((place) => `/body${place}`),
  ];
  return context.generator
    .boundaries(operation, probePlace(context, operation))
    .filter(({ pointer }) => !isReference(pointer) && !unknowable.includes(pointer))
    .filter(({ pointer, keyword }) => keyword === 'required' || !namesRecord(pointer))
    .filter(
      ({ pointer, request }) => !isTimely(pointer) && !OF_THE_BODY.test(pointer) && !isEmptyField(pointer, request),
    )
    .filter(({ request }) => operation.body?.required !== true || !isWithoutContent(request))
    .filter((rule) => keeps(rule, 'bound'))
    .map(({ pointer, keyword, request }) => {
      const omitted = keyword === 'required';
      const story: Stimulus = omitted ? { kind: 'optional-omitted', pointer } : { kind: 'boundary', pointer, keyword };
      const description = omitted ? `without ${pointer}` : `${pointer} at its ${keyword}`;
      const sent = omitted ? request : withoutOtherFilters(context, operation, pointer, request);
      return { name: `${pointer.slice(1)}/${keyword}-at`, description, request: sent, story };
    });
}

/** Header fields whose valid values depend on the body (RFC 9110 §8.4, RFC 9530). */
const OF_THE_BODY = /^\/header\/(content-(encoding|md5|digest)|(repr-)?digest)$/i;

/** Many servers and proxies drop an empty field. */
function isEmptyField(pointer: string, { headers }: HttpRequest): boolean {
  const name = /^\/header\/(.+)$/.exec(pointer)?.[1]?.toLowerCase();
  return name !== undefined && headers.some(([field, value]) => field.toLowerCase() === name && value.trim() === '');
}

/** A filter at its bound is sent without other filters: together they rarely match an item. */
function withoutOtherFilters(
  context: PlanContext,
  operation: Operation,
  pointer: string,
  request: HttpRequest,
): HttpRequest {
  const { list } = context.model.roleOf(operation);
  if (list === undefined || !pointer.startsWith('/query/')) return request;
  const optional = operation.parameters.filter((each) => each.in === 'query' && !each.required);
  const others = optional
    .map(({ name }) => name)
    .filter((name) => !isAt(pointer, name) && list.filters.some(({ parameter }) => parameter === name))
    .map((name) => encodeURIComponent(name));
  const kept = request.query.split('&').filter((pair) => !others.includes(pair.split('=')[0] ?? ''));
  return { ...request, query: kept.join('&') };
}

function isAt(pointer: string, name: string): boolean {
  const place = `/query/${escapeToken(name)}`;
  return pointer === place || pointer.startsWith(`${place}/`);
}

function brokenOf(
  context: PlanContext,
  operation: Operation,
  { breakable, keeps }: OperationRules,
): readonly PlannedRequest[] {
  const at = probePlace(context, operation);
  const isReference = referencesOf(context, operation);
  return breakable().flatMap((rule) => {
    const { pointer, keyword } = rule;
    if (isReference(pointer) && !OF_REFERENCES.includes(keyword)) return [];
    if (!keeps(rule, 'broken')) return [];
    const drawn = context.generator.request(operation, { kind: 'breaks', pointer, keyword }, at);
    if (!drawn.ok) {
      context.leaveOut(`a rule could not be broken alone: ${drawn.reason}`, operation);
      return [];
    }
    if (pointer.startsWith('/body/') && (isOpaque(drawn.value) || isNoneAtAll(operation, drawn.value))) return [];
    const story: BreakingStimulus = { kind: 'broken', fault: faultOf(pointer, keyword, drawn.value), pointer, keyword };
    return [
      {
        name: `${pointer.slice(1)}/${keyword}-broken`,
        description: `${pointer} breaks ${keyword}`,
        request: drawn.value,
        story,
      },
    ];
  });
}

/** A form without its only field has no content, which is valid if the body is optional. */
function isNoneAtAll({ body: requestBody }: Operation, request: HttpRequest): boolean {
  return requestBody?.required !== true && isWithoutContent(request);
}

function isWithoutContent({ body }: HttpRequest): boolean {
  return body.kind === 'none' || (body.kind === 'parsed' && body.text === '');
}

/**
 * For content of an undefined form (`application/vnd.acme`), only its presence can be compared with the
 * document.
 */
function isOpaque({ body }: HttpRequest): boolean {
  const type = body.kind === 'none' ? undefined : parseMediaType(body.mediaType);
  return type !== undefined && contentKind(type) === 'other';
}

/** Keywords of a reference that can be broken so that no record can have such an id. */
const OF_REFERENCES = [
  'type',
  'fraction',
  'required',
  'format',
  'pattern',
  'minimum',
  'maximum',
  'enum',
  'const',
  'letters',
];

/** Whether a place of an operation names a record. Such places have ids that exist, and are not probed. */
function referencesOf(context: PlanContext, operation: Operation): (pointer: string) => boolean {
  const { index } = context;
  const itemPath = index.ownerOf(operation.path)?.itemPath;
  const isId = (name: string): boolean =>
    (itemPath !== undefined && isWithin(itemPath, operation.path, name)) ||
    index.frontOf(templateUpTo(operation.path, name)) !== undefined;
  const places = [
    ...index.references(operation).map(({ pointer }) => pointer),
    ...[index.ownPlace(operation), index.renamePlace(operation)].flatMap((place) => place ?? []),
  ].map((place) => `/body${place}`);
  return (pointer) => {
    const path = /^\/path\/(.*)$/.exec(pointer)?.[1];
    if (path !== undefined) return isId(path);
    return places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
  };
}

/** Whether a place of a body is described as the name of a record, or as a list of such names. */
function describedPlaces({ api, model }: PlanContext, operation: Operation): (pointer: string) => boolean {
  const places = describedReferences(api, model, operation).map(
    ({ pointer }) => `/body${pointer.replace(/\/\*$/, '')}`,
  );
  return (probed) => {
    const pointer = probed.replace(/\/\d+(?=\/)/g, '/*');
    return [probed, pointer].some((each) => places.some((place) => each === place || each.startsWith(`${place}/`)));
  };
}

/**
 * Whether a parameter is in the part of a path that leads to an item. The item's own path may have another
 * name for it.
 */
function isWithin(itemPath: string, path: string, parameter: string): boolean {
  return pathShapeOf(itemPath).startsWith(pathShapeOf(templateUpTo(path, parameter)));
}

export function faultOf(pointer: string, keyword: string, request: HttpRequest): BreakingStimulus['fault'] {
  const inBody = pointer.startsWith('/body');
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return inBody ? (pointer === '/body' ? 'empty-body' : 'missing-property') : 'missing-parameter';
    case 'enum':
    case 'const':
    case 'letters':
      return 'enum';
    case 'pattern':
    case 'patternLetters':
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
    case 'fraction':
    case 'list':
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

/** The request as the plan shows it: with the path template if ids come from the run. */
function requestInPlan(operation: Operation, request: HttpRequest, story: Stimulus): HttpRequest {
  const probed = 'pointer' in story && story.pointer.startsWith('/path/');
  return probed ? request : { ...request, path: operation.path };
}

function unique(ids: Set<string>, wanted: string): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count += 1) id = `${wanted}-${count}`;
  ids.add(id);
  return id;
}
