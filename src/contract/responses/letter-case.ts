/** A text with all its letters in the other case; the same text where it has no letters. */
export function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
