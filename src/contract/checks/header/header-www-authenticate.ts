import type { Operation, SecurityScheme } from '../../../spec/index.ts';
import { fieldValues } from '../../../wire/index.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';

export const headerWwwAuthenticate: Check = defineCheck({
  id: 'header.www-authenticate',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['refusal'],
  question: 'Does a 401 have a challenge that fits the documented credential?',
  guard:
    'Only 401, where RFC 9110 §11.6.1 says MUST. A missing field is an error if the document declares it, else a warning; a required one belongs to `header.required-missing`. Another scheme is wrong only if the operation and the challenge use registered schemes alone.',
  judge({ response, operation, documented }) {
    if (response.status !== 401) return [];
    const declared = documented?.headers.find(({ name }) => name.toLowerCase() === 'www-authenticate');
    const place = declared === undefined ? {} : { pointer: declared.pointer };
    const values = fieldValues(response.headers, 'www-authenticate').filter((value) => value.trim() !== '');
    if (values.length > 0) return foreign(values, operation).map((draft) => ({ ...draft, ...place }));
    if (declared?.required === true) return [];
    return [
      {
        ...(declared === undefined ? { severity: 'warning' as const } : place),
        messagePointer: '/header/www-authenticate',
        expected: 'WWW-Authenticate (RFC 9110 §11.6.1)',
        actual: 'no WWW-Authenticate',
        message: `${operation?.id ?? 'The service'} answers 401 without WWW-Authenticate, which says how to authenticate.`,
      },
    ];
  },
});

/** Schemes of the HTTP Authentication Scheme Registry that use challenges. */
const REGISTERED = [
  'basic',
  'bearer',
  'digest',
  'dpop',
  'gnap',
  'hoba',
  'mutual',
  'negotiate',
  'privatetoken',
  'vapid',
];

/** A challenge with a scheme that the document does not have. */
function foreign(values: readonly string[], operation: Operation | undefined): readonly FindingDraft[] {
  const wanted = [...new Set((operation?.security ?? []).flat().map(({ scheme }) => schemeOf(scheme)))];
  const schemes = values.flatMap(schemesIn);
  const known = [...wanted, ...schemes].every((name) => name !== undefined && REGISTERED.includes(name));
  if (wanted.length === 0 || schemes.length === 0 || !known || schemes.some((name) => wanted.includes(name))) return [];
  const expected = wanted.join(' or ');
  const message = `${operation?.id} answers 401 with a challenge for ${schemes.join(', ')}; documented is ${expected}.`;
  const keyword = 'scheme';
  return [{ messagePointer: '/header/www-authenticate', keyword, expected, actual: values.join(', '), message }];
}

function schemeOf(scheme: SecurityScheme): string | undefined {
  if (scheme.kind === 'oauth2' || scheme.kind === 'openIdConnect') return 'bearer';
  return scheme.kind === 'http' ? scheme.scheme : undefined;
}

/**
 * Names of the schemes in a list of challenges: a word at the start or after a comma that is not followed
 * by `=` (RFC 9110 §11.6.1).
 */
function schemesIn(value: string): readonly string[] {
  const bare = value.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return [...bare.matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s*(?:,|$)|\s+[^\s=])/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
}
