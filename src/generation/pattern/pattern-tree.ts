import type { AST } from '@eslint-community/regexpp';
import type { StepBudget } from '../model/steps.ts';
import { type ClassCharacters, fillingOf } from './characters.ts';

/** A regular expression as a tree from which strings are written. `min` and `max` count code points. */
export type PatternTree = { readonly min: number; readonly max: number } & (
  | { readonly kind: 'one'; readonly filling: ClassCharacters }
  | { readonly kind: 'all'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'any'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly part: PatternTree; readonly least: number; readonly most: number }
  | { readonly kind: 'group'; readonly part: PatternTree; readonly group: AST.CapturingGroup }
  | { readonly kind: 'again'; readonly groups: readonly AST.CapturingGroup[] }
);

export interface ReadPattern {
  readonly tree: PatternTree;
  /** Trees of positive lookaheads. */
  readonly wanted: readonly PatternTree[];
  /**
   * Whether a written string may fail to match: lookarounds, inner anchors, word boundaries, back
   * references.
   */
  readonly doubtful: boolean;
  readonly anchoredStart: boolean;
  readonly anchoredEnd: boolean;
}

const EMPTY: PatternTree = { kind: 'all', parts: [], min: 0, max: 0 };

/** A class is computed by testing some hundreds of characters. */
const STEPS_PER_CLASS = 16;

export function patternTreeOf(pattern: AST.Pattern, flags: string, steps: Pick<StepBudget, 'count'>): ReadPattern {
  const wanted: PatternTree[] = [];
  let doubtful = false;
  const [only] = pattern.alternatives;
  const single = pattern.alternatives.length === 1 ? only?.elements : undefined;
  const [first, last] = [single?.[0], single?.at(-1)];
  const starts = new Set(startsOf(single ?? []));

  const alternatives = (list: readonly AST.Alternative[]): PatternTree => {
    const parts = list.map(({ elements }) => sequence(elements.map(element)));
    const [alone] = parts;
    if (parts.length === 1 && alone !== undefined) return alone;
    return {
      kind: 'any',
      parts,
      min: Math.min(...parts.map(({ min }) => min)),
      max: Math.max(...parts.map(({ max }) => max)),
    };
  };

  const element = (node: AST.Element): PatternTree => {
    steps.count(STEPS_PER_CLASS);
    switch (node.type) {
      case 'Character':
        return one(node.raw, flags, [String.fromCodePoint(node.value)]);
      case 'CharacterSet':
        return one(node.raw, flags, []);
      case 'CharacterClass':
        return one(node.raw, flags, edgesOf(node));
      case 'ExpressionCharacterClass':
        return one(node.raw, flags, []);
      case 'Quantifier':
        return repeatTree(element(node.element), node.min, node.max);
      case 'Group':
        return alternatives(node.alternatives);
      case 'CapturingGroup': {
        const part = alternatives(node.alternatives);
        return { kind: 'group', part, group: node, min: part.min, max: part.max };
      }
      case 'Backreference':
        doubtful = true;
        return { kind: 'again', groups: [node.resolved].flat(), min: 0, max: Number.POSITIVE_INFINITY };
      case 'Assertion':
        return assertion(node);
    }
  };

  const assertion = (node: AST.Assertion): PatternTree => {
    const atEdge = starts.has(node) || (node.kind === 'end' && node === last);
    if (!atEdge) doubtful = true;
    if (node.kind === 'lookahead' && !node.negate) wanted.push(alternatives(node.alternatives));
    // A positive lookbehind is written in place.
    return node.kind === 'lookbehind' && !node.negate ? alternatives(node.alternatives) : EMPTY;
  };

  const tree = alternatives(pattern.alternatives);
  return {
    tree,
    wanted,
    doubtful,
    anchoredStart: first?.type === 'Assertion' && first.kind === 'start',
    anchoredEnd: last?.type === 'Assertion' && last.kind === 'end',
  };
}

/** The anchors at the start of a pattern, at any depth. */
function startsOf([head, ...rest]: readonly AST.Element[]): readonly AST.Assertion[] {
  if (head?.type === 'Assertion') return head.kind === 'start' ? [head, ...startsOf(rest)] : [];
  const [only, other] = head?.type === 'Group' || head?.type === 'CapturingGroup' ? head.alternatives : [];
  return only === undefined || other !== undefined ? [] : startsOf(only.elements);
}

function one(raw: string, flags: string, edges: readonly string[]): PatternTree {
  const member = new RegExp(`^(?:${raw})$`, flags);
  return { kind: 'one', filling: fillingOf((character) => member.test(character), edges), min: 1, max: 1 };
}

function sequence(parts: readonly PatternTree[]): PatternTree {
  const kept = parts.filter((part) => part !== EMPTY);
  return { kind: 'all', parts: kept, min: total(kept.map(({ min }) => min)), max: total(kept.map(({ max }) => max)) };
}

function repeatTree(part: PatternTree, least: number, most: number): PatternTree {
  const max = part.max === 0 || most === 0 ? 0 : part.max * most;
  return { kind: 'repeat', part, least, most, min: part.min * least, max };
}

function total(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** Characters in the notation of a class, for classes without any of the usual ones. */
function edgesOf(node: AST.CharacterClass): readonly string[] {
  return node.elements.flatMap((member) => {
    if (member.type === 'Character') return [String.fromCodePoint(member.value)];
    if (member.type !== 'CharacterClassRange') return [];
    const [low, high] = [member.min.value, member.max.value];
    const step = Math.max(1, Math.floor((high - low) / 16));
    return Array.from({ length: Math.min(17, high - low + 1) }, (_, i) => String.fromCodePoint(low + i * step));
  });
}
