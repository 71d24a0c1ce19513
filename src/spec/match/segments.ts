/** One segment of a path template. */
export type TemplateSegment = {
  readonly kind: 'literal' | 'whole' | 'mixed';
  /** The segment without parameter names: two with the same shape match the same strings. */
  readonly shape: string;
  readonly literalLength: number;
  /** Literal text before, between and after the parameters; one more than there are parameters. */
  readonly literals: readonly string[];
};

export function parseSegment(text: string): TemplateSegment {
  const literals = text.split(/\{[^{}]*\}/);
  const shape = literals.join('{}');
  const literalLength = shape.length - 2 * (literals.length - 1);
  const kind = literals.length === 1 ? 'literal' : shape === '{}' ? 'whole' : 'mixed';
  return { kind, shape, literalLength, literals };
}

/**
 * Values of the parameters, still encoded. Each has at least one character, and earlier ones are as short
 * as possible, except before an extension (`{file}.{format}`), which is the part after the last dot; in
 * `{file}{extension}` the dot is part of it.
 */
export function matchSegment({ literals }: TemplateSegment, text: string): readonly string[] | undefined {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const end = text.length - last.length;
  const captures: string[] = [];
  let at = first.length;
  for (let index = 1; index < literals.length - 1; index++) {
    const literal = literals[index] ?? '';
    const isLast = index === literals.length - 2;
    const point = isLast && (literal === '.' || literal === '') ? text.lastIndexOf('.', end - 2) : -1;
    const next = point > at ? point : text.indexOf(literal, at + 1);
    if (next <= at || next + literal.length > end) return undefined;
    captures.push(text.slice(at, next));
    at = next + literal.length;
  }
  if (at >= end) return undefined;
  captures.push(text.slice(at, end));
  return captures;
}
