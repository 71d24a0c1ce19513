/**
 * Fields of an answer that the server sets itself, in lower case: those of one connection (RFC 9110 §7.6.1), those that frame the
 * content (RFC 9112 §6), and the date. A value from a document, a behaviour or an override would contradict what the server does.
 */
export const SET_BY_SERVER: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
