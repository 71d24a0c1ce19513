import {
  type Api,
  conjunctsOf,
  endsInParameter,
  isReadOnly,
  type Operation,
  operationTexts,
  propertiesOf,
  type Schema,
  typesOf,
} from '../../spec/index.ts';
import { counterPropertyOf } from '../model/counters.ts';
import { isNumber, itemProperties } from '../model/item-properties.ts';
import type { Resource, ResourceModel } from '../model/model.ts';
import { child } from '../model/pointers.ts';
import { isOfEarlier, readTotal, type TotalWords } from '../model/total-words.ts';
import { clusterKey, plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';

/** A number that a read of a record shows, and that follows from the records which belong to it. */
export interface RecordTotal {
  readonly holder: Resource;
  /** The read that shows it: that of the record, or one below it (`/events/{id}/statistics`). */
  readonly read: Operation;
  /** Pointer of the number in the answer. */
  readonly at: string;
  /** The words of the document that say what it is. */
  readonly text: string;
  readonly counted: Resource;
  /** Pointer in a counted record of the id of the record. Absent: its path names the record. */
  readonly reference?: string;
  /** Pointer of the number of a counted record that is summed. Absent: each counts one. */
  readonly amount?: string;
  /** Name of the property of the record from which they are subtracted. */
  readonly from?: string;
  /** Only records with these values count. */
  readonly where: readonly TotalCondition[];
}

/** A property of a counted record, and the values with which it counts, or with which it does not. */
interface TotalCondition {
  /** Pointer inside the counted record. */
  readonly property: string;
  readonly values: readonly (string | boolean)[];
  readonly isNot: boolean;
}

/** The numbers of a record that its document describes as numbers or sums of other records. */
export function recordTotals(api: Api, model: ResourceModel, holder: Resource): readonly RecordTotal[] {
  const { itemPath } = holder;
  if (itemPath === undefined || holder.singleton || !endsInParameter(itemPath)) return [];
  return api.operations
    .filter((read) => isReadOf(read, itemPath))
    .flatMap((read) => totalsIn(api, model, holder, read));
}

/** The numbers that follow from the records of a resource. */
export function totalsOver(api: Api, model: ResourceModel, counted: Resource): readonly RecordTotal[] {
  const named = [counted.parent?.resource, ...counted.relations.map(({ resource }) => resource)];
  const isNamedByVerb = Object.keys(itemProperties(api, counted)).some((name) => BY_VERB.test(name));
  const holders = isNamedByVerb
    ? model.resources
    : [...new Set(named)].flatMap((name) => model.resource(name ?? '') ?? []);
  return holders.flatMap((holder) => recordTotals(api, model, holder)).filter((total) => total.counted === counted);
}

/** Names of references after what was done: `assigneeId`, `assigned_to`. */
const BY_VERB = /^[a-z]{3,}(?:ee_?id|ed_?to(?:_?id)?)$/i;

/** How much a record adds to a number of the record that it belongs to. Undefined if it does not show that. */
export function shareOf(
  { amount, from, where }: Pick<RecordTotal, 'amount' | 'from' | 'where'>,
  record: unknown,
): number | undefined {
  for (const { property, values, isNot } of where) {
    const value = valueIn(record, property);
    if (value === undefined || (typeof value === 'object' && value !== null)) return undefined;
    if (values.some((each) => each === value) === isNot) return 0;
  }
  const share = amount === undefined ? 1 : valueIn(record, amount);
  if (typeof share !== 'number') return undefined;
  return from === undefined ? share : -share;
}

function valueIn(record: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null
          ? Object.entries(value).find(([own]) => own === name)?.[1]
          : undefined,
      record,
    );
}

/** Whether an operation reads an item, or something with one name below it. */
function isReadOf({ method, path }: Operation, itemPath: string): boolean {
  return method === 'GET' && path.startsWith(itemPath) && /^(?:\/[^/{}]+)?$/.test(path.slice(itemPath.length));
}

