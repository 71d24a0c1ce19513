import type { Json } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import type { PactMatcher, PactRule } from '../model/client-use.ts';
import { pactPathTokens } from './pact-path.ts';

/** Matching rules of one message. */
export interface PactRules {
  /** Rules of the body. */
  readonly body: readonly PactRule[];
  /** Matchers of the status (version 4). */
  readonly status: readonly PactMatcher[];
}

/**
 * Reads matching rules in both forms: by path (`$.body.id`, version 2) and by category (`body`, `status`,
 * versions 3 and 4). Malformed rules are ignored, so the example itself is expected there.
 */
export function readPactRules(rules: Json | undefined): PactRules {
  if (!isObject(rules ?? null)) return { body: [], status: [] };
  const body: PactRule[] = [];
  let status: readonly PactMatcher[] = [];
  for (const [key, value] of Object.entries(rules as object as Record<string, Json>)) {
    if (key === 'body' && isObject(value)) {
      for (const [path, rule] of Object.entries(value)) body.push(...ruleOf(pactPathTokens(path), rule));
    } else if (key === 'status') status = matchersOf(isObject(value) ? (value['$'] ?? value) : value);
    else if (key.startsWith('$')) {
      const [first, ...rest] = pactPathTokens(key) ?? [];
      if (first === 'body') body.push(...ruleOf(rest, value));
    }
  }
  return { body, status };
}

function ruleOf(path: readonly string[] | undefined, rule: Json): readonly PactRule[] {
  const matchers = matchersOf(rule);
  if (path === undefined || matchers.length === 0) return [];
  const combine = isObject(rule) && String(rule['combine']).toUpperCase() === 'OR' ? 'or' : 'and';
  return [{ path, combine, matchers }];
}

function matchersOf(rule: Json): readonly PactMatcher[] {
  if (!isObject(rule)) return [];
  const list = isArray(rule['matchers'] ?? null) ? (rule['matchers'] as readonly Json[]) : [rule];
  return list.flatMap((each) => matcherOf(each));
}

/** Version 2 may omit the kind where a bound or a pattern implies it. */
function matcherOf(matcher: Json): readonly PactMatcher[] {
  if (!isObject(matcher)) return [];
  const { match } = matcher;
  if (typeof match === 'string') return [{ ...matcher, match }];
  if (typeof matcher['regex'] === 'string') return [{ ...matcher, match: 'regex' }];
  if (matcher['min'] !== undefined || matcher['max'] !== undefined) return [{ ...matcher, match: 'type' }];
  return [];
}

/** Kinds that also hold for everything below their place. */
const CASCADING: ReadonlySet<string> = new Set(['type', 'equality']);

/** The rule that applies at a place: the longest path, and of those the one with the fewest wildcards. */
export function pactRuleAt(rules: readonly PactRule[], tokens: readonly string[]): PactRule | undefined {
  let best: PactRule | undefined;
  for (const rule of rules) {
    if (rule.path.length > tokens.length) continue;
    if (!rule.path.every((token, index) => token === '*' || token === tokens[index])) continue;
    if (rule.path.length < tokens.length && !rule.matchers.every(({ match }) => CASCADING.has(match))) continue;
    if (best === undefined || weightOf(rule) > weightOf(best)) best = rule;
  }
  return best;
}

const weightOf = ({ path }: PactRule): number => path.length * 1000 + path.filter((token) => token !== '*').length;
