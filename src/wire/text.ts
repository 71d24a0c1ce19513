/** A name without spaces and punctuation, in lower case: `user_id`, `user-id`, `User ID` and `userId` are one name. */
export function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[\s\p{P}]+/gu, '');
}

/** A text as a pattern that matches exactly this text, in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
