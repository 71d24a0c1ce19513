import { createRequire } from 'node:module';
import { createContext, Script } from 'node:vm';
import { estimateEffort, hasBackReference, isHarmless, worstSteps } from '../../spec/index.ts';
import { createPatternBudget, type PatternBudget, type PatternTests } from './pattern-budget.ts';

/** Maximum expected steps of a native match. Beyond it, the linear engine is used. */
const STEPS = 1e6;
/** Maximum milliseconds of a thousand steps. */
const THOUSAND_STEPS = 0.02;

/** `undefined`: not decided within the budget. */
export type Matcher = (text: string) => boolean | undefined;

/**
 * Compiles a pattern (valid in JavaScript with the flag `u`) so that no string can block the process.
 * Expressions that may backtrack run natively for short strings, else in RE2's linear engine; those that
 * RE2 does not support run within a budget.
 */
export function createPatternMatcher(source: string, budget: PatternBudget = createPatternBudget()): Matcher {
  const native = new RegExp(source, 'u');
  const effort = estimateEffort(source);
  if (isHarmless(effort)) return (text) => native.test(text);
  const longest = Math.floor((STEPS / 2 ** effort.bits) ** (1 / (effort.degree + 1)));
  let guarded: Matcher | undefined;
  return (text) => {
    const most = (worstSteps(effort, text.length) / 1_000) * THOUSAND_STEPS;
    const verdict = text.length > longest ? undefined : budget.spend(text, source, most, () => native.test(text));
    if (verdict !== undefined) return verdict;
    guarded ??= createLinear(source) ?? createBudgeted(source, budget);
    return guarded(text);
  };
}

/** The patterns of one validator. */
export function createPatternTests(
  onUndecided: (pattern: string) => void = () => {},
  budget: PatternBudget = createPatternBudget(),
): PatternTests {
  const matchers = new Map<string, Matcher>();
  let gaveUp = false;
  const matcherOf = (pattern: string): Matcher => {
    const matcher = matchers.get(pattern) ?? createPatternMatcher(pattern, budget);
    matchers.set(pattern, matcher);
    return matcher;
  };
  return {
    begin: () => {
      gaveUp = false;
      budget.begin();
    },
    get gaveUp() {
      return gaveUp;
    },
    test: (pattern) => {
      const matches = matcherOf(pattern);
      return (text) => {
        const verdict = matches(text);
        if (verdict !== undefined) return verdict;
        gaveUp = true;
        onUndecided(pattern);
        return false;
      };
    },
    isUndecided: (pattern, text) => matcherOf(pattern)(text) === undefined,
  };
}

/** Why JavaScript cannot compile a pattern with the flag `u`; `undefined` if it can. */
export function unreadablePattern(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Whether no string makes this expression slow. Others are removed from what Prism gets. */
export function isSurelyLinear(source: string): boolean {
  return isHarmless(estimateEffort(source));
}

function createLinear(source: string): Matcher | undefined {
  // RE2 would read a reference to a named group as letters.
  if (hasBackReference(source)) return undefined;
  try {
    // Loaded on first use: few documents need it, and it is half as large as standin.
    const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
    const linear = RE2JS.compile(RE2JS.translateRegExp(widenShorthands(source)));
    return (text) => linear.matcher(text).find();
  } catch {
    return undefined; // RE2 has no look-around, back-references and repetitions beyond 1000.
  }
}

/** `\s` of ECMA-262 includes Unicode spaces; RE2's has ASCII ones only. */
function widenShorthands(source: string): string {
  return source.replace(/\\\\|\[[^\]]*\\s[^\]]*\]|\\s/g, (part) => {
    if (part === '\\\\') return part;
    const spaces = '\\s\\v\\u00a0\\ufeff\\u2028\\u2029\\p{Zs}';
    return part.startsWith('[') ? part.replaceAll('\\s', spaces) : `[${spaces}]`;
  });
}

function createBudgeted(source: string, budget: PatternBudget): Matcher {
  const context = createContext({ text: '' });
  const script = new Script(`new RegExp(${JSON.stringify(source)}, 'u').test(text)`);
  return (text) =>
    budget.spend(text, source, Number.POSITIVE_INFINITY, (timeout) => {
      context['text'] = text;
      return script.runInContext(context, { timeout }) === true;
    });
}
