import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, describe, expect, it } from 'vitest';
import { inferResources, type Role } from '../../src/resources/index.ts';
import { loadApi } from '../../src/spec/index.ts';

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url));
const labels = (name: string): URL => new URL(`labels/${name}.yaml`, import.meta.url);

// Document, and the floors of precision and recall: slightly below what is reached, so that a loss is seen.
const DOCUMENTS: Readonly<Record<string, readonly [file: string, precision: number, recall: number]>> = {
  petstore3: ['petstore3.yaml', 1, 1],
  museum: ['museum.yaml', 1, 1],
  galaxy: ['scalar-galaxy-31.yaml', 1, 1],
  cafe: ['redocly-cafe/openapi.yaml', 1, 1],
  kratos: ['ory-kratos.json', 1, 0.93],
  supabase: ['supabase-auth.yaml', 1, 0.95],
  netlify: ['netlify.swagger.yml', 0.98, 0.98],
  stripe: ['stripe-2022-02.yaml', 0.98, 0.96],
  github: ['github.min.json', 0.97, 0.97],
  'github-second': ['github.min.json', 0.97, 0.95],
  kubernetes: ['kubernetes-core-v1.swagger.json', 0.98, 0.98],
};

/** Written for the labels, in styles that the corpus has not: they lie beside them. */
const OWN: typeof DOCUMENTS = {
  houses: ['documents/houses.yaml', 1, 1],
  links: ['documents/links.yaml', 1, 1],
  shop: ['documents/shop.yaml', 1, 1],
};
const ownFile = (file: string): string => fileURLToPath(new URL(`labels/${file}`, import.meta.url));

interface Tally {
  right: number;
  said: number;
  labelled: number;
}
const table: (Tally & { readonly document: string })[] = [];
const wrong: string[] = [];

const isStateful = (kind: string | undefined): boolean => kind !== 'action' && kind !== 'none';
const anonymous = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');

function placesOf({ resource }: Role): readonly string[] {
  const paths = [resource?.collectionPath, resource?.itemPath, resource?.itemPath?.replace(/(\/\{[^}]*\})+$/, '')];
  return paths.filter((path) => path !== undefined).map(anonymous);
}

async function measure(document: string, file: string): Promise<Tally> {
  const api = await loadApi(file.startsWith('documents/') ? ownFile(file) : `${corpus}${file}`);
  const model = inferResources(api);
  const tally = { right: 0, said: 0, labelled: 0 };
  const said = load(readFileSync(labels(document), 'utf8')) as Record<string, string>;
  for (const [id, label] of Object.entries(said)) {
    const operation = api.operation(id);
    expect(operation, `${document}: ${id}`).toBeDefined();
    if (operation === undefined) continue;
    const role = model.roleOf(operation);
    const [kind, ...rest] = label.split(' ');
    const wanted = rest.join(' ').split(' | ').map(anonymous);
    const right = role.kind === kind && wanted.some((place) => placesOf(role).includes(place));
    if (isStateful(role.kind)) tally.said++;
    if (isStateful(kind)) tally.labelled++;
    if (isStateful(kind) && right) tally.right++;
    if ((isStateful(role.kind) || isStateful(kind)) && !right)
      wrong.push(
        `${document} ${id}: is ${label}, seen as ${role.kind} ${placesOf(role)[0] ?? ''} (${role.why.join('; ')})`,
      );
  }
  return tally;
}

const rate = (part: number, of: number): string => (of === 0 ? '–' : (part / of).toFixed(3));
const line = (name: string, t: Tally): string =>
  `${name.padEnd(14)} seen ${String(t.said).padStart(3)}  labelled ${String(t.labelled).padStart(3)}  precision ${rate(t.right, t.said)}  recall ${rate(t.right, t.labelled)}`;
function total(): Tally {
  const sum = (key: keyof Tally): number => table.reduce((all, row) => all + row[key], 0);
  return { right: sum('right'), said: sum('said'), labelled: sum('labelled') };
}

describe('Roles agree with what a person reads', () => {
  it.each(Object.entries(OWN))('in %s', async (document, [file, precision, recall]) => {
    const tally = await measure(document, file);
    table.push({ document, ...tally });
    expect(tally.right / tally.said, 'precision').toBeGreaterThanOrEqual(precision);
    expect(tally.right / tally.labelled, 'recall').toBeGreaterThanOrEqual(recall);
  });
});

describe.skipIf(!existsSync(corpus))('Roles agree with what a person reads (skipped without the corpus folder)', () => {
  it.each(Object.entries(DOCUMENTS))('in %s', async (document, [file, precision, recall]) => {
    const tally = await measure(document, file);
    table.push({ document, ...tally });
    expect(tally.right / tally.said, 'precision').toBeGreaterThanOrEqual(precision);
    expect(tally.right / tally.labelled, 'recall').toBeGreaterThanOrEqual(recall);
  });

  it('over all documents', () => {
    const all = total();
    expect(all.right / all.said, 'precision').toBeGreaterThanOrEqual(0.98);
    expect(all.right / all.labelled, 'recall').toBeGreaterThanOrEqual(0.97);
  });

  afterAll(() => {
    console.log([...table.map((row) => line(row.document, row)), line('all', total()), ...wrong].join('\n'));
  });
});
