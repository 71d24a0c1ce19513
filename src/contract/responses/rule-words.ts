import type { Exchange } from '../model/exchange.ts';

/**
 * The part before the received value. Quoted strings are skipped, because a rule may list strings with any
 * words.
 */
const RULE = /^((?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*?), but (?:is|has|fits) /s;

/**
 * The rule of a violation without the received value: `` `pages` must be an integer`` of `` `pages` must be
 * an integer, but is null``.
 */
export function ruleIn(message: string): string {
  return RULE.exec(message)?.[1] ?? message;
}

/** Rewrites "is required" for a message that lacks the property. */
export function asMissing(message: string): string {
  return message.replace(/ is required$/, ' is required, but missing');
}

/**
 * A violation as a sentence about an answer: ``In the answer 200, `title` must be a string, but is null.`` It says so
 * if the document describes the status only by `default`.
 */
export function inAnswer(
  { response, documented }: Pick<Exchange, 'response' | 'documented'>,
  violation: string,
): string {
  const by = documented?.status === 'default' ? ', which only `default` documents,' : ',';
  return `In the answer ${response.status}${by} ${inSentence(violation)}.`;
}

/** A violation as the rest of a sentence: `Query parameter` becomes `query parameter`. */
export function inSentence(violation: string): string {
  return violation.replace(/^[A-Z]/, (first) => first.toLowerCase());
}
