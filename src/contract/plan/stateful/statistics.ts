import type { HttpRequest, Json } from '../../../core/index.ts';
import { isPathBelow, type Resource, type Statistic } from '../../../resources/index.ts';
import {
  type Operation,
  operationTexts,
  paragraphsIn,
  propertiesOf,
  type Schema,
  sentencesIn,
} from '../../../spec/index.ts';
import { escapeRegExp, isArray, isObject, valueAt } from '../../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, single } from '../../model/flow.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { drawRequest } from '../../requests/draw-request.ts';
import { renameParameters } from '../../resource-index/paths.ts';
import type { PlanContext } from '../planner.ts';
import { mayBeOld } from './shown-numbers.ts';
import { look, readPurpose, sendWrite, subject, type WriteSubject } from './writes/writes.ts';

/** A number of an answer that counts records. */
interface Count {
  readonly pointer: string;
  /** The pointer of the numbers that it is one of. */
  readonly group: string;
  readonly value: (body: Json) => number | undefined;
  /** Whether a record counts; undefined if it does not show that. */
  readonly counts: (item: Json) => boolean | undefined;
}

interface CountedRecords {
  readonly statistics: Operation;
  readonly resource: Resource;
  readonly read: Operation;
  readonly counts: readonly Count[];
}

/** Numbers of statistics must follow the writes of the run: a new record adds one, an action moves it to another number. */
export function planStatistics(context: PlanContext): readonly Flow[] {
  if (context.options.safeOnly === true) return [];
  return context.operations.flatMap((statistics) =>
    countedBy(context, statistics).flatMap((counted) => {
      if (!context.asks('state.count-differs', statistics) || OLD.test(operationTexts(statistics, '2').join('\n')))
        return [];
      const { resource } = counted;
      const description = `${statistics.id}: the numbers follow the ${resource.name}`;
      const planned = planCase(
        {
          id: `stateful/${statistics.id}/counts-${resource.name}`,
          phase: 'stateful',
          operation: statistics,
          description,
        },
        { method: statistics.method, path: statistics.path, query: '' },
        { kind: 'valid', text: 'the numbers after the writes' },
      );
      return [single(planned, resource.name, followCounts(context, counted), 'alone')];
    }),
  );
}

/** Words of numbers that are not those of the moment. */
const OLD =
  /\b(cach\w+|hourly|daily|weekly|monthly|nightly|estimat\w+|approximat\w+|eventual\w*|delayed|periodic\w*|snapshots?|since|today|last|past|previous)\b/i;
const NOT_DELETED =
  /\bnot (?:been )?(?:deleted|removed)\b|\b(?:current|existing|remaining)\b|\bwithout (?:the )?deleted\b/i;

