import type { Parameter, SecurityUse } from '../model/api.ts';

/**
 * A parameter for the token that the security of the operation also describes is optional: a client sends its credential in
 * one place (RFC 6750 §2), and `Authorization` is the usual one.
 */
export function withoutSecondToken(
  parameters: readonly Parameter[],
  security: readonly (readonly SecurityUse[])[],
): readonly Parameter[] {
  if (!parameters.some(isToken) || !security.some((uses) => uses.some(isInField))) return parameters;
  return parameters.map((each) => (isToken(each) ? { ...each, required: false } : each));
}

function isToken({ in: place, required, name, description = '' }: Parameter): boolean {
  return (
    required &&
    (place === 'header' || place === 'query') &&
    /^(?:(?:access|auth|bearer|oauth)[_-]?)?token$/i.test(name) &&
    /\b(?:auth\w*|access|bearer|oauth)[ -]+token/i.test(description)
  );
}

/** Whether the credential of a scheme stands in `Authorization`. */
function isInField({ scheme }: SecurityUse): boolean {
  return (
    scheme.kind === 'oauth2' ||
    scheme.kind === 'openIdConnect' ||
    (scheme.kind === 'http' && scheme.scheme === 'bearer')
  );
}
