/** A name without its separators, in lower case: `user_id`, `user-id` and `userId` are one name. */
export function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

/** A text as a pattern that matches exactly this text, in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
