/** What is before the value that came, quoted texts passed over: a rule may list texts with any words in them. */
const RULE = /^((?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*?), (?:is|has) /s;

/** The rule of a violation without the value that broke it: `` `pages` must be an integer`` of `` `pages` must be an integer, is null``. */
export function ruleIn(message: string): string {
  return RULE.exec(message)?.[1] ?? message;
}

/** In an answer what is required is said to be so because it is not there. */
export function missing(message: string): string {
  return message.replace(/ is required$/, ' is missing, and required');
}
