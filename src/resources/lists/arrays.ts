import type { Schema } from '../../spec/index.ts';
import { child } from '../model/pointers.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { type FoundList, mostOf, readEnvelope } from './envelope.ts';

/** An array of objects somewhere in an answer. */
export interface FoundArray {
  readonly name: string;
  readonly at: string;
  readonly array: Shape;
  readonly items: Schema;
  /** The object that contains it, and its pointer. */
  readonly part: Shape;
  readonly parent: string;
  /** Names of the properties of the surrounding objects. */
  readonly around: readonly string[];
}

/** The maximum depth of a list in an answer: `{ data: { page: { items: […] } } }`. */
const DEEPEST_LIST = 3;

/** The arrays of objects in an answer by depth, inside objects only. */
export function arraysByDepth(shapes: Shapes, whole: Shape): readonly (readonly FoundArray[])[] {
  const found: (readonly FoundArray[])[] = [];
  let level: readonly Part[] = [{ part: whole, parent: '', around: [] }];
  for (let depth = 0; depth < DEEPEST_LIST && level.length > 0; depth += 1) {
    found.push(level.flatMap((part) => arraysOf(shapes, part)));
    level = level.flatMap((part) => objectsOf(shapes, part));
  }
  return found;
}

/** An array as the list of an answer, with the envelope fields around it and in the whole answer. */
export function asList(shapes: Shapes, whole: Shape, { at, array, items, part, parent }: FoundArray): FoundList {
  const around = parent === '' ? {} : readEnvelope(shapes, part, parent, items);
  return {
    items: at,
    itemSchema: items,
    ...mostOf(shapes, array),
    envelope: { ...readEnvelope(shapes, whole, '', items), ...around },
  };
}

type Part = Pick<FoundArray, 'part' | 'parent' | 'around'>;

function arraysOf(shapes: Shapes, within: Part): readonly FoundArray[] {
  return [...within.part.properties].flatMap(([name, schema]) => {
    const array = shapes.of(schema);
    const { items } = array;
    const isList = array.kind === 'array' && items !== undefined && shapes.of(items).kind === 'object';
    return isList ? [{ ...within, name, at: child(within.parent, name), array, items }] : [];
  });
}

function objectsOf(shapes: Shapes, { part: whole, parent, around }: Part): readonly Part[] {
  return [...whole.properties].flatMap(([name, schema]) => {
    const part = shapes.of(schema);
    const others = [...whole.properties.keys()].filter((other) => other !== name);
    return part.kind === 'object' ? [{ part, parent: child(parent, name), around: [...around, ...others] }] : [];
  });
}
