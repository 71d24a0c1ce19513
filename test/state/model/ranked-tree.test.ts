import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { insert, rankOf, remove, sizeOf, type Tree, treeOf, visit } from '../../../src/state/model/ranked-tree.ts';

type Item = readonly [number];
const compare = (a: Item, b: Item): number => a[0] - b[0];

function range(tree: Tree<Item>, from = 0, to: number = sizeOf(tree)): number[] {
  const items: number[] = [];
  visit(tree, from, to, ([value]) => items.push(value));
  return items;
}

/** Runs of neighbouring numbers added or taken away: they fill, split and empty nodes. */
const edits = fc.array(
  fc.record({ add: fc.boolean(), from: fc.nat(800), length: fc.nat(300), step: fc.constantFrom(-1, 1, 7) }),
  { maxLength: 12 },
);

describe('a ranked tree', () => {
  it('holds what a sorted list holds, at the same ranks, however it is filled and emptied', () => {
    fc.assert(
      fc.property(fc.nat(400), edits, fc.nat(1_000), fc.nat(50), (start, list, at, length) => {
        let tree = treeOf(
          compare,
          Array.from({ length: start }, (_, value) => [value] as const),
        );
        const model = new Set(Array.from({ length: start }, (_, value) => value));
        for (const { add, from, length: count, step } of list) {
          const owner = {};
          for (let i = 0; i < count; i++) {
            const value = from + i * step;
            tree = add ? insert(tree, [value], owner) : remove(tree, [value], owner);
            if (add) model.add(value);
            else model.delete(value);
          }
        }
        const sorted = [...model].sort((a, b) => a - b);
        expect(range(tree)).toEqual(sorted);
        expect(range(tree, at, at + length)).toEqual(sorted.slice(at, at + length));
        expect(rankOf(tree, ([value]) => value - at)).toBe(sorted.filter((value) => value < at).length);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it('never changes for a caller that kept an earlier root', () => {
    fc.assert(
      fc.property(edits, edits, (one, two) => {
        const apply = (tree: Tree<Item>, list: typeof one): Tree<Item> => {
          const owner = {};
          for (const { add, from, length, step } of list) {
            for (let i = 0; i < length; i++) {
              tree = add ? insert(tree, [from + i * step], owner) : remove(tree, [from + i * step], owner);
            }
          }
          return tree;
        };
        const base = apply(treeOf(compare), one);
        const before = range(base);
        const left = apply(base, two);
        const kept = range(left);
        apply(base, one);
        apply(left, one);
        expect(range(base)).toEqual(before);
        expect(range(left)).toEqual(kept);
      }),
      { numRuns: 80, seed: 7 },
    );
  });

  it('puts an item in the place of its equal', () => {
    const tree = treeOf(compare, [[1], [2], [3]] as readonly Item[]);
    const replacement = [2] as const;
    const replaced = insert(tree, replacement, {});
    const seen: Item[] = [];
    visit(replaced, 0, 3, (item) => seen.push(item));
    expect(sizeOf(replaced)).toBe(3);
    expect(seen[1]).toBe(replacement);
  });
});
