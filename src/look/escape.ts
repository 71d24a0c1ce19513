/** Controls (C0, DEL, C1), marks that turn the direction of text, line separators and halves of surrogate pairs. */
const INVISIBLE = /[\p{Control}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Every invisible character as an escape that can be read: no text can move the cursor, ring or turn what follows around. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, readable);
}

/** As `visible`, with line breaks and tabs left as they are. */
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

/** For HTML text and quoted attributes. */
export function html(text: string): string {
  return visibleLines(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The parts of a sentence, in order: those between backticks are code. */
export function proseParts(text: string): readonly { readonly code: boolean; readonly text: string }[] {
  return text
    .split(/(`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part) => (/^`[^`]+`$/.test(part) ? { code: true, text: part.slice(1, -1) } : { code: false, text: part }));
}
