import type { Json, Violation } from '../../core/index.ts';
import type { Generator } from '../../generation/index.ts';
import type { Schema } from '../../spec/index.ts';
import { type ExpectedResponse, type MatchesPattern, pactAccepts, pactRuleAt } from '../../traffic/index.ts';
import type { Validator } from '../../validation/index.ts';
import { formatPointer, isArray, isObject, setOwn } from '../../wire/index.ts';

/** Generates and validates values of a document. */
export interface AnswerTools {
  readonly generator: Generator;
  readonly validator: Validator;
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * What prevents the consumer from accepting any documented answer. Answers are generated, the expectation
 * is merged into each, and the smallest list of violations is returned; it is empty if one such answer is
 * valid. Pact matches only the named parts, so the expectation alone need not be a whole answer.
 */
export function unservable(schema: Schema, expected: ExpectedResponse, tools: AnswerTools): readonly Violation[] {
  const { body } = expected;
  if (body === undefined) return [];
  const lay = layer(expected, tools);
  let best: readonly Violation[] | undefined;
  for (const drawn of answersOf(schema, body, tools)) {
    const found = tools.validator.value(schema, lay(drawn, body, []), 'response');
    if (best === undefined || found.length < best.length) best = found;
    if (best.length === 0) return [];
  }
  return best ?? [];
}

/** Generated answers of different alternatives; last `undefined`, which stands for the example alone. */
function* answersOf(schema: Schema, body: Json, { generator }: AnswerTools): Iterable<Json | undefined> {
  const known = isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([, each]) => !isNested(each)))
    : undefined;
  for (const seed of SEEDS) {
    const where = { seed, at: 'expected-answer' };
    const options = [
      ...(seed > 2 || known === undefined ? [] : [{ known }]),
      { optional: seed % 2 === 1 ? 'all' : 'required' } as const,
    ];
    for (const option of options) {
      const drawn = generator.value(schema, where, { direction: 'response', examples: seed === 1, ...option });
      if (drawn.ok) yield drawn.value;
    }
  }
  yield undefined;
}

const isNested = (value: Json): boolean => typeof value === 'object' && value !== null;

type Lay = (drawn: Json | undefined, expected: Json, tokens: readonly string[]) => Json;

function layer({ rules }: ExpectedResponse, { validator }: AnswerTools): Lay {
  const schemas = new Map<string, Schema>();
  const matchesPattern: MatchesPattern = (pattern, text) => {
    const schema = schemas.get(pattern) ?? { type: 'string', pattern: `^(?:${pattern})$` };
    schemas.set(pattern, schema);
    return validator.accepts(schema, text, 'response');
  };
  const lay: Lay = (drawn, expected, tokens) => {
    const rule = pactRuleAt(rules, tokens);
    const kinds = new Set(rule?.matchers.map(({ match }) => match));
    if (isArray(expected)) return layArray(drawn, expected, tokens, kinds);
    if (isObject(expected)) return layObject(drawn, expected, tokens);
    const isTaken = rule !== undefined && drawn !== undefined && pactAccepts(rule, expected, drawn, matchesPattern);
    return isTaken ? drawn : expected;
  };
  const layObject = (drawn: Json | undefined, expected: Json, tokens: readonly string[]): Json => {
    const before = isObject(drawn ?? null) ? (drawn as Record<string, Json>) : {};
    const whole: Record<string, Json> = { ...before };
    for (const [name, each] of Object.entries(expected as object as Record<string, Json>))
      setOwn(whole, name, lay(before[name], each, [...tokens, name]));
    return whole;
  };
  const layArray = (
    drawn: Json | undefined,
    expected: readonly Json[],
    tokens: readonly string[],
    kinds: Kinds,
  ): Json => {
    const items = isArray(drawn ?? null) ? (drawn as readonly Json[]) : [];
    const [first] = expected;
    const isAny = kinds.has('type') || kinds.has('notEmpty') || kinds.has('eachValue');
    if (!isAny || first === undefined)
      return expected.map((each, index) => lay(items[index] ?? items[0], each, [...tokens, String(index)]));
    const whole = items.length === 0 ? [undefined] : items;
    return whole.map((each, index) => {
      const at = index < expected.length ? index : 0;
      return lay(each, expected[at] ?? first, [...tokens, String(at)]);
    });
  };
  return lay;
}

type Kinds = ReadonlySet<string>;

/** Places of the body that the consumer reads; `*` for items and for the keys of a map. */
export function placesRead({ body, rules }: ExpectedResponse): readonly string[] {
  if (body === undefined) return [];
  const places = new Set<string>();
  const waiting: { readonly shown: readonly string[]; readonly tokens: readonly string[]; readonly value: Json }[] = [
    { shown: [], tokens: [], value: body },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { shown, tokens, value } = next;
    places.add(formatPointer(shown));
    if (isArray(value))
      waiting.push(
        ...value.map((each, index) => ({ shown: [...shown, '*'], tokens: [...tokens, String(index)], value: each })),
      );
    else if (isObject(value)) {
      const isMap = pactRuleAt(rules, tokens)?.matchers.some(({ match }) => MAPS.has(match)) === true;
      for (const [name, each] of Object.entries(value))
        waiting.push({ shown: [...shown, isMap ? '*' : name], tokens: [...tokens, name], value: each });
    }
  }
  return [...places].sort();
}

/** Matchers of objects whose keys are only examples. */
const MAPS: ReadonlySet<string> = new Set(['eachKey', 'eachValue', 'values']);
