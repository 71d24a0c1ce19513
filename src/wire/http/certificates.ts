/** Whether a code of the platform, or what it begins with, says that a certificate is not trusted; its other codes of TLS are of what is no TLS. */
export function isUntrusted(code: string): boolean {
  return /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code);
}
