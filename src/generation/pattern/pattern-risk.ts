import type { AST } from '@eslint-community/regexpp';

/**
 * Whether a repetition or choice is inside an unbounded repetition: the structure of every pattern with
 * exponential time. A choice between disjoint single characters (`([a-z]|-)*`) is equivalent to a class.
 */
function isRisky(pattern: AST.Pattern, flags: string): boolean {
  const search = (alternatives: readonly AST.Alternative[], repeated: boolean): boolean =>
    (repeated && alternatives.length > 1 && (flags.includes('i') || !areApart(alternatives))) ||
    alternatives.some(({ elements }) => elements.some((element) => visit(element, repeated)));
  const visit = (node: AST.Element, repeated: boolean): boolean => {
    if (node.type === 'Quantifier') {
      if (repeated && (node.max > 1 || isOptionalWhole(node))) return true;
      return visit(node.element, repeated || node.max > 16);
    }
    if (node.type === 'Group' || node.type === 'CapturingGroup') return search(node.alternatives, repeated);
    if (node.type === 'Assertion' && 'alternatives' in node) return search(node.alternatives, repeated);
    return false;
  };
  return search(pattern.alternatives, false);
}

/** Whether the only element of a repetition is optional, so that every iteration may be empty. */
function isOptionalWhole(node: AST.Quantifier): boolean {
  return node.min === 0 && node.parent.type === 'Alternative' && node.parent.elements.length === 1;
}

/**
 * The worst-case number of tries of a backtracking engine for a string of n characters: n^`power` ·
 * 2^`bits`.
 */
export interface WorstEffort {
  readonly power: number;
  readonly bits: number;
}

/**
 * The worst-case effort to search for the pattern. Adjacent repetitions can divide the same characters in
 * many ways, unless a part between them has none of these characters.
 */
export function effortOf(pattern: AST.Pattern, flags: string): WorstEffort {
  if (isRisky(pattern, flags)) return { power: 1, bits: Number.POSITIVE_INFINITY };
  const { alternatives } = pattern;
  const [first] = alternatives.length === 1 ? (alternatives[0]?.elements ?? []) : [];
  const anchored = first?.type === 'Assertion' && first.kind === 'start';
  const { power, bits } = mostOf(alternatives);
  return { power: power + (anchored ? 1 : 2), bits };
}

function mostOf(alternatives: readonly AST.Alternative[]): WorstEffort {
  const all = alternatives.map(({ elements }) => sharedEffort(elements));
  return { power: Math.max(...all.map(({ power }) => power)), bits: Math.max(...all.map(({ bits }) => bits)) };
}

/** The effort of repetitions that share characters with an earlier one. */
function sharedEffort(elements: readonly AST.Element[]): WorstEffort {
  let power = 0;
  let bits = 0;
  /** The characters of repetitions that may still take the next character or leave it. */
  let open: readonly (readonly Range[] | undefined)[] = [];
  for (const element of elements.flatMap(withoutBrackets)) {
    const [least, most] = element.type === 'Quantifier' ? [element.min, element.max] : [1, 1];
    const inner = element.type === 'Quantifier' ? element.element : element;
    const branches = 'alternatives' in inner ? mostOf(inner.alternatives) : { power: 0, bits: 0 };
    const own = charactersOf(inner);
    const overlapping = open.filter((range) => !areDisjoint(own, range));
    const isShared = least !== most && overlapping.length > 0;
    power += branches.power * Math.min(most, LARGE) + (isShared && most > LARGE ? 1 : 0);
    bits += branches.bits * Math.min(most, LARGE) + (isShared && most <= LARGE ? Math.log2(most - least + 1) : 0);
    // A group may be empty, so it does not part what stands around it.
    const parts = least > 0 && inner.type !== 'Assertion' && !('alternatives' in inner);
    const kept = parts ? overlapping : open;
    open = least === most && !('alternatives' in inner) ? kept : [...kept, own];
  }
  return { power, bits };
}

function withoutBrackets(element: AST.Element): readonly AST.Element[] {
  const isGroup = element.type === 'Group' || element.type === 'CapturingGroup';
  const [only, other] = isGroup ? element.alternatives : [];
  return only === undefined || other !== undefined ? [element] : only.elements.flatMap(withoutBrackets);
}

/** Repetitions with a higher limit count as unbounded. */
const LARGE = 16;

function areDisjoint(one: readonly Range[] | undefined, other: readonly Range[] | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.every(([low, high]) => other.every((range) => high < range[0] || range[1] < low));
}

/** All characters that an element can match, also inside a group; `undefined` if they are not known. */
function charactersOf(element: AST.Element): readonly Range[] | undefined {
  if (element.type === 'Quantifier') return charactersOf(element.element);
  if (element.type === 'Assertion') return [];
  if (element.type !== 'Group' && element.type !== 'CapturingGroup') return rangesOf(element, WORDS);
  const inside = element.alternatives.flatMap(({ elements }) => elements.map(charactersOf));
  return inside.every((ranges) => ranges !== undefined) ? inside.flat() : undefined;
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

/** What `\w` stands for. */
const WORDS: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/**
 * `undefined` if the element is not a character or a simple class. `words` are the ranges of `\\w`, if that
 * matters.
 */
function rangesOf(
  node: AST.Element | AST.CharacterClassElement,
  words?: readonly Range[],
): readonly Range[] | undefined {
  if (node.type === 'Character') return [[node.value, node.value]];
  if (node.type === 'CharacterClassRange') return [[node.min.value, node.max.value]];
  if (node.type === 'CharacterSet') {
    if (node.kind === 'word' && !node.negate) return words;
    return node.kind === 'digit' && !node.negate ? [[0x30, 0x39]] : undefined;
  }
  if (node.type !== 'CharacterClass' || node.negate) return undefined;
  const ranges = node.elements.map((each) => rangesOf(each, words));
  return ranges.every((range) => range !== undefined) ? ranges.flat() : undefined;
}
