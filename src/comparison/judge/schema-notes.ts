import { createEqual, createIds, hasNoValue } from '../../containment/index.ts';
import type { Json } from '../../core/index.ts';
import {
  type Api,
  conjunctsOf,
  isReadOnly,
  isWriteOnly,
  propertiesOf,
  type Schema,
  type SchemaObject,
} from '../../spec/index.ts';
import { jsonEquals } from '../../wire/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonContext, MessageFlow, SchemaPair } from './context.ts';
import { lifecycleChanges, removalOf } from './lifecycle-changes.ts';
import { createReachableNotes } from './reachable-notes.ts';
import { branchNotes, discriminatorNotes, documentedNames, pairBranches } from './schema-branches.ts';
import { schemaLifecycle } from './schema-lifecycle.ts';
import { contentNotes, formatNotes } from './string-notes.ts';

/**
 * Changes of schemas that no single value can show: added and removed properties, defaults, deprecation,
 * discriminators. One walk over pairs of schemas; safe on cycles.
 */
export type SchemaNotes = (base: Schema, revision: Schema, flow: MessageFlow) => readonly Change[];

/** Most pairs of schemas that are visited in each direction. */
const MOST_PAIRS = 200_000;
/** Steps of a pair of schemas. */
const OF_A_PAIR = 100;

interface FlowPair {
  readonly pair: SchemaPair;
  readonly flow: MessageFlow;
}

export function createSchemaNotes(context: ComparisonContext): SchemaNotes {
  const { allowance } = context.base;
  const [baseId, revisionId] = [createIds(), createIds()];
  const isEqual = createEqual(context.base.api, context.revision.api, 'all', allowance.spend);
  const met = (pair: SchemaPair): SchemaPair => [context.base.api.deref(pair[0]), context.revision.api.deref(pair[1])];
  let visited = 0;
  const reachable = createReachableNotes<FlowPair, Change>(
    ({ pair, flow }) => {
      if (++visited > MOST_PAIRS || allowance.isOver() || isEqual(...pair)) return { own: [], inner: [] };
      allowance.spend(OF_A_PAIR);
      return {
        own: notesOf(context, pair, flow),
        inner: innerOf(context, pair, flow).map((inner) => ({ pair: met(inner), flow })),
      };
    },
    ({ pair, flow }) => `${flow} ${baseId(pair[0])} ${revisionId(pair[1])}`,
  );
  return (base, revision, flow) => reachable({ pair: met([base, revision]), flow });
}

function innerOf(context: ComparisonContext, [one, other]: SchemaPair, flow: MessageFlow): readonly SchemaPair[] {
  const { base, revision } = context;
  const [before, after] = [propertiesOf(base.api, one), propertiesOf(revision.api, other)];
  const named = Object.keys(before).flatMap((name): readonly SchemaPair[] => {
    const [left, right] = [before[name], after[name]];
    return left === undefined || right === undefined ? [] : [[left.schema, right.schema]];
  });
  const [mine, yours] = [conjunctsOf(base.api, one), conjunctsOf(revision.api, other)];
  const single = (['items', 'additionalProperties'] as const).flatMap((keyword): readonly SchemaPair[] => {
    const [left, right] = [mine, yours].map((nodes) => nodes.find((node) => node[keyword] !== undefined)?.[keyword]);
    return left === undefined || right === undefined ? [] : [[left, right]];
  });
  return [...named, ...single, ...pairBranches(context, [one, other], flow).pairs];
}

function notesOf(context: ComparisonContext, pair: SchemaPair, flow: MessageFlow): readonly Change[] {
  const [one, other] = pair;
  if (typeof one === 'boolean' || typeof other === 'boolean') return [];
  const places = {
    base: context.base.api.pointerOf(one),
    revision: context.revision.api.pointerOf(other),
  };
  const [before, after] = [schemaLifecycle(context.base.api, one), schemaLifecycle(context.revision.api, other)];
  return [
    ...propertyNotes(context, one, other, flow),
    ...[
      ...formatNotes(context, pair, flow),
      ...contentNotes(context, pair, flow),
      ...branchNotes(context, pair, flow),
      ...discriminatorNotes(context, pair, flow),
    ].map((note) => ({ ...places, stability: before.stability, ...note })),
    ...lifecycleChanges(before, after, { ...places, noun: 'the property' }, context),
    ...(hasNoValue(context.revision, other) && !hasNoValue(context.base, one)
      ? [
          {
            ...places,
            check: 'document.unsatisfiable',
            about: 'document' as const,
            severity: 'warning' as const,
            message: 'no value fits the schema: its keywords exclude each other',
          },
        ]
      : []),
  ];
}

function propertyNotes(
  context: ComparisonContext,
  one: SchemaObject,
  other: SchemaObject,
  flow: MessageFlow,
): readonly Change[] {
  const { base, revision } = context;
  const [before, after] = [propertiesOf(base.api, one), propertiesOf(revision.api, other)];
  const places = { base: base.api.pointerOf(one), revision: revision.api.pointerOf(other) };
  const isClosed = conjunctsOf(revision.api, other).some(({ additionalProperties }) => additionalProperties === false);
  const marked = flow === 'sent' ? isReadOnly : isWriteOnly;
  // A name may also stand in an alternative.
  const [known, documented] = [documentedNames(base.api, one), documentedNames(revision.api, other)];
  const gone = Object.keys(before).filter(
    (name) => !documented.has(name) && !marked(base.api, before[name]?.schema ?? true),
  );
  const come = Object.keys(after).filter(
    (name) => !known.has(name) && !marked(revision.api, after[name]?.schema ?? true),
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
      .map((name): Change => {
        const lifecycle = schemaLifecycle(base.api, before[name]?.schema ?? true);
        return {
          ...places,
          subject: name,
          stability: lifecycle.stability,
          ...(removalOf(lifecycle, `property \`${name}\``, context) ?? {
            check: isSent ? 'request.property-removed' : 'response.property-removed',
            severity: 'warning',
            message: `property \`${name}\` ${isSent ? 'is no longer read' : 'is no longer documented'}`,
          }),
        };
      }),
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

export function defaultOf(api: Api, schema: Schema = true): Json | undefined {
  return conjunctsOf(api, schema).find((node) => node.default !== undefined)?.default;
}

/** A changed default changes the meaning of requests that omit the value. */
export function defaultNotes(before: Json | undefined, after: Json | undefined): readonly Change[] {
  if (before === undefined && after === undefined) return [];
  if (before !== undefined && after !== undefined) {
    if (jsonEquals(before, after)) return [];
    return [
      {
        check: 'request.default',
        severity: 'error',
        proof: 'promise',
        message: `the default changes from ${valueText(before)} to ${valueText(after)}`,
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
          ? `a default was added: ${valueText(after)}`
          : `the default ${valueText(before)} was removed`,
      keyword: 'default',
    },
  ];
}

const valueText = (value: unknown): string =>
  (JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)) ?? '').slice(0, 60);