function totalsIn(api: Api, model: ResourceModel, holder: Resource, read: Operation): readonly RecordTotal[] {
  const { kind, responseEntity } = model.roleOf(read);
  const isOwn = read.path === holder.itemPath;
  // The total of a list is that of its pages.
  if (kind === 'list' || (isOwn && (kind !== 'read' || responseEntity === undefined))) return [];
  if (operationTexts(read, '200').some(isOfEarlier)) return [];
  const places = isOwn ? ownNumbers(api, holder, responseEntity ?? '') : numbersBelow(api, read);
  let sent: ReadonlySet<string> | undefined;
  const isSent = (name: string): boolean => {
    sent ??= sentNames(api, model, holder);
    return sent.has(name);
  };
  return places.flatMap(({ name, at, schema }): readonly RecordTotal[] => {
    const text = LIMIT.test(plain(name)) ? '' : textOf(api, schema);
    const total = text === '' ? undefined : totalOf(api, model, holder, text);
    const isCounted = total !== undefined && isPlain(total) && counterPropertyOf(api, holder, total.counted) === name;
    if (total === undefined || isCounted || (isOwn && isSent(name))) return [];
    return [{ holder, read, at, text, ...total }];
  });
}

/** The names of what clients send of a record, where requests have a form of their own: a number among these is theirs. */
function sentNames(api: Api, model: ResourceModel, holder: Resource): ReadonlySet<string> {
  const bodies = api.operations.flatMap((operation) => {
    if (operation.path !== holder.itemPath && operation.path !== holder.collectionPath) return [];
    const { kind, resource } = model.roleOf(operation);
    const body = resource === holder && WRITES.has(kind) ? requestSchema(operation) : undefined;
    return body === undefined || api.deref(body) === api.deref(holder.schema) ? [] : [body];
  });
  const own = bodies.flatMap((body) => Object.entries(propertiesOf(api, body)));
  return new Set(own.flatMap(([name, { schema }]) => (isReadOnly(api, schema) ? [] : [name])));
}

const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch']);

/** A number in an answer. */
interface NumberPlace {
  readonly name: string;
  readonly at: string;
  readonly schema: Schema;
}

function ownNumbers(api: Api, holder: Resource, entity: string): readonly NumberPlace[] {
  return Object.entries(itemProperties(api, holder)).flatMap(([name, { pointer, schema }]) =>
    isNumber(api, schema) ? [{ name, at: `${entity}${pointer}`, schema }] : [],
  );
}

/** Objects around numbers of one thing. Others may be records of their own. */
const AROUND = /^(?:data|meta|attributes|totals?|counts?|summary|stat(?:istic)?s|numbers|results?|figures)$/i;
const DEEPEST = 3;

function numbersBelow(api: Api, read: Operation): readonly NumberPlace[] {
  const walk = (schema: Schema, at: string, depth: number): readonly NumberPlace[] =>
    Object.entries(propertiesOf(api, schema)).flatMap(([name, each]): readonly NumberPlace[] => {
      if (isNumber(api, each.schema)) return [{ name, at: child(at, name), schema: each.schema }];
      const isAround = AROUND.test(name) && depth < DEEPEST && typesOf(api, each.schema).includes('object');
      return isAround ? walk(each.schema, child(at, name), depth + 1) : [];
    });
  const [schema] = answerSchemas(read);
  return schema === undefined ? [] : walk(schema, '', 0);
}

/** Names of numbers that bound something instead of counting it. */
const LIMIT = /^(?:max|min|limit)|(?:max|min|limit|quota)$/;

function textOf(api: Api, schema: Schema): string {
  const own = typeof schema === 'object' ? schema.description : undefined;
  return own ?? conjunctsOf(api, schema).flatMap(({ description }) => description ?? [])[0] ?? '';
}

type Total = Pick<RecordTotal, 'counted' | 'reference' | 'amount' | 'from' | 'where'>;

/** Whether a number counts all records that belong to its record. */
const isPlain = ({ amount, from, where }: Total): boolean =>
  amount === undefined && from === undefined && where.length === 0;

/** What a description says a number of a record is. Undefined if not all of its words are understood. */
function totalOf(api: Api, model: ResourceModel, holder: Resource, text: string): Total | undefined {
  for (const words of readTotal(text)) {
    const counted = model.meant(words.noun);
    if (counted === undefined || counted.singleton || counted === holder) continue;
    const total = totalFrom(api, holder, counted, words);
    if (total !== undefined) return total;
  }
  return undefined;
}

