import type { Json } from '../core/index.ts';
import type { SchemaObject } from '../spec/index.ts';
import type { ValueForm } from './forms.ts';
import type { Side } from './side.ts';
import type { GapRule } from './verdict.ts';

/** Two forms of one type, with the sides that they belong to. */
export interface FormPair {
  readonly leftSide: Side;
  readonly rightSide: Side;
  readonly left: ValueForm;
  readonly right: ValueForm;
}

/** The first value that is valid under the left form and invalid under the right one. */
export function firstSeparating(pair: FormPair, values: readonly Json[]): Json | undefined {
  return values.find((value) => separates(pair, value));
}

export function separates({ leftSide, rightSide, left, right }: FormPair, value: Json): boolean {
  return (
    leftSide.fits(left.schema, value, leftSide.direction) === true &&
    rightSide.fits(right.schema, value, rightSide.direction) === false
  );
}

const RULES: readonly (readonly [keyword: keyof SchemaObject, rule: GapRule])[] = [
  ['type', 'type'],
  ['const', 'const'],
  ['enum', 'enum'],
  ['minimum', 'range'],
  ['maximum', 'range'],
  ['exclusiveMinimum', 'range'],
  ['exclusiveMaximum', 'range'],
  ['multipleOf', 'multiple-of'],
  ['maxLength', 'max-length'],
  ['minLength', 'min-length'],
  ['pattern', 'pattern'],
  ['format', 'format'],
  ['minItems', 'array-size'],
  ['maxItems', 'array-size'],
  ['uniqueItems', 'unique-items'],
  ['minProperties', 'object-size'],
  ['maxProperties', 'object-size'],
  ['required', 'required'],
];

/** A schema with one keyword of a node. It is made once, because the evaluator reads each schema anew. */
const aloneOf = (side: Side, node: SchemaObject, keyword: keyof SchemaObject): SchemaObject =>
  side.once('alone', `${side.idOf(node)} ${keyword}`, () => ({ [keyword]: node[keyword] }) as SchemaObject); // A keyword and its value.

/** The rule of the right form that a value violates. */
export function blame({ rightSide, right }: Pick<FormPair, 'rightSide' | 'right'>, value: Json): GapRule {
  for (const [keyword, rule] of RULES)
    for (const node of right.nodes)
      if (
        node[keyword] !== undefined &&
        rightSide.fits(aloneOf(rightSide, node, keyword), value, rightSide.direction) === false
      )
        return rule === 'enum' && value === null ? 'nullability' : rule;
  return 'composition';
}

/** The node of a form that states a keyword; otherwise the first node. */
export function nodeStating(form: ValueForm, ...keywords: readonly (keyof SchemaObject)[]): SchemaObject | undefined {
  return form.nodes.find((node) => keywords.some((keyword) => node[keyword] !== undefined)) ?? form.nodes[0];
}
