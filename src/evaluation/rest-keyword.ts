import type { MemberKind } from './evaluated-members.ts';
import type { Keyword, Members, ReportedValue } from './evaluation.ts';

type Composite = Members | readonly unknown[];

/**
 * `unevaluatedItems` and `unevaluatedProperties`: applies a schema to the members that no other keyword
 * evaluates.
 */
export function restKeyword(kind: MemberKind): Keyword<Composite> {
  return {
    fits: (schema: unknown, { member, evaluated }, node) => {
      const each = member(schema);
      return (value) => {
        const known = evaluated(node, value, kind);
        return known === 'all' || Object.entries(value).every(([name, part]) => known.has(name) || each(part));
      };
    },
  };
}

/** Names or indexes of the members that no other keyword evaluates. */
export function unevaluatedNames(
  kind: MemberKind,
  { node, value, evaluator }: ReportedValue<Composite>,
): readonly string[] {
  const known = evaluator.evaluated(node, value, kind);
  return known === 'all' ? [] : Object.keys(value).filter((name) => !known.has(name));
}
