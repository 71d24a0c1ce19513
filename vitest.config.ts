import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SOURCES } from './test/sources/options.ts';

/** Test files that change something of their process, or measure it: each gets a process of its own. */
const ISOLATED = [
  'test/contract/transport/signals.test.ts',
  'test/server/globals.test.ts',
  'test/server/http1/write-batch.test.ts',
  'test/system/hostile-requests.test.ts',
  'test/validation/prism-traps.test.ts',
];
/** What is asked over sockets: these files run once more without the fast path. */
const SOCKETS = [
  'test/server/**/*.test.ts',
  'test/system/{answers,bad-requests,hostile-requests,petstore,slow-clients}.test.ts',
];
/** The files that take longest begin first, so that no worker is busy long after the others. */
const SLOW =
  /\/test\/(?:contract\/catalogue\/\w+-share|laws\/(?:corpus-self|recursive-documents)|docs\/pages)\.test\.ts$/;
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification): boolean => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
const UNTESTED_NODE = fileURLToPath(new URL('./test/untested-node.mjs', import.meta.url));
const TEMPORARY = fileURLToPath(new URL('./test/temporary-folder.mjs', import.meta.url));
const common = { ...SOURCES, testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  resolve: { alias: { standin: fileURLToPath(new URL('./src/library/entry.ts', import.meta.url)) } },
  test: {
    maxWorkers: availableParallelism(),
    globalSetup: TEMPORARY,
    sequence: { sequencer: SlowFirst },
    projects: [
      // Loading the sources costs more than most tests: these share the modules that a worker has loaded.
      {
        extends: true,
        test: {
          ...common,
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ISOLATED, 'test/console/**'],
        },
      },
      { extends: true, test: { ...common, name: 'isolated', include: ISOLATED } },
      {
        extends: true,
        test: {
          ...common,
          name: 'platform sockets',
          isolate: false,
          include: SOCKETS,
          exclude: [...configDefaults.exclude, 'test/server/http1/**', ...ISOLATED],
          setupFiles: [...(SOURCES.setupFiles ?? []), UNTESTED_NODE],
          env: { NODE_OPTIONS: `--import=${UNTESTED_NODE}` },
        },
      },
      {
        extends: true,
        test: {
          ...common,
          name: 'platform sockets isolated',
          include: ISOLATED.filter((file) => /^test\/(server\/(?!http1)|system\/hostile-requests)/.test(file)),
          setupFiles: [...(SOURCES.setupFiles ?? []), UNTESTED_NODE],
          env: { NODE_OPTIONS: `--import=${UNTESTED_NODE}` },
        },
      },
    ],
  },
});
