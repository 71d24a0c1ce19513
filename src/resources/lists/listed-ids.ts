import type { Schema } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import { clusterKey, plain } from '../model/words.ts';
import { isScalar, scalarTypesOf } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { type FoundList, isCompanion, readEnvelope } from './envelope.ts';

/**
 * The list of an answer that has only the ids of its items: `["a", "b"]`, or `{ names: ["a", "b"], count, has_more }` with nothing
 * but facts of the page and of the request beside it. `word` is that of the path.
 */
export function listedIds(shapes: Shapes, answer: Schema, word: string): FoundList | undefined {
  const whole = shapes.of(answer);
  const own = itemsOfIds(shapes, whole);
  if (own !== undefined) return { items: '', itemSchema: own, envelope: {} };
  const lists = [...whole.properties].filter(([, schema]) => !isScalar(shapes, schema));
  const [only, ...others] = lists;
  if (only === undefined || others.length > 0) return undefined;
  const [name, schema] = only;
  const items = itemsOfIds(shapes, shapes.of(schema));
  const isMeant = IDS.test(plain(name)) || clusterKey(name) === clusterKey(word);
  if (items === undefined || !isMeant) return undefined;
  const envelope = readEnvelope(shapes, whole, '');
  const facts = new Set(Object.values(envelope));
  const isAlone = [...whole.properties.keys()].every(
    (each) => each === name || facts.has(child('', each)) || isCompanion(shapes, each),
  );
  return isAlone ? { items: child('', name), itemSchema: items, envelope } : undefined;
}

const IDS = /^(?:names|ids|keys)$/;

function itemsOfIds(shapes: Shapes, { kind, items }: Shape): Schema | undefined {
  if (kind !== 'array' || items === undefined || !isScalar(shapes, items)) return undefined;
  const types = scalarTypesOf(shapes, items);
  return types.includes('string') || types.includes('integer') ? items : undefined;
}
