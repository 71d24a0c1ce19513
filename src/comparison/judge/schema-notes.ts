import { createIds } from '../../containment/index.ts';
import type { Json } from '../../core/index.ts';
import {
  type Api,
  conjunctsOf,
  isReadOnly,
  isWriteOnly,
  lifecycleOf,
  propertiesOf,
  type Schema,
  type SchemaObject,
} from '../../spec/index.ts';
import { jsonEquals } from '../../wire/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext } from './context.ts';
import { lifecycleChanges } from './lifecycle-changes.ts';

type MessageFlow = 'sent' | 'received';
type Pair = readonly [base: Schema, revision: Schema];

/** Changes of schemas that no value shows: names that come and go, defaults, marks, tags. One walk over pairs, safe on cycles. */
export type SchemaNotes = (base: Schema, revision: Schema, flow: MessageFlow) => readonly Change[];

/** Pairs that one walk visits. */
const MOST_PAIRS = 20_000;

export function createSchemaNotes(context: ComparisonContext): SchemaNotes {
  const [baseId, revisionId] = [createIds(), createIds()];
  const made = new Map<string, { readonly own: readonly Change[]; readonly inner: readonly Pair[] }>();
  const quiet = new Set<string>();
  const at = (pair: Pair, flow: MessageFlow, key: string) => {
    const known = made.get(key) ?? { own: notesOf(context, pair, flow), inner: innerOf(context, pair) };
    made.set(key, known);
    return known;
  };
  return (base, revision, flow) => {
    const found: Change[] = [];
    const seen = new Set<string>();
    const waiting: Pair[] = [[base, revision]];
    for (let index = 0; index < waiting.length && index < MOST_PAIRS; index++) {
      const [one, other] = waiting[index] as Pair; // Within the length.
      const pair: Pair = [context.base.api.deref(one), context.revision.api.deref(other)];
      const key = `${flow} ${baseId(pair[0])} ${revisionId(pair[1])}`;
      if (seen.has(key) || quiet.has(key)) continue;
      seen.add(key);
      const { own, inner } = at(pair, flow, key);
      found.push(...own);
      waiting.push(...inner);
    }
    if (found.length === 0) for (const key of seen) quiet.add(key);
    return found;
  };
}

function innerOf({ base, revision }: ComparisonContext, [one, other]: Pair): readonly Pair[] {
  const [before, after] = [propertiesOf(base.api, one), propertiesOf(revision.api, other)];
  const named = Object.keys(before).flatMap((name): readonly Pair[] => {
    const [left, right] = [before[name], after[name]];
    return left === undefined || right === undefined ? [] : [[left.schema, right.schema]];
  });
  const [mine, yours] = [conjunctsOf(base.api, one), conjunctsOf(revision.api, other)];
  const single = (['items', 'additionalProperties'] as const).flatMap((keyword): readonly Pair[] => {
    const [left, right] = [mine, yours].map((nodes) => nodes.find((node) => node[keyword] !== undefined)?.[keyword]);
    return left === undefined || right === undefined ? [] : [[left, right]];
  });
  const branches = (['anyOf', 'oneOf'] as const).flatMap((keyword): readonly Pair[] => {
    const [left, right] = [mine, yours].map((nodes) => nodes.flatMap((node) => node[keyword] ?? []));
    return left?.length === right?.length
      ? (left ?? []).map((each, index): Pair => [each, right?.[index] ?? true])
      : [];
  });
  return [...named, ...single, ...branches];
}

function notesOf(context: ComparisonContext, pair: Pair, flow: MessageFlow): readonly Change[] {
  const [one, other] = pair;
  if (typeof one === 'boolean' || typeof other === 'boolean') return [];
  const places = {
    base: context.base.api.pointerOf(one),
    revision: context.revision.api.pointerOf(other),
  };
  return [
    ...propertyNotes(context, one, other, flow),
    ...valueNotes(one, other, flow).map((note) => ({ ...places, ...note })),
    ...lifecycleChanges(lifecycleOf(one), lifecycleOf(other), { ...places, noun: 'the property' }),
  ];
}

