import { setFlagsFromString } from 'node:v8';

/** V8 of Node 20. Later ones have a compiler between the first and the last one, and gain nothing that can be told from noise. */
const KNOWN = /^11\./;

/**
 * For a command that ends soon, before it does anything: less of what a function calls is put into it when it is optimised. Most code runs a few
 * thousand times at most here, and V8's compiler would take half a core for as long as the command runs.
 */
export function compileLess(engine: string = process.versions.v8): void {
  if (KNOWN.test(engine)) setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
}
