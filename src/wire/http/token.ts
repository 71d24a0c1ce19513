/** What names are made of (RFC 9110 §5.6.2), for use in a regular expression. */
export const TOKEN = "[!#$%&'*+.^_`|~\\w-]+";

const WHOLE = new RegExp(`^${TOKEN}$`);

/** Whether a header field, a method or a parameter can be called so. */
export const isToken = (text: string): boolean => WHOLE.test(text);