const LEFT_OUT =
  /(?<!\b(?:not|never) |n['’]t )\b(?:left out of|excluded from|not (?:part of|counted in|included in|shown in)|missing from)\b[^.]*\b(?:counts?|numbers|totals?|statistics)\b/i;

/** Whether a paragraph about the whole API says that deleted records of a kind are in no numbers. */
function leavesOutDeleted({ api }: PlanContext, { singular }: Resource): boolean {
  const noun = new RegExp(`\\b${escapeRegExp(singular)}`, 'i');
  return paragraphsIn(api.description ?? '').some((paragraph) => {
    const sentences = sentencesIn(paragraph);
    const from = sentences.findIndex((sentence) => /\bdeleted\b/i.test(sentence) && noun.test(sentence));
    const [own = '', next = ''] = from < 0 ? [] : sentences.slice(from);
    return LEFT_OUT.test(own) || (/^\W*(?:it|they)\b/i.test(next) && LEFT_OUT.test(next));
  });
}

function countedBy(context: PlanContext, statistics: Operation): readonly CountedRecords[] {
  if (statistics.path.includes('{')) return [];
  return context.model.statisticsOf(statistics).flatMap(({ resource, numbers }) => {
    const read = context.index.operation(resource, 'read');
    const counts = numbers.flatMap(countsOf);
    const isMade = context.index.operation(resource, 'create') !== undefined;
    return read === undefined || !isMade || counts.length === 0 ? [] : [{ statistics, resource, read, counts }];
  });
}

/** The numbers of a statistic that are counts of records. */
function countsOf({ at, of, property, where, by }: Statistic): readonly Count[] {
  if (of !== 'count' || property !== undefined) return [];
  const isNumber = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
  if (by === undefined)
    return [
      {
        pointer: at,
        group: at,
        value: (body) => isNumber(valueAt(body, at)),
        counts: where === undefined ? () => true : (item) => has(item, where.property, where.value),
      },
    ];
  return by.values.map((value) => ({
    pointer: `${at}/${value}`,
    group: at,
    value: (body) => groupIn(valueAt(body, at), value, by.row),
    counts: (item) => has(item, by.property, value),
  }));
}

function has(item: Json, property: string, value: Json): boolean | undefined {
  const own = valueAt(item, property);
  return own === undefined ? undefined : own === value;
}

/** The number for one value, in a map or in rows. What is not there is none. */
function groupIn(
  groups: Json | undefined,
  value: string,
  row: NonNullable<Statistic['by']>['row'],
): number | undefined {
  if (row === undefined) {
    if (groups === undefined || !isObject(groups)) return undefined;
    const own = Object.hasOwn(groups, value) ? groups[value] : 0;
    return typeof own === 'number' ? own : undefined;
  }
  if (!isArray(groups)) return undefined;
  const own = groups.find((each) => isObject(each) && each[row.value] === value);
  const count = own === undefined ? 0 : valueAt(own, `/${row.count}`);
  return typeof count === 'number' ? count : undefined;
}

/** A number that did not follow a write. */
interface Difference {
  readonly count: Count;
  readonly write: string;
}

/** What is sent, and the differences of an earlier attempt. */
interface Attempt extends CountedRecords {
  readonly request: HttpRequest;
  readonly earlier: readonly Difference[];
}

const MOST_ACTIONS = 3;
/** Milliseconds between reads of a number that did not follow: at first, and when it is looked at again. */
const [PATIENCE, LONG_PATIENCE] = [
  [100, 300],
  [200, 600, 1200],
] as const;
const QUIET = 150;

function followCounts(context: PlanContext, counted: CountedRecords): Act {
  return async (caseContext) => {
    const { statistics } = counted;
    const at = `statistics/${statistics.id}`;
    const drawn = await drawRequest(caseContext, statistics, { at, use: 'read', optional: 'required' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const { request } = drawn;
    const first = await numbersOf(caseContext, { ...counted, request });
    await caseContext.pause(QUIET);
    const second = await numbersOf(caseContext, { ...counted, request });
    if (first === undefined || second === undefined) return inconclusive('there are no numbers of the moment');
    if (first.numbers.some((number, index) => number !== second.numbers[index]))
      return inconclusive('the numbers change without a write of the run');
    const one = await tryWrites(context, caseContext, { ...counted, request, earlier: [] });
    if (typeof one === 'string') return inconclusive(one);
    // An answer in which no number follows may be an old one.
    if (one.differences.length === 0 || !one.isLive) return PASSED;
    // Other clients may have written meanwhile: what did not follow must not follow again.
    const other = await tryWrites(context, caseContext, { ...counted, request, earlier: one.differences });
    return typeof other === 'string' ? inconclusive(other) : (other.end ?? PASSED);
  };
}

interface SeenNumbers {
  readonly numbers: readonly (number | undefined)[];
  readonly exchange: Exchange;
}

async function numbersOf(
  caseContext: CaseContext,
  { statistics, counts, request }: Omit<Attempt, 'earlier'>,
): Promise<SeenNumbers | undefined> {
  const purpose = readPurpose({ kind: 'plain' });
  const answer = await caseContext.exchange(request, { operation: statistics, purpose, quiet: true });
  const body = isSuccess(answer) ? jsonOf(answer.exchange) : undefined;
  if (body === undefined || answer.kind !== 'answered') return undefined;
  return mayBeOld(answer.exchange)
    ? undefined
    : { numbers: counts.map((count) => count.value(body)), exchange: answer.exchange };
}

/** What one attempt has shown. */
interface Course {
  readonly differences: readonly Difference[];
  /** Some number followed a write. */
  readonly isLive: boolean;
  readonly end?: StepEnd;
}

/** Creates a record and deletes it, and creates another one and does its actions: after each write the numbers are read. */
async function tryWrites(context: PlanContext, caseContext: CaseContext, attempt: Attempt): Promise<Course | string> {
  const { resource, read, statistics } = attempt;
  const [create, remove] = [context.index.operation(resource, 'create'), context.index.operation(resource, 'delete')];
  const differences: Difference[] = [];
  // Numbers that move for another reason count less than their name says.
  const others = new Set<string>();
  let isLive = false;
  let end: StepEnd | undefined;
  let seen = await numbersOf(caseContext, attempt);
  const compare = async (
    write: Operation | undefined,
    before: Json | undefined,
    after: Json | undefined,
  ): Promise<void> => {
    const start = seen;
    seen = await numbersOf(caseContext, attempt);
    if (write === undefined || start === undefined || seen === undefined) return;
    const moves = attempt.counts.flatMap((count, index) => {
      const [was, is] = [before, after].map((each) => (each === undefined ? false : count.counts(each)));
      if (was === is && write !== create && start.numbers[index] !== seen?.numbers[index]) others.add(count.group);
      const isOther = was === undefined || is === undefined || was === is || others.has(count.group);
      return isOther ? [] : [{ count, index, isMore: is }];
    });
    const isLate = ({ index, isMore }: (typeof moves)[number]): boolean => {
      const [from, to] = [start.numbers[index], seen?.numbers[index]];
      return from !== undefined && to !== undefined && (isMore ? to <= from : to >= from);
    };
    for (const wait of attempt.earlier.length === 0 ? PATIENCE : LONG_PATIENCE) {
      if (!moves.some(isLate)) break;
      await caseContext.pause(wait);
      seen = (await numbersOf(caseContext, attempt)) ?? seen;
    }
    isLive ||= moves.some((move) => !isLate(move));
    for (const { count, index, isMore } of moves.filter(isLate)) {
      differences.push({ count, write: write.id });
      const isKnown = attempt.earlier.some((each) => each.count.group === count.group && each.write === write.id);
      if (!isKnown || end !== undefined) continue;
      const number = seen.numbers[index] ?? 0;
      const facts = {
        pointer: count.pointer,
        group: count.group,
        number,
        before: start.numbers[index] ?? number,
        isMore,
        write: write.id,
        of: resource.name,
      };
      const purpose = readPurpose({ kind: 'counted', ...facts });
      end = caseContext.again(seen.exchange, { operation: statistics, purpose }).end;
    }
  };
  const first = await newRecord(caseContext, attempt);
  if (typeof first === 'string') return first;
  await compare(create, undefined, first.entity);
  const isGone =
    remove !== undefined &&
    (await sendWrite(caseContext, remove, renameParameters(first.path, read.path, remove.path), 'statistics'));
  const isUncounted = NOT_DELETED.test(describedIn(context, statistics)) || leavesOutDeleted(context, resource);
  if (isGone && isUncounted) await compare(remove, first.entity, undefined);
  const actions = actionsOn(context, attempt);
  const second = actions.length === 0 ? 'there are no actions' : await newRecord(caseContext, attempt);
  if (typeof second !== 'string') {
    seen = (await numbersOf(caseContext, attempt)) ?? seen;
    let before: Json | undefined = second.entity;
    for (const action of actions) {
      if (!(await sendWrite(caseContext, action, renameParameters(second.path, read.path, action.path), 'statistics')))
        continue;
      const after = await look(caseContext, { read }, second.read);
      if (after !== undefined) await compare(action, before, after);
      before = after ?? before;
    }
  }
  return { differences, isLive, ...(end === undefined ? {} : { end }) };
}

async function newRecord(caseContext: CaseContext, { read }: CountedRecords): Promise<WriteSubject | string> {
  const item = await subject(caseContext, { read });
  return typeof item !== 'string' && item.found?.ours !== true ? 'there is no own record' : item;
}

function actionsOn({ operations, model }: PlanContext, { resource, read }: CountedRecords): readonly Operation[] {
  return operations
    .filter((each) => {
      const { kind, resource: own, effects = [] } = model.roleOf(each);
      return kind === 'action' && own === resource && effects.length > 0 && isPathBelow(each.path, read.path);
    })
    .slice(0, MOST_ACTIONS);
}

/** What the document says of the numbers, in the operation and in its answer. */
function describedIn({ api }: PlanContext, operation: Operation): string {
  const answers = operation.responses.flatMap(({ status, content }) => (status.startsWith('2') ? content : []));
  const texts = (schema: Schema, depth: number): readonly string[] => {
    const rule = api.deref(schema);
    const own = typeof rule === 'object' ? (rule.description ?? '') : '';
    const inner =
      depth === 0 ? [] : Object.values(propertiesOf(api, schema)).flatMap((each) => texts(each.schema, depth - 1));
    return [own, ...inner];
  };
  return [
    ...operationTexts(operation, '2'),
    ...answers.flatMap(({ schema }) => (schema === undefined ? [] : texts(schema, 2))),
  ].join('\n');
}