function propertyNotes(
  { base, revision }: ComparisonContext,
  one: SchemaObject,
  other: SchemaObject,
  flow: MessageFlow,
): readonly Change[] {
  const [before, after] = [propertiesOf(base.api, one), propertiesOf(revision.api, other)];
  const places = { base: base.api.pointerOf(one), revision: revision.api.pointerOf(other) };
  const isClosed = conjunctsOf(revision.api, other).some(({ additionalProperties }) => additionalProperties === false);
  const hasOpenChoice = [one, other].some(({ anyOf, oneOf }) => anyOf !== undefined || oneOf !== undefined);
  if (hasOpenChoice) return [];
  const marked = flow === 'sent' ? isReadOnly : isWriteOnly;
  const gone = Object.keys(before).filter(
    (name) => after[name] === undefined && !marked(base.api, before[name]?.schema ?? true),
  );
  const come = Object.keys(after).filter(
    (name) => before[name] === undefined && !marked(revision.api, after[name]?.schema ?? true),
  );
  const stayed = Object.keys(before).filter((name) => after[name] !== undefined);
  const isSent = flow === 'sent';
  return [
    ...(isSent
      ? stayed
          // A default says what holds where the property is left out.
          .filter((name) => !(before[name]?.required === true && after[name]?.required === true))
          .flatMap((name) =>
            defaultNotes(defaultOf(base.api, before[name]?.schema), defaultOf(revision.api, after[name]?.schema)).map(
              (note) => ({ ...places, ...note, subject: name, message: `\`${name}\`: ${note.message}` }),
            ),
          )
      : []),
    ...gone
      .filter((name) => (isSent ? !isClosed : before[name]?.required !== true))
      .map(
        (name): Change => ({
          ...places,
          check: isSent ? 'request.property-removed' : 'response.property-removed',
          severity: 'warning',
          message: `property \`${name}\` ${isSent ? 'is no longer read' : 'is no longer documented'}`,
          subject: name,
        }),
      ),
    ...come
      .filter((name) => !(isSent && after[name]?.required === true))
      .map(
        (name): Change => ({
          ...places,
          check: isSent ? 'request.widened' : 'response.property-added',
          severity: 'info',
          message: `property \`${name}\` is new`,
          subject: name,
        }),
      ),
    ...stayed
      .filter(
        (name) => !marked(base.api, before[name]?.schema ?? true) && marked(revision.api, after[name]?.schema ?? true),
      )
      .map(
        (name): Change => ({
          ...places,
          check: isSent ? 'request.read-only' : 'response.write-only',
          severity: 'warning',
          message: `property \`${name}\` is ${isSent ? 'read-only now: clients that send it are not heard' : 'write-only now: it is no longer sent'}`,
          subject: name,
        }),
      ),
  ];
}

function valueNotes(one: SchemaObject, other: SchemaObject, flow: MessageFlow): readonly Change[] {
  const found: Change[] = [];
  for (const keyword of ['contentMediaType', 'contentEncoding'] as const)
    if (one[keyword] !== other[keyword])
      found.push({
        check: flow === 'sent' ? 'request.content' : 'response.content',
        severity: 'error',
        proof: 'promise',
        message: `${keyword} changes from ${one[keyword] ?? 'nothing'} to ${other[keyword] ?? 'nothing'}`,
        keyword,
      });
  return [...found, ...discriminatorNotes(one, other, flow)];
}

export function defaultOf(api: Api, schema: Schema = true): Json | undefined {
  return conjunctsOf(api, schema).find((node) => node.default !== undefined)?.default;
}

/** A changed default changes what a request means that leaves the value out. */
export function defaultNotes(before: Json | undefined, after: Json | undefined): readonly Change[] {
  if (before === undefined && after === undefined) return [];
  if (before !== undefined && after !== undefined) {
    if (jsonEquals(before, after)) return [];
    return [
      {
        check: 'request.default',
        severity: 'error',
        proof: 'promise',
        message: `the default changes from ${shown(before)} to ${shown(after)}`,
        keyword: 'default',
      },
    ];
  }
  return [
    {
      check: 'request.default-stated',
      severity: 'warning',
      message:
        before === undefined
          ? `a default is stated now: ${shown(after)}`
          : `the default ${shown(before)} is no longer stated`,
      keyword: 'default',
    },
  ];
}

const shown = (value: unknown): string =>
  (JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '').slice(0, 60);

function discriminatorNotes(one: SchemaObject, other: SchemaObject, flow: MessageFlow): readonly Change[] {
  const [before, after] = [one.discriminator, other.discriminator];
  if (before === undefined || after === undefined) return [];
  const base = {
    check: `${flow === 'sent' ? 'request' : 'response'}.discriminator`,
    severity: 'error',
    proof: 'promise',
    keyword: 'discriminator',
  } as const;
  if (before.propertyName !== after.propertyName)
    return [
      { ...base, message: `the discriminator is \`${after.propertyName}\` now, and was \`${before.propertyName}\`` },
    ];
  const last = (reference: string | undefined): string | undefined => reference?.split('/').at(-1);
  return Object.keys(before.mapping ?? {})
    .filter((tag) => last(before.mapping?.[tag]) !== last(after.mapping?.[tag]))
    .map((tag) => ({
      ...base,
      subject: tag,
      message: `the tag \`${tag}\` leads to ${last(after.mapping?.[tag]) ?? 'no schema'} now, and led to ${last(before.mapping?.[tag])}`,
    }));
}