function totalFrom(api: Api, holder: Resource, counted: Resource, words: TotalWords): Total | undefined {
  if (words.of !== undefined && clusterKey(words.of) !== clusterKey(holder.singular)) return undefined;
  const link = linkOf(api, holder, counted, words.link);
  const where = words.states.map((state) => conditionOf(api, counted, state));
  const amount = words.amount === undefined ? undefined : numberCalled(api, counted, words.amount)?.pointer;
  const from = words.from === undefined ? undefined : numberCalled(api, holder, words.from)?.name;
  if (link === undefined || where.some((each) => each === undefined)) return undefined;
  if ((words.amount !== undefined && amount === undefined) || (words.from !== undefined && from === undefined))
    return undefined;
  return {
    counted,
    ...link,
    ...(amount === undefined ? {} : { amount }),
    ...(from === undefined ? {} : { from }),
    where: where.flatMap((each) => each ?? []),
  };
}

/** How a counted record names the record: by its path, or by its only reference to it. */
function linkOf(
  api: Api,
  holder: Resource,
  counted: Resource,
  verb: string | undefined,
): Pick<Total, 'reference'> | undefined {
  const references = counted.relations.filter(
    ({ pointer, resource }) => resource === holder.name && !pointer.includes('*'),
  );
  if (references.length === 0 && counted.parent?.resource === holder.name) return verb === undefined ? {} : undefined;
  if (references.length === 1 && (verb === undefined || NEUTRAL.test(verb))) {
    const reference = references[0]?.pointer;
    return reference === undefined ? undefined : { reference };
  }
  // “Tickets that are assigned to the agent” have an `assigneeId`.
  const stem = verb?.replace(/ed$/, '');
  const called = Object.entries(itemProperties(api, counted)).filter(
    ([name, { schema }]) => stem !== undefined && isNamedAfter(name, stem) && isIdOf(api, holder, schema),
  );
  const reference = called.length === 1 ? called[0]?.[1].pointer : undefined;
  return reference === undefined ? undefined : { reference };
}

/** Verbs of belonging, whatever the reference is called. */
const NEUTRAL = /^(?:belong|assigned|linked|attached|booked|placed|enrolled|filed)$/;

/** `assignee`, `assignedTo` or `assignedId`; `created` alone is a time or a flag. */
const isNamedAfter = (name: string, stem: string): boolean =>
  new RegExp(`^${stem}(?:(?:ee|ed_?to)(?:_?id)?|(?:ed)?_?id)$`, 'i').test(name);

function isIdOf(api: Api, { id }: Resource, schema: Schema): boolean {
  const own = id === undefined ? [] : typesOf(api, id.schema);
  return typesOf(api, schema).some((type) => own.includes(type));
}

/** A value of a property that a word means. */
interface StatedValue {
  readonly property: string;
  readonly value: string | boolean;
}

/** The condition that a word states: a listed value of one property, or the name of a flag. */
function conditionOf(
  api: Api,
  counted: Resource,
  { words, isNot }: TotalWords['states'][number],
): TotalCondition | undefined {
  const found = words.map((word): StatedValue | undefined => {
    const places = Object.entries(itemProperties(api, counted)).flatMap(
      ([name, { pointer, schema }]): readonly StatedValue[] => {
        const rules = conjunctsOf(api, schema);
        const value = rules
          .flatMap((rule) => rule.enum ?? [])
          .find((each) => typeof each === 'string' && plain(each) === plain(word));
        if (typeof value === 'string') return [{ property: pointer, value }];
        const isFlag = rules.some(({ type }) => [type].flat().includes('boolean'));
        return isFlag && plain(name).replace(/^is(?=.{3})/, '') === plain(word)
          ? [{ property: pointer, value: true }]
          : [];
      },
    );
    return places.length === 1 ? places[0] : undefined;
  });
  const [first] = found;
  if (first === undefined || found.some((each) => each?.property !== first.property)) return undefined;
  return { property: first.property, values: found.flatMap((each) => each?.value ?? []), isNot };
}

function numberCalled(
  api: Api,
  resource: Resource,
  word: string,
): { readonly name: string; readonly pointer: string } | undefined {
  const found = Object.entries(itemProperties(api, resource)).filter(([name, { schema }]) => {
    return isNumber(api, schema) && (plain(name) === plain(word) || clusterKey(name) === clusterKey(word));
  });
  const [only] = found;
  return found.length === 1 && only !== undefined ? { name: only[0], pointer: only[1].pointer } : undefined;
}
