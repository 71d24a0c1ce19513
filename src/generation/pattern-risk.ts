import type { AST } from '@eslint-community/regexpp';

/**
 * Whether repetition or choice stands inside unbounded repetition: the shape of every pattern that takes exponential time.
 * A choice between single characters of which none fits two (`([a-z]|-)*`) is one like a class.
 */
export function isRisky(pattern: AST.Pattern, flags: string): boolean {
  const search = (alternatives: readonly AST.Alternative[], repeated: boolean): boolean =>
    (repeated && alternatives.length > 1 && (flags.includes('i') || !areApart(alternatives))) ||
    alternatives.some(({ elements }) => elements.some((element) => visit(element, repeated)));
  const visit = (node: AST.Element, repeated: boolean): boolean => {
    if (node.type === 'Quantifier') {
      if (repeated && node.max > 1) return true;
      return visit(node.element, repeated || node.max > 16);
    }
    if (node.type === 'Group' || node.type === 'CapturingGroup') return search(node.alternatives, repeated);
    if (node.type === 'Assertion' && 'alternatives' in node) return search(node.alternatives, repeated);
    return false;
  };
  return search(pattern.alternatives, false);
}

/** Code points from the first to the second. */
type Range = readonly [low: number, high: number];

function areApart(alternatives: readonly AST.Alternative[]): boolean {
  const ranges: Range[] = [];
  for (const { elements } of alternatives) {
    const [only, other] = elements;
    const own = only === undefined || other !== undefined ? undefined : rangesOf(only);
    if (own === undefined || own.some(([low, high]) => ranges.some((range) => low <= range[1] && range[0] <= high)))
      return false;
    ranges.push(...own);
  }
  return true;
}

/** `undefined` for what is not a character or a class of characters that it names. */
function rangesOf(node: AST.Element | AST.CharacterClassElement): readonly Range[] | undefined {
  if (node.type === 'Character') return [[node.value, node.value]];
  if (node.type === 'CharacterClassRange') return [[node.min.value, node.max.value]];
  if (node.type === 'CharacterSet') return node.kind === 'digit' && !node.negate ? [[0x30, 0x39]] : undefined;
  if (node.type !== 'CharacterClass' || node.negate) return undefined;
  const ranges = node.elements.map(rangesOf);
  return ranges.every((range) => range !== undefined) ? ranges.flat() : undefined;
}
