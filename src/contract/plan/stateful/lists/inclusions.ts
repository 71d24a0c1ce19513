import type { HttpRequest, Json } from '../../../../core/index.ts';
import { isPathBelow, isStateName, type Resource } from '../../../../resources/index.ts';
import { conjunctsOf, type Operation, type Parameter, propertiesOf, wordsOf } from '../../../../spec/index.ts';
import { isObject } from '../../../../wire/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import { MOST_PAGES } from '../../../responses/collection.ts';
import { idIn } from '../../../responses/created-id.ts';
import { filtersToShow } from '../../../responses/filter-rules.ts';
import { idsOf, itemsOf, type Listing, largestPage, type PageWalk, walk } from '../../../responses/list-walk.ts';
import { texts } from '../../../responses/page-facts.ts';
import type { PlanContext } from '../../planner.ts';
import { look, subject } from '../writes/writes.ts';

/** A flag of a list that adds items of one kind: `include_deleted`, `showArchived`. */
interface Inclusion extends Listing {
  readonly parameter: string;
  readonly read: Operation;
  /** The operation that makes an item one of that kind. */
  readonly write: Operation;
  /** How an item of that kind shows it; absent where it is deleted. */
  readonly state?: {
    readonly property: string;
    readonly value: string | boolean | number;
    readonly others: readonly Json[];
  };
}

/** An item of the run, and the values of filters that let the list show it. */
interface ShownItem {
  readonly id: Json;
  readonly filters: Readonly<Record<string, Json>>;
}

/** Flags of lists that add items: an item of the run that becomes one of them must be listed with the flag, and not without it. */
export function planInclusions(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((operation) => {
    const { kind, resource, list } = context.model.roleOf(operation);
    if (kind !== 'list' || resource?.id?.property === undefined || list === undefined) return [];
    if (operation.path.includes('{')) return [];
    return operation.parameters.flatMap((parameter) => {
      const inclusion = inclusionOf(context, { operation, resource, list }, parameter);
      if (inclusion === undefined || !context.asks('filter.incomplete', operation)) return [];
      const description = `${operation.id}: ${parameter.name} adds what is hidden otherwise`;
      const planned = planCase(
        { id: `stateful/${operation.id}/includes-${parameter.name}`, phase: 'stateful', operation, description },
        { method: operation.method, path: operation.path, query: '' },
        { kind: 'valid', text: 'the item is listed with the flag alone' },
      );
      return [single(planned, resource.name, includes(inclusion), 'alone')];
    });
  });
}

const ADDING = new Set(['include', 'including', 'with', 'show', 'list', 'return']);
const DELETED = /^(?:soft)?(?:deleted|removed|trashed)$/;

function inclusionOf(
  context: PlanContext,
  listing: Listing,
  { name, in: place, schema, description = '' }: Parameter,
): Inclusion | undefined {
  const { resource, list } = listing;
  const rule = schema === undefined ? true : context.api.deref(schema);
  if (place !== 'query' || typeof rule === 'boolean' || rule.type !== 'boolean' || rule.default === true)
    return undefined;
  if (list.filters.some(({ parameter }) => parameter === name) || OF_PROPERTIES.test(description)) return undefined;
  const [verb = '', ...words] = wordsOf(name);
  const read = context.index.operation(resource, 'read');
  if (!ADDING.has(verb) || words.length === 0 || read === undefined) return undefined;
  const plain = withoutNoun(words, resource);
  const base = { ...listing, parameter: name, read };
  if (DELETED.test(plain)) {
    const write = context.index.operation(resource, 'delete');
    return write === undefined ? undefined : { ...base, write };
  }
  return byAction(context, base, plain);
}

const OF_PROPERTIES = /\b(fields?|propert(y|ies)|attributes?|details?|counts?|members?)\b/i;

/** `deleted` of `deleted_patients`. */
function withoutNoun(words: readonly string[], { name, singular }: Resource): string {
  const nouns = new Set([name, singular].flatMap((each) => [each, wordsOf(each).at(-1) ?? '']));
  const last = words.at(-1) ?? '';
  return (words.length > 1 && (nouns.has(last) || last === 'items') ? words.slice(0, -1) : words).join('');
}

