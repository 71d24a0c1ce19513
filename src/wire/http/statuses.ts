/** Whether answers with a status have no content, even if it is documented (RFC 9110 §15). */
export function isBodiless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}

/** Statuses by which a service refuses a request for what it contains (RFC 9110 §15.5, RFC 6585). */
const OF_CONTENT: ReadonlySet<number> = new Set([400, 406, 411, 413, 414, 415, 416, 422, 428, 431]);

/** Whether a status refuses a request for what it contains, and not for who sends it, how often, or what is stored. */
export function refusesContent(status: number): boolean {
  return OF_CONTENT.has(status);
}
