/**
 * The part before the received value. Quoted strings are skipped, because a rule may list strings with any
 * words.
 */
const RULE = /^((?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*?), (?:is|has) /s;

/**
 * The rule of a violation without the received value: `` `pages` must be an integer`` of `` `pages` must be
 * an integer, is null``.
 */
export function ruleIn(message: string): string {
  return RULE.exec(message)?.[1] ?? message;
}

/** Rewrites "is required" for an answer: the property is missing. */
export function asMissing(message: string): string {
  return message.replace(/ is required$/, ' is missing, and required');
}
