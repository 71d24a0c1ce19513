import { type Check, defineCheck } from '../../model/check.ts';

export const leakStackTrace: Check = defineCheck({
  id: 'leak.stack-trace',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'free',
  needs: ['content'],
  question: 'Does an answer show internals of the service?',
  guard:
    'Stack frames with file and line, or words that only a database or an interpreter uses. Strings that the request sent do not count.',
  judge({ raw, operation, response, request }) {
    if (raw.bytes.length === 0) return [];
    const written = Buffer.from(raw.bytes.buffer, raw.bytes.byteOffset, Math.min(raw.bytes.length, MOST)).toString(
      'utf8',
    );
    if (!HINT.test(written)) return [];
    const text = readable(written);
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
          message: `${operation?.id ?? 'The service'} answers ${response.status} and shows a stack trace of ${language}.`,
        },
      ];
    }
    return [];
  },
});

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

/** Strings that every stack trace contains. Most answers need no closer look. */
const HINT =
  /at |Caused by|Traceback|\.php|\.rb:|goroutine|\.go:|SQLSTATE|ORA-|SQL syntax|pg_query|psycopg2|SequelizeDatabaseError|sqlite3/;

const MOST = 65_536;

/**
 * Line breaks that are escaped as `
 * ` in JSON count as line breaks.
 */
function readable(written: string): string {
  return written.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"');
}
