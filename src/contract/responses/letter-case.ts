/** Words of a document that call texts the same whatever the case of their letters. */
export const CASELESS: RegExp =
  /case[- ]?insensitiv|((re|disre)gard(less)?( of| to)?|without|ignor\w+|differ\w* only (in|by)|irrespective of)( the| letter| upper| lower| and)*[- ]?(case|capitali[sz]ation)|(upper|capital)\w*[- ]?(case)? (and|or) (lower|small)|in any case\b|\bcase (does not|doesn't|never) (matter|count)|\bcase is (ignored|not significant)/i;

/** A text with all its letters in the other case; the same text where it has no letters. */
export function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
