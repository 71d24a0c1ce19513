import type { Json, JsonObject } from '../core/index.ts';
import type { Schema } from '../spec/index.ts';
import { isObject } from '../wire/index.ts';
import { type FormPair, nodeStating } from './leaf.ts';
import { type ObjectFacts, objectFactsOf } from './object-facts.ts';
import { type Conjunction, conjunctionSchema, drawValue, type Side, staysOutOf } from './side.ts';
import { type Fit, type Gap, gapsOf, insideOf, joinFits, valuesOfAll } from './verdict.ts';

/** Compares schemas of members. The walk over pairs passes itself in. */
export type CompareMembers = (left: Conjunction, right: Conjunction) => Fit;

/** A name that no document is likely to use. */
const UNNAMED = 'unnamedProperty';

interface ObjectPair extends FormPair {
  readonly mine: ObjectFacts;
  readonly yours: ObjectFacts;
  readonly compare: CompareMembers;
}

/** Objects: required and named properties, the rest, and how many there are. */
export function compareObjects(leaf: FormPair, compare: CompareMembers): Fit {
  const mine = objectFactsOf(leaf.leftSide, leaf.left);
  const yours = objectFactsOf(leaf.rightSide, leaf.right);
  const pair: ObjectPair = { ...leaf, mine, yours, compare };
  return joinFits([
    gapsOf(...requiredGaps(pair), ...sizeGaps(pair), ...dependentGaps(pair)),
    ...namedVerdicts(pair),
    ...patternVerdicts(pair),
    ...restVerdicts(pair),
    ...nameVerdicts(pair),
    ...dependentVerdicts(pair),
  ]);
}

function requiredGaps(pair: ObjectPair): readonly Gap[] {
  const { mine, yours, left, right } = pair;
  return [...yours.required]
    .filter((name) => !mine.required.has(name))
    .map((name) => ({
      rule: 'required',
      subject: name,
      left: left.nodes.find(({ properties }) => Object.hasOwn(properties ?? {}, name)) ?? left.nodes[0],
      right: right.nodes.find(({ required = [] }) => required.includes(name)),
      path: [],
      values: (attempt) => without(drawObject(pair, attempt), name),
    }));
}

