import { type Check, defineCheck } from '../../model/check.ts';

export const leakCredentialEcho: Check = defineCheck({
  id: 'leak.credential-echo',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does an answer repeat the credential?',
  guard:
    'Only secrets of eight or more characters that the user gave and that this request sent. A header field that need not be a credential (`X-Tenant: default`) is none, and a cookie may be set again.',
  judge({ raw, request, response, operation, settings, purpose }) {
    if (settings.secrets.length === 0 && purpose.story.kind !== 'credential') return [];
    const sent = `${request.query}\n${request.headers.map(([, value]) => value).join('\n')}`;
    const probed =
      purpose.story.kind === 'credential' && purpose.story.secret !== undefined ? [purpose.story.secret] : [];
    const secrets = [...settings.secrets, ...probed].filter((secret) => secret.length >= 8 && sent.includes(secret));
    if (secrets.length === 0) return [];
    // A session goes on by setting its cookie again.
    const shown = response.headers.flatMap(([name, value]) => (name.toLowerCase() === 'set-cookie' ? [] : [value]));
    const text = `${Buffer.from(raw.bytes).toString('utf8')}\n${shown.join('\n')}`;
    if (!secrets.some((secret) => text.includes(secret))) return [];
    return [
      {
        expected: 'an answer without the credential',
        actual: 'the credential is in the answer',
        message: `${operation?.id ?? 'The service'} repeats the credential in its answer.`,
      },
    ];
  },
});
