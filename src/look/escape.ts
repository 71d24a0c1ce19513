/**
 * Control characters (C0, DEL, C1), characters that change the direction of text, line separators and lone
 * surrogates.
 */
const INVISIBLE = /[\p{Control}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/**
 * Replaces every invisible character by a readable escape, so that text cannot move the cursor, ring the
 * bell or reorder what follows.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, readable);
}

/** Like `visible`, but keeps line breaks and tabs. */
export function visibleLines(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(INVISIBLE, (character) => (/[\n\t]/.test(character) ? character : readable(character)));
}

function readable(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

/** Escapes text for HTML content and quoted attributes. */
export function html(text: string): string {
  return visibleLines(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The parts of a sentence in order; parts between backticks are code. */
export function proseParts(text: string): readonly { readonly code: boolean; readonly text: string }[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => (/^`[^`]+`$/.test(part) ? { code: true, text: part.slice(1, -1) } : { code: false, text: part }));
}
