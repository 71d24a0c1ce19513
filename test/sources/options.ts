import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LESS_INLINING } from '../../src/cli/engine.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STACK_TRACES = fileURLToPath(new URL('stack-traces.mjs', import.meta.url));
const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url));

interface SourcesOptions {
  readonly execArgv?: string[];
  readonly setupFiles?: string[];
  readonly server?: { readonly deps: { external: RegExp[] } };
}

/**
 * Options with which the sources run as modules of Node, as they do for users. The modules of the test runner load slower, and wrap each
 * access to an import. While it waits for changes, it has to know the sources: then they stay with it. The flag limits inlining, as
 * commands do (`src/cli/engine.ts`).
 */
export const SOURCES: SourcesOptions = process.argv.includes('run')
  ? {
      execArgv: [`--import=${LOAD}`, LESS_INLINING],
      setupFiles: [STACK_TRACES],
      server: {
        deps: { external: [new RegExp(`^${ROOT.replaceAll(/[^\w/]/g, '\\$&')}/(?:src|mocks|test/sources)/`)] },
      },
    }
  : {};
