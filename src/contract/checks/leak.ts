import { fieldValue } from '../../wire/index.ts';
import { type Check, defineCheck } from '../check.ts';

const TRACES: readonly (readonly [string, RegExp])[] = [
  ['JavaScript', /^\s+at (?:async )?[\w$.<>[\] ]*\(?(?:file:\/\/|node:|[A-Za-z]:\\|\/)[^\n]*:\d+:\d+\)?/m],
  ['Java', /^\s*(?:at [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)|Caused by: [\w.]+Exception)/m],
  ['Python', /Traceback \(most recent call last\):/],
  [
    'PHP',
    /(?:PHP )?(?:Fatal error|Warning|Notice): .* in \/?[\w/.-]+\.php(?: on line |:)\d+|#0 \/[\w/.-]+\.php\(\d+\)/,
  ],
  ['Ruby', /^\s*(?:from )?\/[\w/.-]+\.rb:\d+:in [`']/m],
  ['.NET', /^\s+at [\w.<>`]+\(.*\) in .*:line \d+/m],
  ['Go', /goroutine \d+ \[running\]:|^\t\/[\w/.-]+\.go:\d+/m],
  [
    'SQL',
    /(?:SQLSTATE\[|ORA-\d{5}|You have an error in your SQL syntax|pg_query\(\)|psycopg2\.|SequelizeDatabaseError|sqlite3\.OperationalError)/,
  ],
];

/** A text with line breaks written as `\n` inside JSON is read as lines too. */
function readable(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 65_536))
    .toString('utf8')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t')
    .replaceAll('\\"', '"');
}

/** Guard: frames with a file and a line, or words that only a database or an interpreter says; what we sent ourselves does not count. */
export const leakStackTrace: Check = defineCheck({
  id: 'leak.stack-trace',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does an answer show the inside of the service?',
  judge({ raw, operation, response, request }) {
    if (raw.bytes.length === 0) return [];
    const text = readable(raw.bytes);
    const sent = request.body.kind === 'parsed' ? request.body.text : '';
    for (const [language, pattern] of TRACES) {
      const found = pattern.exec(text)?.[0];
      if (found === undefined || sent.includes(found.trim())) continue;
      return [
        {
          subject: language,
          messagePointer: '/body',
          expected: 'an error for the caller',
          actual: found.trim().slice(0, 200),
          message: `${operation?.id ?? 'The service'} answers ${response.status} with a trace of ${language}.`,
        },
      ];
    }
    return [];
  },
});

/** Guard: only secrets that we were given and sent with this very request, of eight characters or more. */
export const leakCredentialEcho: Check = defineCheck({
  id: 'leak.credential-echo',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  question: 'Does an answer repeat the credential?',
  judge({ raw, request, response, operation, settings, purpose }) {
    const sent = `${request.query}\n${request.headers.map(([, value]) => value).join('\n')}`;
    const probed =
      purpose.story.kind === 'credential' && purpose.story.secret !== undefined ? [purpose.story.secret] : [];
    const secrets = [...settings.secrets, ...probed].filter((secret) => secret.length >= 8 && sent.includes(secret));
    if (secrets.length === 0) return [];
    const text = `${Buffer.from(raw.bytes).toString('utf8')}\n${response.headers.map(([, value]) => value).join('\n')}`;
    if (!secrets.some((secret) => text.includes(secret))) return [];
    return [
      {
        expected: 'an answer without the credential',
        actual: 'the credential stands in the answer',
        message: `${operation?.id ?? 'The service'} repeats the credential in its answer.`,
      },
    ];
  },
});

/** Guard: only over http to another machine, and only when a credential was sent. */
export const transportPlainHttpCredential: Check = defineCheck({
  id: 'transport.plain-http-credential',
  tier: 2,
  severity: 'warning',
  about: 'usage',
  layer: 'free',
  question: 'Does a credential go over the network in clear text?',
  judge({ url, settings, request }) {
    if (!url.startsWith('http://') || settings.loopback || settings.secrets.length === 0) return [];
    const sent = `${request.query}\n${request.headers.map(([, value]) => value).join('\n')}`;
    if (!settings.secrets.some((secret) => secret.length >= 4 && sent.includes(secret))) return [];
    return [{ pointer: '', expected: 'https', actual: 'http', message: 'A credential was sent without encryption.' }];
  },
});

/** Guard: only the pair that browsers refuse (Fetch, CORS protocol). */
export const corsWildcardWithCredentials: Check = defineCheck({
  id: 'cors.wildcard-with-credentials',
  tier: 3,
  severity: 'info',
  about: 'service',
  layer: 'free',
  question: 'Does CORS allow every origin with credentials?',
  judge({ response }) {
    const origin = fieldValue(response.headers, 'access-control-allow-origin');
    const credentials = fieldValue(response.headers, 'access-control-allow-credentials');
    if (origin !== '*' || credentials?.toLowerCase() !== 'true') return [];
    return [
      {
        messagePointer: '/header/access-control-allow-origin',
        expected: 'one origin',
        actual: '*',
        message: 'Access-Control-Allow-Origin is * together with Access-Control-Allow-Credentials: true.',
      },
    ];
  },
});
