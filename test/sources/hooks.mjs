import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** What users import as `standin`. */
const PACKAGE = new URL('../../src/library/entry.ts', import.meta.url).href;
/** The compiler imports this function for each tagged template with `</script>` in it. */
const TEMPLATES = '@oxc-project/runtime/helpers/taggedTemplateLiteral';
const TEMPLATES_MODULE = `data:text/javascript,${encodeURIComponent(
  'export default (strings, raw) => Object.freeze(Object.assign(strings, { raw: Object.freeze(raw ?? [...strings]) }));',
)}`;
const OTHERS = new Map([
  ['standin', PACKAGE],
  [TEMPLATES, TEMPLATES_MODULE],
]);

export async function resolve(specifier, context, nextResolve) {
  const url = OTHERS.get(specifier);
  return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true };
}

/** Loads a TypeScript file as a module of Node: its types are taken out. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), { lang: 'ts', sourcemap: true });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const encoded = Buffer.from(JSON.stringify(map)).toString('base64');
  const source = `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}`;
  return { format: 'module', source, shortCircuit: true };
}
