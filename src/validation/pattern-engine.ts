import { runInNewContext } from 'node:vm';
import { RE2JS } from 're2js';

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
  const degree = backtracking(source);
  if (degree === 0) return (text) => native.test(text);
  const longest = degree === Number.POSITIVE_INFINITY ? 0 : Math.floor(STEPS ** (1 / (degree + 1)));
  let guarded: Matcher | undefined;
  return (text) => {
    if (text.length <= longest) return native.test(text);
    guarded ??= createLinear(source) ?? createBudgeted(source);
    return guarded(text);
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
  return backtracking(source) === 0;
}

function createLinear(source: string): Matcher | undefined {
  try {
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

/**
 * Degree of the polynomial that bounds backtracking, from a coarse reading that errs towards caution: 0 none, infinity where a
 * repeated group holds a repetition or a choice.
 */
function backtracking(source: string): number {
  const plain = source.replace(/\\./gs, 'e').replace(/\[\^?\]?[^\]]*\]/g, 'c');
  if (/\\[1-9]|\\k</.test(source)) return Number.POSITIVE_INFINITY;
  let unbounded = 0;
  const groups: { inner: boolean }[] = [{ inner: false }];
  for (let at = 0; at < plain.length; at += 1) {
    const char = plain.charAt(at);
    if (char === '(') groups.push({ inner: false });
    else if (char === '|') mark(groups);
    else if (char === ')') {
      const closed = groups.length > 1 ? groups.pop() : undefined;
      if (closed?.inner) {
        if (repeats(plain, at + 1)) return Number.POSITIVE_INFINITY;
        mark(groups);
      }
    } else if (repeats(plain, at + 1) && !/[*+?{}]/.test(char)) {
      unbounded += 1;
      mark(groups);
    }
    if (char === ')' && repeats(plain, at + 1)) {
      unbounded += 1;
      mark(groups);
    }
  }
  return Math.max(0, unbounded - (plain.startsWith('^') ? 1 : 0));
}

function mark(groups: { inner: boolean }[]): void {
  const innermost = groups.at(-1);
  if (innermost !== undefined) innermost.inner = true;
}

/** Does an open or long repetition stand here? `?`, `{2}` and `{1,9}` are short. */
function repeats(plain: string, at: number): boolean {
  const char = plain.charAt(at);
  if (char === '*' || char === '+') return true;
  const counted = char === '{' ? /^\{(\d+)(,?)(\d*)\}/.exec(plain.slice(at, at + 24)) : null;
  if (counted === null) return false;
  const [, min = '0', comma = '', max = ''] = counted;
  return comma !== '' && (max === '' || Number(max) - Number(min) > 10);
}
