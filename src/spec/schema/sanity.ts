import { estimateEffort, worstSteps } from '../model/pattern-effort.ts';

/** An implausible number in a schema. */
export interface Oddity {
  readonly keyword: string;
  readonly message: string;
  /** Keywords that are removed. */
  readonly dropped: readonly string[];
}

type Keywords = Readonly<Record<string, unknown>>;

const BOUNDS: readonly (readonly [low: string, high: string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
];

/**
 * Pairs of bounds without a value between them: no author means a schema without values, so both bounds are
 * unreliable. Counts of `contains` are not such bounds, because items can be added.
 */
export function emptyRanges(keywords: Keywords): readonly Oddity[] {
  return BOUNDS.flatMap(([low, high]) => {
    const from = keywords[low];
    const to = keywords[high];
    if (!isNumeric(from) || !isNumeric(to) || from <= to) return [];
    return [
      {
        keyword: low,
        message: `\`${low}\` ${from} is greater than \`${high}\` ${to}; both are ignored`,
        dropped: [low, high],
      },
    ];
  });
}

/** An `enum` without a value of the `type`: nothing would fit, and the type is what is sent. */
export function foreignValues({ type, enum: values }: Keywords): readonly Oddity[] {
  if (type === undefined || !Array.isArray(values) || values.length === 0) return [];
  const types: readonly unknown[] = [type].flat();
  if (values.some((value) => typesOf(value).some((each) => types.includes(each)))) return [];
  return [
    {
      keyword: 'enum',
      message: `no value of \`enum\` is of the type ${types.join(' or ')}; \`enum\` is left out`,
      dropped: ['enum'],
    },
  ];
}

/** Keywords by which a schema says more of an object than its type. */
const OBJECT_RULES = ['properties', 'additionalProperties', 'patternProperties', 'required', 'allOf', 'anyOf', 'oneOf'];

/** An `object` about which nothing is said, with examples none of which is an object: the author means any value. */
export function anyValues(keywords: Keywords): readonly Oddity[] {
  const { type, examples } = keywords;
  const isOpen = type === 'object' && OBJECT_RULES.every((key) => keywords[key] === undefined);
  if (!isOpen || !Array.isArray(examples) || examples.length === 0) return [];
  if (examples.some((value) => value === null || (typeof value === 'object' && !Array.isArray(value)))) return [];
  const message = 'no example is an object, and nothing is said of the object; `type` is left out';
  return [{ keyword: 'type', message, dropped: ['type'] }];
}

/**
 * An example that says nothing of the pattern: a time that a reader of YAML made of a date, a shortened value, a
 * placeholder.
 */
const NO_VALUE = /^\d{4}-\d\d-\d\dT|\.{3}|…|[<>{}]|^string$/;

/**
 * A `pattern` that refuses every example beside it: clients send what the examples show, so the pattern is the one that
 * is wrong.
 */
export function foreignPatterns({ pattern, examples }: Keywords): readonly Oddity[] {
  if (typeof pattern !== 'string' || !Array.isArray(examples)) return [];
  const texts: readonly unknown[] = examples;
  const shown = texts.filter((each): each is string => typeof each === 'string' && each !== '');
  if (shown.length === 0 || shown.length < texts.length) return [];
  const longest = Math.max(...shown.map(({ length }) => length));
  // Nested repetitions have no number of steps.
  if (longest > LONGEST_TEXT || !(worstSteps(estimateEffort(pattern), longest) <= MOST_STEPS)) return [];
  if (shown.some((each) => NO_VALUE.test(each))) return [];
  const expression = new RegExp(pattern, 'u');
  if (shown.some((each) => expression.test(each))) return [];
  const message = `no example fits \`pattern\` ${pattern}; it is left out`;
  return [{ keyword: 'pattern', message, dropped: ['pattern'] }];
}

/** Longer examples are not matched, nor those for which the pattern may take more steps: a document must not hold the process. */
const LONGEST_TEXT = 200;
const MOST_STEPS = 1e6;

function typesOf(value: unknown): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'bigint') return ['integer', 'number'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

const LARGEST: Readonly<Record<string, number>> = { minItems: 100_000, minProperties: 100_000, minLength: 10_000_000 };

/** Sizes that no real value has and no tool should generate. They are kept. */
export function extremes(keywords: Keywords): readonly Oddity[] {
  const large = Object.entries(LARGEST).flatMap(([keyword, most]) => {
    const value = keywords[keyword];
    return typeof value === 'number' && value > most
      ? [{ keyword, message: `\`${keyword}\` ${value} asks for more than can sensibly be made or sent`, dropped: [] }]
      : [];
  });
  const { multipleOf } = keywords;
  if (typeof multipleOf !== 'number' || multipleOf >= 1e-15) return large;
  return [
    ...large,
    {
      keyword: 'multipleOf',
      message: `\`multipleOf\` ${multipleOf} is beyond what numbers can tell apart`,
      dropped: [],
    },
  ];
}

const isNumeric = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