function without(value: JsonObject | undefined, name: string): Json | undefined {
  if (value === undefined) return undefined;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

function drawObject({ leftSide, left }: FormPair, attempt: number): JsonObject | undefined {
  const drawn = drawValue(leftSide, left.schema, attempt);
  return drawn !== undefined && isObject(drawn) ? drawn : undefined;
}

/** An object of the left form with one given member. */
function drawAround(pair: FormPair, name: string): (inner: Json, attempt: number) => Json | undefined {
  return (inner, attempt) => {
    const { leftSide, left } = pair;
    const drawn = drawObject(pair, attempt);
    const placed = drawn === undefined ? undefined : { ...drawn, [name]: inner };
    if (placed !== undefined && leftSide.fits(left.schema, placed, leftSide.direction) === true) return placed;
    const known = leftSide.generator.value(
      left.schema,
      { seed: 31 + attempt, at: 'separate' },
      { direction: leftSide.direction, examples: false, optional: 'required', known: { [name]: inner } },
    );
    return known.ok ? known.value : placed;
  };
}

function sizeGaps(pair: ObjectPair): readonly Gap[] {
  const { mine, yours, left, right, leftSide } = pair;
  const found: Gap[] = [];
  const base = { rule: 'object-size', left: nodeStating(left, 'minProperties', 'maxProperties'), path: [] } as const;
  if (yours.least > mine.least && yours.least > yours.required.size)
    found.push({
      ...base,
      right: nodeStating(right, 'minProperties'),
      values: (attempt) =>
        drawValue(
          leftSide,
          { ...left.schema, allOf: [...(left.schema.allOf ?? []), { maxProperties: yours.least - 1 }] },
          attempt,
        ),
    });
  if (yours.most < mine.most && right.nodes.some(({ maxProperties }) => maxProperties === yours.most))
    found.push({
      ...base,
      subject: 'most',
      right: nodeStating(right, 'maxProperties'),
      values: (attempt) => {
        const drawn = drawObject(pair, attempt * 2 + 1);
        if (drawn === undefined) return undefined;
        const filled: Record<string, Json> = { ...drawn };
        for (let index = 0; Object.keys(filled).length <= yours.most && index <= yours.most; index++)
          filled[`${UNNAMED}${index}`] = drawnRest(pair, attempt);
        return filled;
      },
    });
  return found;
}

function drawnRest({ leftSide, mine }: ObjectPair, attempt: number): Json {
  return drawValue(leftSide, conjunctionSchema(mine.rest), attempt) ?? 'x';
}

/**
 * Properties that a side names. A name that only one side has is compared with what the other states for
 * unnamed properties.
 */
function namedVerdicts(pair: ObjectPair): readonly Fit[] {
  const { mine, yours, compare, leftSide, rightSide } = pair;
  const names = [...new Set([...mine.names, ...yours.names])];
  return names.flatMap((name): readonly Fit[] => {
    leftSide.allowance.spend(OF_A_NAME);
    if (leftSide.allowance.isSpent()) return [outOfSteps(pair)];
    const [given, wanted] = [mine.of(name), yours.of(name)];
    if (wanted.length === 0 || given.includes(false)) return [];
    if (!mine.names.has(name) && !isOpenFor(pair) && given.length === 0) return [];
    if (isOut(leftSide, given) || isOut(rightSide, wanted)) return [];
    if (wanted.includes(false)) return [closedGap(pair, name, given)];
    const fit = insideOf(compare(given, wanted), name, drawAround(pair, name));
    return [given.length === 0 && !mine.names.has(name) ? undocumentedGap(pair, name, fit) : fit];
  });
}

/** Steps of a property that is compared, beside those of its schemas. */
const OF_A_NAME = 15;

function outOfSteps({ left, right }: FormPair): Fit {
  return gapsOf({
    rule: 'composition',
    path: [],
    left: left.nodes[0],
    right: right.nodes[0],
    doubt: 'the object has too many properties to compare',
  });
}

/** Whether the left may have any value under a name that only the right documents. */
const isOpenFor = ({ mine, leftSide }: ObjectPair): boolean => mine.isRestStated || leftSide.countsUndocumented;

/** All that the right says of a name that the left leaves open is one gap. */
function undocumentedGap({ left, right }: FormPair, name: string, { gaps, low }: Fit): Fit {
  if (gaps.every(({ values }) => values === undefined)) return { gaps, low };
  return {
    low,
    gaps: [
      {
        rule: 'undocumented',
        subject: name,
        left: left.nodes[0],
        right: right.nodes.find(({ properties }) => Object.hasOwn(properties ?? {}, name)) ?? right.nodes[0],
        path: [],
        values: valuesOfAll(gaps),
      },
    ],
  };
}

const isOut = (side: Side, all: Conjunction): boolean => all.some((schema) => staysOutOf(side, schema));

function closedGap(pair: ObjectPair, name: string, given: Conjunction): Fit {
  const { left, right, leftSide } = pair;
  const wrap = drawAround(pair, name);
  return gapsOf({
    rule: 'additional',
    subject: name,
    left: left.nodes.find(({ properties }) => Object.hasOwn(properties ?? {}, name)) ?? left.nodes[0],
    right: nodeStating(right, 'additionalProperties', 'unevaluatedProperties'),
    path: [],
    values: (attempt) => {
      const inner = drawValue(leftSide, conjunctionSchema(given), attempt);
      return inner === undefined ? undefined : wrap(inner, attempt);
    },
  });
}

function patternVerdicts(pair: ObjectPair): readonly Fit[] {
  const { mine, yours, compare, leftSide, rightSide, left, right } = pair;
  const named = (side: Side, pattern: string, attempt: number): string | undefined => {
    const name = drawValue(side, { type: 'string', pattern }, attempt);
    return typeof name === 'string' ? name : undefined;
  };
  const wrapNamed =
    (side: Side, pattern: string) =>
    (inner: Json, attempt: number): Json | undefined => {
      const name = named(side, pattern, attempt);
      return name === undefined ? undefined : drawAround(pair, name)(inner, attempt);
    };
  const wanted = [...yours.patterns].flatMap(([pattern, schemas]): readonly Fit[] => {
    const given = mine.patterns.get(pattern);
    if (given !== undefined) return [insideOf(compare(given, schemas), '*', wrapNamed(leftSide, pattern))];
    if (!isOpenFor(pair) || mine.rest.includes(false)) return foreignPattern(pair, pattern, schemas);
    return [insideOf(compare(mine.rest, schemas), '*', wrapNamed(rightSide, pattern))];
  });
  const given = [...mine.patterns].flatMap(([pattern, schemas]): readonly Fit[] => {
    if (yours.patterns.has(pattern) || yours.rest.length === 0) return [];
    if (!yours.rest.includes(false)) return [insideOf(compare(schemas, yours.rest), '*', wrapNamed(leftSide, pattern))];
    return [
      gapsOf({
        rule: 'additional',
        left: left.nodes[0],
        right: nodeStating(right, 'additionalProperties', 'unevaluatedProperties'),
        path: [],
        values: (attempt) =>
          wrapNamed(leftSide, pattern)(drawValue(leftSide, conjunctionSchema(schemas), attempt) ?? 'x', attempt),
      }),
    ];
  });
  return [...wanted, ...given];
}

/** Named properties of the left may match a pattern of the right; `namedVerdicts` compares those. Other patterns of the left may overlap with it. */
function foreignPattern(
  { mine, left, right }: ObjectPair,
  pattern: string,
  schemas: readonly Schema[],
): readonly Fit[] {
  if (mine.patterns.size === 0 || schemas.every((schema) => schema === true)) return [];
  const doubt = `patternProperties of both sides overlap: ${pattern}`;
  return [gapsOf({ rule: 'pattern', subject: pattern, left: left.nodes[0], right: right.nodes[0], path: [], doubt })];
}

/** Properties that neither side names. */
function restVerdicts(pair: ObjectPair): readonly Fit[] {
  const { mine, yours, compare, left, right, leftSide } = pair;
  if (yours.rest.length === 0 || mine.rest.includes(false)) return [];
  if (!yours.rest.includes(false)) return [insideOf(compare(mine.rest, yours.rest), '*', drawAround(pair, UNNAMED))];
  return [
    gapsOf({
      rule: 'additional',
      left: nodeStating(left, 'additionalProperties'),
      right: nodeStating(right, 'additionalProperties', 'unevaluatedProperties'),
      path: [],
      values: (attempt) =>
        drawAround(pair, UNNAMED)(drawValue(leftSide, conjunctionSchema(mine.rest), attempt) ?? 'x', attempt),
    }),
  ];
}

/** `propertyNames`. */
function nameVerdicts(pair: ObjectPair): readonly Fit[] {
  const { mine, left, right, leftSide, rightSide, compare } = pair;
  const wanted = right.nodes.flatMap(({ propertyNames }) => propertyNames ?? []);
  if (wanted.length === 0) return [];
  const named = [...mine.names].filter((name) => !mine.of(name).includes(false));
  const refused = named.find((name) => rightSide.fits(conjunctionSchema(wanted), name, rightSide.direction) === false);
  const base = {
    rule: 'property-names',
    left: left.nodes[0],
    right: nodeStating(right, 'propertyNames'),
    path: [],
  } as const;
  if (refused !== undefined)
    return [
      gapsOf({
        ...base,
        subject: refused,
        values: (attempt) =>
          drawAround(pair, refused)(drawValue(leftSide, conjunctionSchema(mine.of(refused)), attempt) ?? 'x', attempt),
      }),
    ];
  if (mine.rest.includes(false) && mine.patterns.size === 0) return [];
  const given = left.nodes.flatMap(({ propertyNames }) => propertyNames ?? []);
  const { gaps, low } = compare([{ type: 'string' }, ...given], wanted);
  return [
    {
      low,
      gaps: gaps.map(({ values, doubt }) => ({
        ...base,
        ...(doubt === undefined ? {} : { doubt }),
        ...(values === undefined
          ? {}
          : {
              values: (attempt: number) => {
                const name = values(attempt);
                return typeof name === 'string' ? drawAround(pair, name)(drawnRest(pair, attempt), attempt) : undefined;
              },
            }),
      })),
    },
  ];
}

function dependentGaps(pair: ObjectPair): readonly Gap[] {
  const { mine, left, right, leftSide } = pair;
  const given = new Set(
    left.nodes.flatMap(({ dependentRequired = {} }) =>
      Object.entries(dependentRequired).flatMap(([name, others]) => others.map((other) => `${name}\u0000${other}`)),
    ),
  );
  return right.nodes.flatMap((node) =>
    Object.entries(node.dependentRequired ?? {}).flatMap(([name, others]) =>
      others
        .filter(
          (other) => !mine.required.has(other) && !given.has(`${name}\u0000${other}`) && !mine.of(name).includes(false),
        )
        .map(
          (other): Gap => ({
            rule: 'dependent',
            subject: `${name} ${other}`,
            left: left.nodes[0],
            right: node,
            path: [],
            values: (attempt) => {
              const inner = drawValue(leftSide, conjunctionSchema(mine.of(name)), attempt);
              const held = inner === undefined ? undefined : drawAround(pair, name)(inner, attempt);
              return held !== undefined && isObject(held) ? without(held, other) : undefined;
            },
          }),
        ),
    ),
  );
}

/**
 * `dependentSchemas`: left values that have the property must fit the schema that the right applies to such values.
 */
function dependentVerdicts({ left, right, mine, compare }: ObjectPair): readonly Fit[] {
  return right.nodes.flatMap(({ dependentSchemas = {} }) =>
    Object.entries(dependentSchemas).flatMap(([name, schema]) => {
      if (mine.of(name).includes(false)) return [];
      const given = left.nodes.flatMap(({ dependentSchemas: own = {} }) => own[name] ?? []);
      const nots = left.nots.map((not) => ({ not }));
      return [compare([...left.nodes, ...nots, ...given, { required: [name] }], [schema])];
    }),
  );
}
