import { setFlagsFromString } from 'node:v8';

/** The flag of V8 that limits inlining in its optimising compiler. */
export const LESS_INLINING = '--max-inlined-bytecode-size-cumulative=200';

/** The flag of V8 by which its heap grows to six fifths of what is in use before it is collected, instead of to twice as much and more. */
const SLOW_GROWTH = '--heap-growing-percent=20';

/** V8 of Node 20. Later versions have one more compiler tier, and the flag makes no measurable difference there. */
const KNOWN = /^11\./;

/**
 * Limits inlining in V8's optimising compiler, for commands that run for a few seconds. Most code runs at most a few thousand times in them,
 * and the compiler would use half a core as long as the command runs. Call it before anything else.
 */
export function compileLess(
  engine: string = process.versions.v8,
  setFlag: (flag: string) => void = setFlagsFromString,
): void {
  if (KNOWN.test(engine)) setFlag(LESS_INLINING);
}

/** Collects more often, for a check of a large document: most of what it allocates is needed for one request. */
export function growSlowly(
  engine: string = process.versions.v8,
  setFlag: (flag: string) => void = setFlagsFromString,
): void {
  if (KNOWN.test(engine)) setFlag(SLOW_GROWTH);
}
