import type { Operation, Schema, SchemaObject } from '../../spec/index.ts';
import { plain, singular } from '../model/words.ts';
import { answerSchemas } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

/** An envelope about whose content its document says nothing: `{ code, message, data: {} }`. */
export interface OpenEnvelope {
  readonly name: string;
  /** Whether the content is a list. */
  readonly isList: boolean;
  /** The envelope around content with a form. */
  readonly around: (content: Schema) => Schema;
}

const CONTENTS = ['data', 'result', 'results', 'payload', 'item', 'items', 'content', 'response', 'body'];

/** The envelope of the only success of an operation. The content may also be called by the word of the path. */
export function openEnvelopeOf(
  shapes: Shapes,
  operation: Operation,
  isOpen: (shapes: Shapes, schema: Schema) => boolean,
): OpenEnvelope | undefined {
  const [schema, ...others] = answerSchemas(operation);
  const shape = shapes.maybe(schema);
  if (others.length > 0 || shape?.kind !== 'object' || shape.alternatives.length > 0) return undefined;
  const open = [...shape.properties].filter(([, each]) => isOpen(shapes, each));
  const word = singular(plain(lastWord(operation.path)));
  const found = [...CONTENTS, word].flatMap((name) =>
    open.filter(([own]) => singular(plain(own)) === singular(name)),
  )[0];
  if (found === undefined) return undefined;
  const [name, content] = found;
  const isPlain = [...shape.properties].every(
    ([own, each]) => own === name || isScalar(shapes, each) || isOpen(shapes, each),
  );
  if (!isPlain || shape.properties.size < 2) return undefined;
  return { name, isList: shapes.of(content).kind === 'array', around: (form) => around(shapes, shape, name, form) };
}

function lastWord(path: string): string {
  const words = path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  return words.at(-1) ?? '';
}

function around(shapes: Shapes, { root, properties, required }: Shape, name: string, form: Schema): SchemaObject {
  const example = typeof root === 'object' ? root.examples?.[0] : undefined;
  const words = typeof example === 'object' && example !== null ? new Map(Object.entries(example)) : new Map();
  const own = [...properties].map(([key, schema]): readonly [string, Schema] => {
    if (key === name) return [key, form];
    const { root: at } = shapes.of(schema);
    const isBare = typeof at === 'object' && at.examples === undefined && words.has(key);
    return [key, isBare ? { ...at, examples: [words.get(key)] } : schema];
  });
  return { type: 'object', properties: Object.fromEntries(own), required: [...new Set([...required, name])] };
}
