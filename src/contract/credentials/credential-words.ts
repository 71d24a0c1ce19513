import type { SecurityScheme, SecurityUse } from '../../spec/index.ts';
import type { Credentials } from '../model/options.ts';
import { alternative } from './credentials.ts';

/** Where the run sends its credentials, in words without a secret: `Authorization (Bearer)`. */
export function credentialPlaces(credentials: Credentials, uses: readonly SecurityUse[]): readonly string[] {
  const { bearer, basic, headers = [] } = credentials;
  return [
    ...new Set([
      ...uses
        .filter((use) => alternative({ security: [[use]] }, credentials).length > 0)
        .map(({ scheme }) => placeOf(scheme)),
      ...(bearer === undefined ? [] : ['Authorization (Bearer)']),
      ...(basic === undefined ? [] : ['Authorization (Basic)']),
      ...headers.map(([name]) => name),
    ]),
  ];
}

function placeOf(scheme: SecurityScheme): string {
  if (scheme.kind === 'apiKey') return scheme.in === 'header' ? scheme.name : `the ${scheme.in} (${scheme.name})`;
  const name = scheme.kind === 'http' ? scheme.scheme : 'bearer';
  return `Authorization (${name.slice(0, 1).toUpperCase()}${name.slice(1)})`;
}

/**
 * Command-line flags for the credentials that the document asks for. If it asks for none: the common flags.
 */
export function credentialFlags(uses: readonly SecurityUse[]): readonly string[] {
  const flags = [...new Set(uses.map(flagOf))];
  return flags.length === 0 ? ['--bearer <token>', '--basic <user:password>', '--header "<name>: <value>"'] : flags;
}

function flagOf({ name, scheme }: SecurityUse): string {
  if (scheme.kind === 'apiKey') return `--api-key ${name}=<key>`;
  if (scheme.kind === 'http' && scheme.scheme === 'basic') return '--basic <user:password>';
  const isBearer = scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect';
  return isBearer || (scheme.kind === 'http' && scheme.scheme === 'bearer')
    ? '--bearer <token>'
    : '--header "<name>: <value>"';
}