/** The action that brings an item into the state that the flag names: a flag of the item, or a listed value of its state. */
function byAction(context: PlanContext, base: Omit<Inclusion, 'write'>, wanted: string): Inclusion | undefined {
  const { resource, read } = base;
  const properties = propertiesOf(context.api, resource.schema);
  for (const operation of context.operations) {
    const role = context.model.roleOf(operation);
    if (role.kind !== 'action' || role.resource !== resource || !isPathBelow(operation.path, read.path)) continue;
    for (const { property, value } of role.effects ?? []) {
      const listed = conjunctsOf(context.api, properties[property]?.schema ?? true).flatMap((each) => each.enum ?? []);
      const isNamed =
        value === true
          ? [property, property.replace(/^is[_A-Z]/, '')].some((each) => wordsOf(each).join('') === wanted)
          : isStateName(property) && typeof value === 'string' && wordsOf(value).join('') === wanted;
      const others = value === true ? [false] : listed.filter((each) => each !== value);
      if (isNamed && others.length > 0) return { ...base, write: operation, state: { property, value, others } };
    }
  }
  return undefined;
}

const PATIENCE = [0, 300, 900];

function includes(inclusion: Inclusion): Act {
  return async (caseContext) => {
    const { read, write, resource, state } = inclusion;
    const item = await subject(caseContext, { read });
    if (typeof item === 'string') return inconclusive(item);
    const id = idIn(resource, item.entity);
    if (id === undefined || item.found?.ours !== true) return inconclusive('there is no own item');
    const shown: ShownItem = { id, filters: filtersToShow(inclusion, item.entity) ?? {} };
    if (!(await isListed(caseContext, inclusion, shown))) return inconclusive('the list does not show the item');
    const path = renameParameters(item.path, read.path, write.path);
    const at = `inclusions/${write.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, write, { at, use: 'fresh', path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const done = await caseContext.exchange(drawn.request, { operation: write, purpose: openPurpose(), quiet: true });
    if (!tookEffect(done)) return skipped('the item cannot be brought there');
    if (state !== undefined && !(await isIn(caseContext, inclusion, item.read, state)))
      return skipped('the item is not in that state');
    const { end, failed } = await judgeList(caseContext, inclusion, { ...shown, isWith: true });
    return failed || state === undefined
      ? end
      : (await judgeList(caseContext, inclusion, { ...shown, isWith: false })).end;
  };
}

async function isIn(
  caseContext: CaseContext,
  { read }: Inclusion,
  request: HttpRequest,
  { property, value }: NonNullable<Inclusion['state']>,
): Promise<boolean> {
  const now = await look(caseContext, { read }, request);
  return isObject(now) && now[property] === value;
}

function walkWith(
  caseContext: CaseContext,
  inclusion: Inclusion,
  filters: Readonly<Record<string, Json>>,
): Promise<PageWalk> {
  return walk(caseContext, inclusion, { most: MOST_PAGES, filters: { ...largestPage(inclusion), ...filters } });
}

async function isListed(caseContext: CaseContext, inclusion: Inclusion, { id, filters }: ShownItem): Promise<boolean> {
  const { items } = await walkWith(caseContext, inclusion, filters);
  return texts(idsOf(inclusion.resource, items)).includes(String(id));
}

/** Reads the list until it is as it must be, for a while, and then judges it. */
async function judgeList(
  caseContext: CaseContext,
  inclusion: Inclusion,
  { id, filters, isWith }: ShownItem & { readonly isWith: boolean },
): Promise<{ readonly end: StepEnd; readonly failed: boolean }> {
  const { operation, resource, parameter } = inclusion;
  const isOn = (items: readonly Json[]): boolean => texts(idsOf(resource, items)).includes(String(id));
  let answers: PageWalk['answers'] = [];
  for (const wait of PATIENCE) {
    await caseContext.pause(wait);
    const walked = await walkWith(caseContext, inclusion, isWith ? { ...filters, [parameter]: true } : filters);
    if (!walked.complete) return open(inconclusive(walked.reason ?? 'the list was not read completely'));
    if (isOn(walked.items) === isWith) return open(PASSED);
    answers = walked.answers;
  }
  const page = isWith ? answers.at(-1) : answers.find((answer) => isOn(itemsOf(answer, inclusion.list) ?? []));
  if (page === undefined) return open(PASSED);
  const story = isWith ? includedItem(inclusion, id) : excludedItems(inclusion);
  const purpose = { expect: 'valid', proven: true, relational: false, story } as const;
  return caseContext.again(page, { operation, purpose });
}

const open = (end: StepEnd) => ({ end, failed: false });

function includedItem({ list, resource, parameter }: Inclusion, id: Json): Stimulus {
  return { kind: 'filter', parameter, pointer: '', value: true, op: 'equals', list, resource, must: [id], wider: true };
}

/** Without the flag, items have one of the other states. */
function excludedItems({ list, resource, parameter, state }: Inclusion): Stimulus {
  const pointer = `/${state?.property ?? ''}`;
  const value = [...(state?.others ?? [])];
  return { kind: 'filter', parameter, pointer, value, op: 'in', list, resource, unsent: true, usual: false };
}
