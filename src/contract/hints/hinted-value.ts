import type { Json } from '../../core/index.ts';
import { type Generator, intAt, type Where } from '../../generation/index.ts';
import type { Schema, SchemaObject } from '../../spec/index.ts';
import type { Validator } from '../../validation/index.ts';
import { isObject } from '../../wire/index.ts';
import type { Hint } from './hint.ts';
import type { HintPlace } from './hint-places.ts';

/** The hints for one place. */
export interface PlaceHints {
  readonly at: HintPlace;
  /** From refusals, the newest first. */
  readonly fromRefusals: Hint[];
  /** From descriptions. */
  readonly prose: readonly Hint[];
  /** Whether each record may need another value there. */
  readonly isKey: boolean;
  /** Whether it holds the id of the record that the request creates. */
  readonly isOwnId: boolean;
  /** How often a value was refused without a hint at what is accepted. */
  refused: number;
}

export interface HintedValueDependencies {
  readonly generator: Generator;
  readonly validator: Validator;
  /** Keeps values that must be unique apart from those of other runs. */
  readonly salt: string;
  /** Values that answers had under the name of the place. */
  readonly shown: (name: string) => readonly Json[];
}

/** Marks a place that is left out. */
export const LEFT_OUT: unique symbol = Symbol('left out');

/** The value that the hints ask for, within the schema; `undefined` if the present value stays. */
export function hintedValue(
  { at, fromRefusals, prose, isKey, isOwnId, refused }: PlaceHints,
  current: Json | undefined,
  place: Where,
  { generator, validator, salt, shown }: HintedValueDependencies,
): Json | typeof LEFT_OUT | undefined {
  const has = (kind: Hint['kind']): boolean => fromRefusals.some((hint) => hint.kind === kind);
  if (has('unwanted') && !at.required) return LEFT_OUT;
  // The service numbers its records itself where the id is optional, and knows which numbers are free.
  if (isOwnId && has('unique') && !at.required) return LEFT_OUT;
  const isNeeded = has('needed') || at.required;
  if (current === undefined && !isNeeded) return undefined;
  const required = schemasOf(fromRefusals).map((schema) => inText(schema, at));
  const wished = schemasOf(prose);
  const fits = (value: Json, schemas: readonly Schema[]): boolean =>
    [at.schema, ...schemas].every((schema) => validator.value(schema, value, 'request').length === 0);
  const isDemanded = current === undefined && has('needed') && refused === 0;
  const isUnique = has('unique') || (isKey && prose.some(({ kind }) => kind === 'unique'));
  const where = isUnique ? { ...place, at: `${place.at}/${salt}` } : place;
  const number = intAt(where, 1, 999_999);
  const lists = [...fromRefusals, ...prose].flatMap((hint) => (hint.kind === 'values' ? [hint] : []));
  if (
    current !== undefined &&
    refused === 0 &&
    lists.length === 0 &&
    !isUnique &&
    fits(current, [...required, ...wished])
  )
    return undefined;
  const draw = (schemas: readonly SchemaObject[]): Json | undefined => {
    const schema: Schema = schemas.length === 0 ? at.schema : { allOf: [at.schema, ...schemas] };
    const wish = { direction: 'request', examples: false, name: at.name } as const;
    // Each optional part of what a refusal has asked for may be refused in turn.
    const lean = isDemanded ? generator.value(schema, where, { ...wish, optional: 'required' }) : undefined;
    const drawn = lean?.ok === true && !isEmpty(lean.value) ? lean : generator.value(schema, where, wish);
    return drawn.ok && fits(drawn.value, schemas) ? drawn.value : undefined;
  };
  // What a service does not need is left out after two refusals that do not say what it takes.
  if (refused > 1 && !isNeeded && lists.length === 0) return LEFT_OUT;
  // A value that is drawn by the meaning of its name is likelier to be taken than one that is drawn for a pattern.
  const byName = (): Json | undefined => {
    const drawn = draw([]);
    return drawn !== undefined && fits(drawn, [...required, ...wished]) ? drawn : undefined;
  };
  const listed = at.listed ?? [];
  const candidates: readonly (() => Json | undefined)[] = [
    ...lists.map((list) => () => {
      const value = inTurn(
        list.values.filter((each) => fits(each, required)),
        list.inOrder === true ? refused : number,
      );
      if (typeof value !== 'string' || !(isUnique || (list.model === true && isKey))) return value;
      const another = withNumber(value, number);
      return fits(another, required) ? another : value;
    }),
    ...(required.length + wished.length > 0
      ? [() => byName() ?? draw([...required, ...wished]) ?? draw(required)]
      : []),
    ...(isUnique && refused === 0 ? [() => draw(required)] : []),
    // A value that the service shows is taken.
    ...(isUnique || isOwnId
      ? []
      : [
          () =>
            [at.name, `${at.name}Name`]
              .map((name) => shown(name).filter((value) => fits(value, required)))
              .map((values) => inTurn(values, number))
              .find((value) => value !== undefined),
        ]),
    ...(refused > 0 ? [() => draw([IDENTIFIER])] : []),
    // The first of the documented values is the one that is taken most often.
    ...(current === undefined && listed.length > 0 ? [() => listed[0]] : []),
    // What the request has is read as text, if at all: it stays as it stands there, unless it is known to be taken.
    isUnique ? () => draw([IDENTIFIER]) : () => (current === undefined ? draw([]) : undefined),
  ];
  for (const candidate of candidates.slice(Math.min(Math.max(0, refused - 1), candidates.length - 1))) {
    const value = candidate();
    if (value !== undefined) return value;
  }
  return undefined;
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function inTurn(values: readonly Json[], number: number): Json | undefined {
  return values[number % Math.max(1, values.length)];
}

/** A form of names that most services accept. */
const IDENTIFIER: SchemaObject = { type: 'string', pattern: '^[a-z][a-z0-9]{5,9}$' };

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'number']);

/** A number that is asked for where the document has text is a number in this text. The length of bytes is not that of their base64. */
function inText(hint: SchemaObject, { schema }: HintPlace): SchemaObject {
  if (hint.minLength !== undefined && typeof schema === 'object' && schema.format === 'byte')
    return { ...hint, minLength: Math.ceil(hint.minLength / 3) * 4 };
  const isOfNumber = typeof hint.type === 'string' && NUMBERS.has(hint.type);
  const isText = typeof schema === 'object' && schema.type === 'string';
  return isOfNumber && isText ? { type: 'string', pattern: '^[1-9][0-9]*$' } : hint;
}

function schemasOf(hints: readonly Hint[]): readonly SchemaObject[] {
  return hints.flatMap((hint) => (hint.kind === 'schema' ? [hint.schema] : []));
}

/** An example with a number behind its first word: `example.com.` becomes `example7.com.`. */
function withNumber(example: string, number: number): string {
  return example.replace(/[A-Za-z]+/, (word) => `${word}${number}`);
}
