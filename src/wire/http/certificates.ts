/**
 * Whether an error code of Node, or its beginning, means an untrusted certificate. Other TLS codes mean
 * connections without TLS.
 */
export function isUntrusted(code: string): boolean {
  return /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);
}
