import { createHash } from 'node:crypto';

/** A content security policy that allows only this style sheet and, where given, this script. */
export function pagePolicy(style: string, script?: string): string {
  const scripts =
    script === undefined ? '' : ` script-src 'sha256-${digest(script)}'; require-trusted-types-for 'script';`;
  return `default-src 'none'; style-src 'sha256-${digest(style)}';${scripts} base-uri 'none'; form-action 'none'`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
