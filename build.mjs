import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Loaded when they are first needed, or the user's to install: they stay packages. */
const LATER =
  /^(@stoplight\/[^/]+|@faker-js\/faker|jiti|undici|fast-check|re2js|better-sqlite3|@redis\/client|dredd)(\/|$)/;

/** A small file without dependencies that every answer needs: finding its package would take longer than running it. */
const AT_ONCE = /^@stoplight\/prism-http\/dist\/validator\/validators\/dateTime\.js$/;

/** What only `standin check` needs: a mock starts without it. */
const CHECKING =
  /[\\/]src[\\/](contract[\\/](?!nearest-name)|report[\\/]|library[\\/](run-contract|merge|baseline|ledger|fixtures|second-opinion(?!-worker)))/;

/** What only a state that outlives the process needs. */
const KEEPING = /[\\/]src[\\/]state[\\/](engines[\\/])?(redis|sqlite)/;

/** One flat tree of few files: a start reads and links 20 files instead of 450. Types come from tsc. */
const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: {
    'src/cli/main': 'src/cli/main.ts',
    'src/library/index': 'src/library/index.ts',
    'src/library/second-opinion-worker': 'src/library/second-opinion-worker.ts',
    'mocks/petstore/index': 'mocks/petstore/index.ts',
  },
  platform: 'node',
  external: (id) => id.startsWith('node:') || builtinModules.includes(id) || (LATER.test(id) && !AT_ONCE.test(id)),
  resolve: { alias: { standin: join(import.meta.dirname, 'src/library/index.ts') }, mainFields: ['module', 'main'] },
  treeshake: { moduleSideEffects: false },
  preserveEntrySignatures: 'allow-extension',
  plugins: [notices()],
});
await bundle.write({
  dir: 'dist',
  cleanDir: true,
  format: 'esm',
  // As it stands in the sources, so that a stack names a line that can be read: without white space a start is no faster.
  minify: false,
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'checking', test: CHECKING },
      { name: 'keeping', test: KEEPING },
      { name: 'serving', test: /[\\/]src[\\/](?!cli[\\/]|library[\\/]second-opinion-worker)/ },
    ],
  },
});
await bundle.close();
await parseDefault();

/** The embedded document is parsed here once, and not at every start. A value that JSON cannot hold ends the build. */
async function parseDefault() {
  const { packageFacts, parseData } = await import('./dist/src/library/index.js');
  const { document, parsed } = packageFacts();
  const text = readFileSync(document, 'utf8');
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(parsed, `${digest}\n${JSON.stringify(parseData(document, text).value)}\n`);
}

/** The licences of the packages whose code is in the bundle stand beside it. */
function notices() {
  return {
    name: 'notices',
    /** @param {unknown} _ @param {Record<string, { readonly type: string, readonly moduleIds?: readonly string[] }>} bundle */
    generateBundle(_, bundle) {
      const folders = new Set(
        Object.values(bundle)
          .flatMap((chunk) => chunk.moduleIds ?? [])
          .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? []),
      );
      const source = [...folders].sort().map(noticeOf).join('\n\n');
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES.txt', source });
    },
  };
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}\n`;
}
