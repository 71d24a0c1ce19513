import { type Check, defineCheck } from '../../model/check.ts';

export const transportPlainHttpCredential: Check = defineCheck({
  id: 'transport.plain-http-credential',
  tier: 2,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Are credentials encrypted on the network?',
  guard: 'Only over http to another machine, if a credential was sent.',
  judge({ url, settings, request }) {
    if (!url.startsWith('http://') || settings.loopback || settings.secrets.length === 0) return [];
    const sent = `${request.query}\n${request.headers.map(([, value]) => value).join('\n')}`;
    if (!settings.secrets.some((secret) => secret.length >= 4 && sent.includes(secret))) return [];
    return [{ pointer: '', expected: 'https', actual: 'http', message: 'A credential was sent without encryption.' }];
  },
});
