import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Loaded when they are first needed, or the user's to install: they stay packages. */
const LATER =
  /^(@faker-js\/faker|jiti|undici|fast-check|re2js|better-sqlite3|@redis\/client|dredd|msw|vitest|@playwright\/test)(\/|$)/;

/** What only `standin check`, `diff` and `gate` need: a mock starts without it. */
const CHECKING =
  /[\\/]src[\\/](contract[\\/]|containment[\\/]|comparison[\\/]|gate[\\/]|report[\\/]|traffic[\\/]|usage[\\/]|library[\\/](run-contract|compare-documents|comparison[\\/]|config[\\/](check|diff|gate)-options|shards[\\/]|own-world|find-document|files[\\/]|distil-usage|gate-deployment|record-fact|registry[\\/]|ledger|usage[\\/]|second-opinion[\\/](?!second-opinion-worker)))/;

/** What only a database for the state needs: every sub-room of `state` but those that each mock loads. */
const KEEPING = /[\\/]src[\\/]state[\\/](?!(model|memory|file|open)[\\/])\w+[\\/]/;

/** Entries of the package beside the library: one for each place that brings requests to a mock. */
const HOSTS = ['node', 'msw', 'vitest', 'jest', 'testing', 'playwright', 'vite'];

/** Folders of the packages whose code is in the build. */
const bundled = new Set();

/** One flat tree of few files: a start reads and links 20 files instead of 450. Types come from tsc. */
const bundle = await rolldown({
  cwd: import.meta.dirname,
  input: {
    'src/cli/main': 'src/cli/main.ts',
    'src/library/index': 'src/library/index.ts',
    'src/library/entry': 'src/library/entry.ts',
    'src/library/second-opinion/second-opinion-worker': 'src/library/second-opinion/second-opinion-worker.ts',
    'mocks/petstore/index': 'mocks/petstore/index.ts',
    ...Object.fromEntries(HOSTS.map((name) => [`src/hosts/${name}`, `src/hosts/${name}.ts`])),
  },
  platform: 'node',
  external: (id) => id.startsWith('node:') || builtinModules.includes(id) || LATER.test(id),
  resolve: { alias: { standin: join(import.meta.dirname, 'src/library/entry.ts') }, mainFields: ['module', 'main'] },
  treeshake: { moduleSideEffects: false },
  preserveEntrySignatures: 'allow-extension',
  plugins: [notices(), inAscii()],
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
      {
        name: 'serving',
        test: /[\\/]src[\\/](?!cli[\\/]|hosts[\\/]|library[\\/]second-opinion[\\/]second-opinion-worker)/,
      },
    ],
  },
});
await bundle.close();
await bundlePrism();
await bundleConsole();
writeFileSync('dist/THIRD-PARTY-NOTICES.txt', [...bundled].sort().map(noticeOf).join('\n\n'));
await parseDefault();

/**
 * Prism's validators and their 35 packages are one file of their own, which `src/validation/prism/prism.ts` loads on the first refusal.
 * The installed package needs none of them.
 */
async function bundlePrism() {
  const prism = await rolldown({
    cwd: import.meta.dirname,
    input: { 'prism-vendor': 'src/validation/prism/prism-vendor.cjs' },
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
    plugins: [plainScripts(), notices(), inAscii()],
  });
  await prism.write({
    dir: 'dist/chunks',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    minify: true,
    codeSplitting: false,
  });
  await prism.close();
}

/**
 * The page of the console: its script, the editor that it loads when something is edited, and one style sheet. Browsers take them from the mock, so
 * they are minified.
 */
async function bundleConsole() {
  const console = await rolldown({
    cwd: import.meta.dirname,
    input: { page: 'src/console/index.ts' },
    platform: 'browser',
    tsconfig: 'src/console/tsconfig.json',
    external: (id) => id.startsWith('node:'),
    transform: { target: 'es2022' },
    // What the console takes from `look` needs nothing of Node; the rest of that room is dropped.
    treeshake: { moduleSideEffects: (id) => !id.startsWith('node:') },
    plugins: [notices()],
  });
  await console.write({
    dir: 'dist/console',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    minify: true,
    codeSplitting: {
      groups: [
        {
          name: 'editor',
          test: /[\\/]src[\\/]console[\\/]editor|@codemirror|@lezer|style-mod|crelt|w3c-keyname|@marijn/,
        },
      ],
    },
  });
  await console.close();
  const style = await rolldown({ cwd: import.meta.dirname, input: 'src/console/style.ts', platform: 'node' });
  const { output } = await style.generate({ format: 'esm' });
  const { CONSOLE_STYLE } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  writeFileSync('dist/console/page.css', CONSOLE_STYLE);
}

/** A script that is neither CommonJS nor a module by its syntax, and writes to `this`, is CommonJS: `this` is its `exports`. */
function plainScripts() {
  const moduleSyntax = /\bexports[.[ =]|\brequire\(|\b(import|export)(\s*[{*"']|\s+\w)/;
  return {
    name: 'plain-scripts',
    transform: {
      filter: { id: /node_modules.*\.js$/ },
      /** @param {string} code */
      handler: (code) => (moduleSyntax.test(code) ? undefined : { code: `${code}\nmodule.exports;` }),
    },
  };
}

/**
 * Writes other characters as escapes, which have the same meaning in strings, templates and expressions. One of them in a file of two
 * megabytes would make the engine keep four.
 */
function inAscii() {
  return {
    name: 'in-ascii',
    // After the files were minified.
    generateBundle(_options, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk')
          file.code = file.code.replace(
            /[\u0080-\uffff]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
    },
  };
}

/** The embedded document is parsed here once, and not at every start. A value that JSON cannot hold ends the build. */
async function parseDefault() {
  const { packageFacts, parseData } = await import('./dist/src/library/index.js');
  const { document, parsed } = packageFacts();
  const text = readFileSync(document, 'utf8');
  const digest = createHash('sha256').update(text).digest('hex');
  writeFileSync(parsed, `${digest}\n${JSON.stringify(parseData(document, text).value)}\n`);
}

/** Notes the packages whose code is in a bundle: their licences stand beside it. */
function notices() {
  return {
    name: 'notices',
    /** @param {unknown} _ @param {Record<string, { readonly type: string, readonly moduleIds?: readonly string[] }>} bundle */
    generateBundle(_, bundle) {
      for (const id of Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? [])) {
        const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0];
        if (folder !== undefined) bundled.add(folder);
      }
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
