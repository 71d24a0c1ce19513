import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Api, loadApi, type Operation, type Schema } from '../../src/spec/index.ts';

const folder = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const present = existsSync(folder);
const documents: readonly { readonly root: string; readonly operations: number; readonly version: string }[] = present
  ? JSON.parse(readFileSync(`${folder}index.json`, 'utf8'))
  : [];

/** What in the corpus is known to be wrong, by file. Everything else must be clean of errors. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'netlify.swagger.yml': ['equivalent-path'],
  'github.min.json': ['equivalent-path'],
  'ory-kratos.json': ['unknown-security-scheme'],
  'readme-parameters-style-31.json': ['equivalent-path'],
};

const known = new Map<string, Promise<Api>>();
const read = (root: string): Promise<Api> => {
  const api = known.get(root) ?? loadApi(`${folder}${root}`);
  known.set(root, api);
  return api;
};

const schemasOf = (operation: Operation): readonly Schema[] =>
  [
    ...operation.parameters.flatMap((each) => [each.schema, each.content?.schema]),
    ...(operation.body?.content ?? []).map((each) => each.schema),
    ...operation.responses.flatMap((each) => [
      ...each.content.map((media) => media.schema),
      ...each.headers.map((header) => header.schema),
    ]),
  ].filter((schema) => schema !== undefined);

/**
 * All schemas of all operations in one bundle, so that what they share is looked at once. Small documents are compiled; for large ones, which take
 * half a minute to compile, the bundle must fit the meta-schema, every reference in it must lead somewhere, and every pattern must be one.
 */
const checkBundles = (api: Api): void => {
  const together: Schema = { anyOf: [true, ...api.operations.flatMap(schemasOf)] };
  for (const direction of ['request', 'response'] as const) {
    const bundle = api.bundle(together, direction);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false });
    if (api.operations.length < 50) ajv.compile(bundle);
    expect(ajv.validateSchema(bundle), ajv.errorsText()).toBe(true);
    const keys = new Set(Object.keys((bundle['$defs'] ?? {}) as object));
    for (const [, reference = ''] of JSON.stringify(bundle).matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g))
      expect(keys.has(decodeURIComponent(reference).replaceAll('~1', '/').replaceAll('~0', '~'))).toBe(true);
  }
};

const rendered = (path: string): string => path.replace(/[#?].*$/, '').replace(/\{[^{}]*\}/g, 'a1');

describe.skipIf(!present)('Of the corpus (../shared/corpus; skipped where that folder is absent)', () => {
  it.each(documents)('$root is read whole', async ({ root, operations, version }) => {
    const api = await read(root);
    expect(api.operations).toHaveLength(operations);
    expect(version.startsWith(api.dialect)).toBe(true);
    expect(new Set(api.operations.map((each) => each.id)).size).toBe(operations);

    const errors = api.diagnose().filter((each) => each.severity === 'error');
    expect([...new Set(errors.map((each) => each.code))].sort()).toEqual([...(KNOWN[root] ?? [])].sort());
    for (const error of errors.slice(0, 3)) expect(error.position?.line).toBeGreaterThan(0);

    checkBundles(api);
  });

  it.each(documents)('$root answers each of its own paths', async ({ root }) => {
    const api = await read(root);
    const equivalent = new Set(
      api
        .diagnose()
        .filter((each) => /equivalent|ambiguous/.test(each.code))
        .map((each) => each.pointer.replace('/paths/', '').replaceAll('~1', '/')),
    );
    for (const operation of api.operations) {
      for (const basePath of api.basePaths) {
        const match = api.match({ method: operation.method, path: basePath + rendered(operation.path) });
        expect(match.kind, operation.id).toBe('found');
        const others = match.kind === 'found' && match.operation !== operation;
        if (others && !equivalent.has(operation.path))
          expect(match.operation.path.split('{').length, operation.id).toBeLessThanOrEqual(
            operation.path.split('{').length,
          );
      }
    }
  });

  it('every schema of every operation is handed out as the same object each time, with its pointer', async () => {
    const api = await loadApi(`${folder}ory-kratos.json`);
    for (const operation of api.operations)
      for (const schema of schemasOf(operation)) {
        expect(api.deref(schema)).toBe(api.deref(schema));
        const pointer = api.pointerOf(api.deref(schema));
        expect(pointer === undefined || api.lineOf(pointer) !== undefined).toBe(true);
      }
  });
});
