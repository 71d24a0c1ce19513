import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { createMessageBudget, type MessageBudget } from './message-budget.ts';
import { estimateEffort, hasBackReference, isHarmless } from './pattern-effort.ts';

/**
 * Milliseconds that the first string of a message may take under an expression that only the backtracking engine can read. The second may take half,
 * the third a third: all of them together take no more than some multiple of it.
 */
const TIME_LIMIT = 100;
/** Backtracking steps that a native match may be expected to take before the linear engine is used instead. */
const STEPS = 1e6;

/** `undefined`: not decided within the budget. */
export type Matcher = (text: string, budget?: MessageBudget) => boolean | undefined;

/**
 * Compiles a pattern (already readable by JavaScript with the `u` flag) so that no text can hold the process: expressions that may
 * backtrack run natively on short texts and on RE2's linear engine otherwise; those that RE2 lacks run within a time budget.
 */
export function createPatternMatcher(source: string): Matcher {
  const native = new RegExp(source, 'u');
  const effort = estimateEffort(source);
  if (isHarmless(effort)) return (text) => native.test(text);
  const longest = Math.floor((STEPS / 2 ** effort.bits) ** (1 / (effort.degree + 1)));
  let guarded: Matcher | undefined;
  return (text, budget) => {
    if (text.length <= longest) return native.test(text);
    guarded ??= createLinear(source) ?? createTimed(source);
    return guarded(text, budget);
  };
}

/** A matcher that always answers: `otherwise` where nothing is decided, which is told. */
export function createTextTest(
  source: string,
  onUndecided: (pattern: string) => void,
  otherwise: boolean,
  budget: MessageBudget = createMessageBudget(),
): (text: string) => boolean {
  const matches = createPatternMatcher(source);
  return (text) => {
    const verdict = matches(text, budget);
    if (verdict !== undefined) return verdict;
    budget.undecided.add(source);
    onUndecided(source);
    return otherwise && !budget.failsClosed;
  };
}

/** Why JavaScript cannot read a pattern under the `u` flag; `undefined` where it can. */
export function unreadablePattern(source: string): string | undefined {
  try {
    new RegExp(source, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Can no text make this expression slow? Others are left out of what Prism is handed. */
export function isSurelyLinear(source: string): boolean {
  return isHarmless(estimateEffort(source));
}

function createLinear(source: string): Matcher | undefined {
  // RE2 would read a reference to a named group as letters.
  if (hasBackReference(source)) return undefined;
  try {
    // Few documents have a pattern that needs it, and it is as large as half of ours.
    const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js');
    const linear = RE2JS.compile(RE2JS.translateRegExp(widenShorthands(source)));
    return (text) => linear.matcher(text).find();
  } catch {
    return undefined; // Look-around, back-references and repeats beyond 1000 do not exist there.
  }
}

/** `\s` of ECMA-262 takes in Unicode's spaces; RE2 knows ASCII ones only. */
function widenShorthands(source: string): string {
  return source.replace(/\\\\|\[[^\]]*\\s[^\]]*\]|\\s/g, (part) => {
    if (part === '\\\\') return part;
    const spaces = '\\s\\v\\u00a0\\ufeff\\u2028\\u2029\\p{Zs}';
    return part.startsWith('[') ? part.replaceAll('\\s', spaces) : `[${spaces}]`;
  });
}

function createTimed(source: string): Matcher {
  return (text, budget = createMessageBudget()) => {
    if (budget.undecided.size > 0) return undefined;
    budget.timedMatches += 1;
    const timeout = Math.max(1, Math.floor(TIME_LIMIT / budget.timedMatches));
    try {
      return runInNewContext('new RegExp(source, "u").test(text)', { source, text }, { timeout }) === true;
    } catch {
      return undefined;
    }
  };
}
