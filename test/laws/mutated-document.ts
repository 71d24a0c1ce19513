import { type Chance, chanceOf } from './seeded-chance.ts';

type Node = Record<string, unknown> | unknown[];

interface Spot {
  readonly parent: Node;
  readonly key: string;
  readonly pointer: string;
}

const REFUSED_VALUES: readonly unknown[] = [null, [], {}, '', 0, -1, true, 'string', { $ref: '#' }, [[[]]]];

/** The document with a few parts exchanged, left out, repeated, or referring elsewhere: a structure that nobody writes on purpose. */
export function mutatedDocument(document: object, seed: number): Record<string, unknown> {
  const chance = chanceOf(seed);
  const copy = structuredClone(document) as Record<string, unknown>;
  for (let left = chance.between(1, 4); left > 0; left--) {
    const spots = spotsOf(copy);
    chance.pick(MUTATIONS)(chance, spots);
  }
  return copy;
}

/** Without its version a document is refused at once, which tells nothing. */
const spotsOf = (document: Record<string, unknown>): readonly Spot[] =>
  Object.keys(document).flatMap((key) => (/openapi|swagger|info/.test(key) ? [] : below(document, key, '', 0)));

function below(parent: Node, key: string, base: string, depth: number): readonly Spot[] {
  const pointer = `${base}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const value = valueAt({ parent, key, pointer });
  const inner = typeof value === 'object' && value !== null && depth < 40 ? Object.keys(value) : [];
  return [{ parent, key, pointer }, ...inner.flatMap((name) => below(value as Node, name, pointer, depth + 1))];
}

const valueAt = ({ parent, key }: Spot): unknown => (parent as Record<string, unknown>)[key];

function put({ parent, key }: Spot, value: unknown): void {
  (parent as Record<string, unknown>)[key] = value;
}

const MUTATIONS: readonly ((chance: Chance, spots: readonly Spot[]) => void)[] = [
  // A part stands in the place of another.
  (chance, spots) => put(chance.pick(spots), structuredClone(valueAt(chance.pick(spots)))),
  (chance, spots) => {
    const [one, other] = [chance.pick(spots), chance.pick(spots)];
    const before = structuredClone(valueAt(one));
    put(one, structuredClone(valueAt(other)));
    put(other, before);
  },
  (chance, spots) => refer(chance, spots),
  (chance, spots) => refer(chance, spots),
  (chance, spots) => put(chance.pick(spots), chance.pick(REFUSED_VALUES)),
  (chance, spots) => {
    const { parent, key } = chance.pick(spots);
    if (!Array.isArray(parent)) delete parent[key];
  },
];

/** A reference to anywhere: up, down, to itself, or to what is not there. */
function refer(chance: Chance, spots: readonly Spot[]): void {
  const references = spots.filter(({ key }) => key === '$ref');
  const target =
    chance.pick(spots).pointer + (chance.maybe(0.3) ? `/${chance.pick(['x', 'items', 'properties'])}` : '');
  const $ref = `#${target.replace(/\/\$ref$/, '')}`;
  if (references.length > 0 && chance.maybe(0.5)) put(chance.pick(references), $ref);
  else put(chance.pick(spots), chance.maybe(0.3) ? { $ref: `#${chance.pick(spots).pointer}/x` } : { $ref });
}
