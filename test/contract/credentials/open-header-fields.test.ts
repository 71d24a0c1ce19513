import { expect, test } from 'vitest';
import { fromYaml, tell } from '../harness.ts';
import { documentOf, service } from '../ownership/small-service.ts';

const DOCUMENT = documentOf(
  { '/notes': { get: 'list Note', post: 'create Note' } },
  `    NewNote: { type: object, properties: { text: { type: string } } }
    Note: { type: object, required: [id], properties: { id: { type: integer }, text: { type: string } } }`,
);

/** A service that gives a header field of each answer the text that `shows` makes of the request. */
async function run(
  headers: readonly (readonly [string, string])[],
  field: string,
  shows: (headers: Headers) => string,
): Promise<readonly string[]> {
  const { fetch } = service({ notes: [{ id: 1, text: 'first' }] });
  const { events, summary } = await tell({
    ...fromYaml(DOCUMENT),
    credentials: { headers },
    target: async (request) => {
      const shown = shows(request.headers);
      const answer = await fetch(request);
      answer.headers.append(field, shown);
      return answer;
    },
  });
  const redacted = JSON.stringify(events).includes(headers[0]?.[1] ?? '') ? [] : ['redacted'];
  return [...redacted, ...summary.findings.flatMap(({ check }) => (check === 'leak.credential-echo' ? [check] : []))];
}

const field = (name: string) => (headers: Headers) => headers.get(name) ?? '';

test.each([
  ['the origin of the target', 'Origin', 'http://api.example.com:8080'],
  ['a media type', 'Accept-Language', 'de-CH, de;q=0.9'],
])('%s is no secret', async (_, name, value) => {
  const found = await run([[name, value]], 'X-Seen', field(name));
  expect(found.filter((each) => each !== 'redacted')).toEqual([]);
});

test('a standard field that need not be a credential is shown, even if its value looks like a token', async () => {
  const value = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  expect(await run([['traceparent', value]], 'X-Seen', field('traceparent'))).toEqual([]);
});

test('what the user gives to name a tenant is hidden, and an answer may repeat it', async () => {
  expect(await run([['X-Tenant', 'acme-corporation']], 'X-Seen', field('x-tenant'))).toEqual(['redacted']);
});

test.each([
  ['X-Auth-Token', 'a-long-password'],
  ['X-Acme', 'q7hd82ksla0f9eks2'],
])('a credential in %s that an answer repeats is leaked', async (name, value) => {
  const found = await run([[name, value]], 'X-Seen', field(name));
  expect(found).toContain('leak.credential-echo');
  expect(found).toContain('redacted');
});

test('a service may set the cookie of the session again, and no other field', async () => {
  const cookie = [['Cookie', 'sid=q7hd82ksla0f9eks2']] as const;
  expect(await run(cookie, 'Set-Cookie', (headers) => `${headers.get('cookie')}; Path=/`)).toEqual(['redacted']);
  expect(await run(cookie, 'X-Seen', field('cookie'))).toContain('leak.credential-echo');
});
