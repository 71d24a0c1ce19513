/** A name without spaces and punctuation, in lower case: `user_id`, `user-id`, `User ID` and `userId` are one name. */
export function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[\s\p{P}]+/gu, '');
}

/** A name as ASCII letters and digits alone, in lower case: `D'Amore` is `damore`. */
export function asciiName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A text as a pattern that matches exactly this text, in a regular expression. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** A name in the notation of `pet_id`: `petId` and `PetId` give the same. Other separators stay. */
export function snakeCase(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}
