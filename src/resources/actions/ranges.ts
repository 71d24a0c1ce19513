import type { Operation, Parameter, Schema } from '../../spec/index.ts';
import { plain } from '../model/words.ts';
import { answerSchemas, requestSchema } from '../schema/bodies.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { isRangeEnd } from './call-names.ts';
import { parameterOf } from './procedures.ts';

/** A call that answers the items with ids from one value up to another: `{ key, range_end }`. */
export interface Range {
  /** The property with the upper end, which is not in the range. */
  readonly end: string;
  /** The property of the answer with the items. */
  readonly items: string;
  /** A range of every id. */
  readonly all: Readonly<Record<string, string>>;
  /** The id as the parameter of a path. */
  readonly parameter: Parameter;
}

/** The range that the body of a call may name, from the id `name`. Undefined if it names none. */
export function rangeIn(shapes: Shapes, call: Operation, name: string): Range | undefined {
  const sent = shapes.maybe(requestSchema(call));
  const start = sent?.properties.get(name);
  const end = [...(sent?.properties.keys() ?? [])].find((each) => each !== name && isEndOf(each, name));
  const own = end === undefined ? undefined : sent?.properties.get(end);
  if (start === undefined || end === undefined || own === undefined) return undefined;
  const [schema] = answerSchemas(call);
  const lists = [...(shapes.maybe(schema)?.properties ?? [])].filter(([, each]) =>
    isOfObjects(shapes, shapes.of(each)),
  );
  const [items] = lists[0] ?? [];
  const ends = endsOf(shapes, start);
  if (items === undefined || lists.length > 1 || ends === undefined || endsOf(shapes, own) === undefined)
    return undefined;
  return {
    end,
    items,
    all: { [name]: ends[0], [end]: ends[1] },
    parameter: parameterOf(call, name, 'path', start),
  };
}

function isEndOf(name: string, start: string): boolean {
  return isRangeEnd(name) || plain(name) === `${plain(start)}end` || plain(name) === `end${plain(start)}`;
}

function isOfObjects(shapes: Shapes, { kind, items }: Shape): boolean {
  return kind === 'array' && items !== undefined && shapes.of(items).kind === 'object';
}

/** The smallest and a very large value of a text. Base64 stands for bytes, of which 0 is the smallest. */
function endsOf(shapes: Shapes, schema: Schema): readonly [low: string, high: string] | undefined {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean' || root.type !== 'string') return undefined;
  const isBytes = root.format === 'byte' || root.contentEncoding === 'base64';
  return isBytes ? ['AA==', '////////'] : [' ', '~~~~~~~~'];
}
