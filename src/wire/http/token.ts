/** The characters of names (RFC 9110 §5.6.2), for a regular expression. */
export const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";

const WHOLE = new RegExp(`^${TOKEN}$`);

/** Whether a string is a valid name of a header field, method or parameter. */
export const isToken = (text: string): boolean => WHOLE.test(text);
