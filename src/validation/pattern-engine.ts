import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { estimateEffort, hasBackReference, isHarmless } from './pattern-effort.ts';

/** How long one expression that only the backtracking engine can read may run, in milliseconds. */
const BUDGET = 100;
/** Backtracking steps that a native match may be expected to take before the linear engine is used instead. */
const STEPS = 1e6;

/** `undefined`: not decided within the budget. */
export type Matcher = (text: string) => boolean | undefined;

/**
 * Compiles a pattern (already readable by JavaScript with the `u` flag) so that no text can hold the process: expressions that may
 * backtrack run natively on short texts and on RE2's linear engine otherwise; those that RE2 lacks run within a time budget.
 */
export function createMatcher(source: string): Matcher {
  const native = new RegExp(source, 'u');
  const effort = estimateEffort(source);
  if (isHarmless(effort)) return (text) => native.test(text);
  const longest = Math.floor((STEPS / 2 ** effort.bits) ** (1 / (effort.degree + 1)));
  let guarded: Matcher | undefined;
  return (text) => {
    if (text.length <= longest) return native.test(text);
    guarded ??= createLinear(source) ?? createBudgeted(source);
    return guarded(text);
  };
}

/** A matcher that always answers: `otherwise` where nothing is decided, which is told. */
export function createTextTest(
  source: string,
  onUndecided: (pattern: string) => void,
  otherwise: boolean,
): (text: string) => boolean {
  const matches = createMatcher(source);
  return (text) => {
    const verdict = matches(text);
    if (verdict === undefined) onUndecided(source);
    return verdict ?? otherwise;
  };
}

/** Why JavaScript cannot read a pattern under the `u` flag; `undefined` where it can. */
export function unreadable(source: string): string | undefined {
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

function createBudgeted(source: string): Matcher {
  return (text) => {
    try {
      return runInNewContext('new RegExp(source, "u").test(text)', { source, text }, { timeout: BUDGET }) === true;
    } catch {
      return undefined;
    }
  };
}
