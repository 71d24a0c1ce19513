import type { Keywords } from './evaluation.ts';

/** Keywords for strings. */
export const TEXT_KEYWORDS: Keywords<string> = {
  maxLength: { fits: (most: number) => (text) => text.length <= most || lengthOf(text) <= most },
  minLength: { fits: (least: number) => (text) => text.length >= least && lengthOf(text) >= least },
  pattern: {
    fits: (source: string, { pattern }) => pattern(source) ?? (() => true),
    tell: (source: string, { value, evaluator, listener }) => {
      if (evaluator.isUndecided(source, value)) listener.breach('pattern', { undecided: true });
      else if (!evaluator.matches(source, value)) listener.breach('pattern');
    },
  },
  format: { fits: (name: string, { textFormat }) => textFormat(name) ?? (() => true) },
};

/** Length in code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
