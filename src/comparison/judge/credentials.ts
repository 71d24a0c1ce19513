import type { Parameter, SecurityScheme, SecurityUse } from '../../spec/index.ts';

/** A field of a request that holds credentials. */
export interface CredentialField {
  readonly in: string;
  readonly name: string;
}

/** Where the credentials of a scheme are sent; `undefined` for those outside of the message. */
export function credentialField(scheme: SecurityScheme): CredentialField | undefined {
  if (scheme.kind === 'mutualTLS' || scheme.kind === 'unknown') return undefined;
  return scheme.kind === 'apiKey' ? fieldOf(scheme) : { in: 'header', name: 'authorization' };
}

const fieldOf = ({ in: place, name }: CredentialField): CredentialField => ({
  in: place,
  name: place === 'header' ? name.toLowerCase() : name,
});

export function isSameField(one: CredentialField | undefined, other: CredentialField | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [mine, yours] = [fieldOf(one), fieldOf(other)];
  return mine.in === yours.in && mine.name === yours.name;
}

/** Whether each request sends a parameter already: every way to sign in has it as its credentials. */
export function isSentAsCredentials(security: readonly (readonly SecurityUse[])[], parameter: Parameter): boolean {
  return (
    security.length > 0 &&
    security.every((way) => way.some(({ scheme }) => isSameField(credentialField(scheme), parameter)))
  );
}
