import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedaction } from '../../../src/wire/index.ts';
import { isRandom } from '../../../src/wire/redaction/secret-forms.ts';

const { text, headers, query, value, message } = createRedaction();
const shown = (from: string, parameters: readonly string[] = []): string => createRedaction({ parameters }).text(from);
const bytesFrom = (seed: number, length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (Math.imul(seed + at * 40503, 2654435761) >>> 13) & 255));

describe('a redaction takes out', () => {
  it.each([
    ['JSON', '{"password":"hunter2","n":1}', '{"password":"[redacted]","n":1}'],
    ['what is under a secret name', '{"token":{"a":1,"b":["x"]}}', '{"token":{"a":[redacted],"b":["[redacted]"]}}'],
    ['JSON that was cut off', '{"id":1,"token":"abc', '{"id":1,"token":"[redacted]'],
    ['JSON within JSON', '{"a":"{\\"secret\\":\\"x\\"}"}', '{"a":"{\\"secret\\":\\"[redacted]\\"}"}'],
    ['escapes', '{"\\u0061":1,"pwd":"a\\"b"}', '{"\\u0061":1,"pwd":"[redacted]"}'],
    ['a name with escapes', '{"\\u0070assword":"x"}', '{"\\u0070assword":"[redacted]"}'],
    ['lines of JSON', '{"token":"a"}\n{"token":"b"}', '{"token":"[redacted]"}\n{"token":"[redacted]"}'],
    ['a form', 'name=a&user%5Bpassword%5D=b+c', 'name=a&user%5Bpassword%5D=[redacted]'],
    ['XML', '<a><password>x</password></a>', '<a><password>[redacted]</password></a>'],
    ['XML below a secret name', '<s:secret><b>x</b></s:secret>', '<s:secret><b>[redacted]</b></s:secret>'],
    ['CDATA', '<token><![CDATA[x]]></token>', '<token><![CDATA[[redacted]]]></token>'],
    ['attributes', '<user token="x" id="7"/>', '<user token="[redacted]" id="7"/>'],
    ['a URL', 'https://me:pw@host/a?token=x&page=2#f', 'https://[redacted]@host/a?token=[redacted]&page=2#f'],
    ['a URL within a URL', '/a?to=https%3A%2F%2Fh%3Ftoken%3Dx', '/a?to=https%3A%2F%2Fh%3Ftoken%3D[redacted]'],
    ['a header line', 'Authorization: Bearer abc', 'Authorization: Bearer [redacted]'],
    ['prose', 'login with apiKey=abc failed', 'login with apiKey=[redacted] failed'],
    ['a log line', '[error] password=abc', '[error] password=[redacted]'],
    ['YAML', 'password: letmein\nname: x', 'password: [redacted]\nname: x'],
    ['a scheme in prose', 'was Basic dXNlcjpwYXNz, or', 'was Basic [redacted], or'],
    ['a JSON Web Token', 'x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln y', 'x [redacted] y'],
    ['a private key', 'k -----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY----- l', 'k [redacted] l'],
  ])('secrets of %s', (_, from, to) => {
    expect(text(from)).toBe(to);
    expect(text(to)).toBe(to);
  });

  it('the content of secret parts of a form', () => {
    const part = (name: string, content: string): string =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;
    const body = (secret: string): string =>
      `${part('title', 'a')}${part('password', secret)}${part('note', 'b')}--b--\r\n`;
    expect(text(body('line\r\nline'))).toBe(body('[redacted]'));
  });

  it('fields, by their name', () => {
    const secret = [
      'Authorization',
      'Cookie',
      'Set-Cookie',
      'X-Api-Key',
      'X-Auth',
      'Ocp-Apim-Subscription-Key',
      'X-CSRF-Token',
    ];
    for (const name of secret) expect(headers([[name, 'abc']])).toEqual([[name, '[redacted]']]);
    const open = ['Idempotency-Key', 'Sec-WebSocket-Key', 'ETag', 'Content-Type', 'X-Request-Id', 'X-Author'];
    for (const name of open) expect(headers([[name, 'abc']])).toEqual([[name, 'abc']]);
  });

  it('what a document calls a credential, in fields and queries and nowhere else', () => {
    const own = createRedaction({ parameters: ['key'] });
    expect(own.query('key=a&page=1')).toBe('key=[redacted]&page=1');
    expect(own.text('see https://h/a?page=1&key=a')).toBe('see https://h/a?page=1&key=[redacted]');
    expect(own.headers([['Key', 'a']])).toEqual([['Key', '[redacted]']]);
    expect(own.value({ key: 'a' })).toEqual({ key: 'a' });
  });

  it('long random strings, whatever they are called', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = bytesFrom(seed, 33).toString('base64url');
      expect([random, text(`the key ${random} is`)]).toEqual([random, 'the key [redacted] is']);
      expect(value({ a: random })).toEqual({ a: '[redacted]' });
    }
  });
});

describe('a redaction leaves', () => {
  it.each([
    '{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","checksum":"d41d8cd98f00b204e9800998ecf8427e"}',
    '{"objectId":"507f1f77bcf86cd799439011","ulid":"01ARZ3NDEKTSV4RRFFQ69G5FAV","at":"2026-12-01T09:30:00Z"}',
    '{"total_tokens":512,"max_tokens":16,"token_type":"Bearer","expires_in":3600,"tokens":7}',
    '{"hasPassword":true,"password":null,"passwordChangedAt":"2026-12-01","nextPageToken":"eyJpZCI6MTAwfQ=="}',
    '{"cursor":"eyJpZCI6MTAwLCJjcmVhdGVkIjoiMjAyNi0xMi0wMSJ9","author":"a","tokenise":"b","keywords":["c"]}',
    '{"sha":"2fd4e1c67a2d28fced849ee1bb76e7391b93eb12","integrity":"sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"}',
    '{"ids":["a","1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",["2CxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms"]]}',
    'Invalid token: expected a string, and the password is wrong',
    'WWW-Authenticate: Bearer realm="Acme", error="invalid_token"',
    'Bearer authentication, basic information and a token-based Bearer token-based login',
    'org/springframework/web/servlet/DispatcherServlet and getUserAccountSettingsByOrganizationIdV2',
    'humble-obedience-2024-wrathful-jellyfish-12 in prod_eu_west_1_db_2_replica_3_of_4_a',
    'urn:uuid:3f2504e0-4f89-41d3-9a0c-0305e82c3301 docker.io/a@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'https://files.example/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/view?page=2',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    'a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1 and aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    '`name` must have at most 3 characters, has 7: "abcdefg"',
    'name=Ann&page=2&sort=-created_at&status=available',
  ])('%s', (from) => {
    expect(text(from)).toBe(from);
  });

  it('hexadecimal and UUIDs of any length alone', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 8, max: 64 }), fc.integer(), (uuid, length, seed) => {
        expect(text(`is ${uuid} or ${bytesFrom(seed, length).toString('hex')}`)).not.toContain('[redacted]');
      }),
      { seed: 5, numRuns: 200 },
    );
  });
});

describe('a value that is known', () => {
  const SECRET = 'sek/ret+"&<näme>-42';
  const known = createRedaction();
  known.add(SECRET, 'STANDIN_BEARER');
  const spellings: Readonly<Record<string, (text: string) => string>> = {
    'as it is': (from) => from,
    'in a URL': encodeURIComponent,
    'in a URL, lower case': (from) => encodeURIComponent(from).replace(/%[\dA-F]{2}/g, (each) => each.toLowerCase()),
    'twice in a URL': (from) => encodeURIComponent(encodeURIComponent(from)),
    'in JSON': (from) => JSON.stringify(from),
    'in JSON within JSON': (from) => JSON.stringify(JSON.stringify(from)),
    'in JSON with escaped slashes': (from) => JSON.stringify(from).replaceAll('/', '\\/'),
    'in markup': (from) => from.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    'in hexadecimal': (from) => Buffer.from(from).toString('hex'),
  };

  it.each(Object.entries(spellings))('is found %s', (_, spell) => {
    const around = `before ${spell(SECRET)} after`;
    expect(known.known(around)).toMatch(/^before "?(\\")?\[redacted\](\\")?"? after$/);
  });

  it('is found in the Base64 of any text that contains it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 9 }), fc.string({ maxLength: 9 }), fc.boolean(), (before, after, url) => {
        const encoded = Buffer.from(`${before}${SECRET}${after}`).toString(url ? 'base64url' : 'base64');
        const clean = known.known(encoded);
        const readable = [0, 1, 2, 3].map((skip) =>
          Buffer.from(clean.replace('[redacted]', '').slice(skip), 'base64').toString(),
        );
        expect(clean).toContain('[redacted]');
        for (const each of readable) expect(each).not.toContain(SECRET.slice(3, 9));
      }),
      { seed: 8, numRuns: 300 },
    );
  });

  it('is found where a text breaks off within it, and by its parts no more than that', () => {
    expect(known.known(`is "${SECRET.slice(0, 12)}…`)).toBe('is "[redacted]…');
    expect(known.known(`is "${SECRET.slice(0, 5)}…`)).toBe(`is "${SECRET.slice(0, 5)}…`);
    expect(known.known(SECRET.slice(0, 12))).toBe(SECRET.slice(0, 12));
  });

  it('is left within a word where it was found and not declared', () => {
    const seen = createRedaction().knowing([{ name: 'token', value: 'abcdef12' }]);
    expect(seen.known('abcdef12 xabcdef12 abcdef123 (abcdef12)')).toBe('[redacted] xabcdef12 abcdef123 ([redacted])');
  });
});

describe('what is found in a message', () => {
  const { found } = createRedaction();
  const values = (source: Parameters<typeof found>[0]): readonly string[] => found(source).map((each) => each.value);

  it('are values that are worth looking for elsewhere, as they were before they were written down', () => {
    expect(values({ text: '{"token":"a\\"b\\u0041c-1234","password":"short"}' })).toEqual(['a"bAc-1234']);
    expect(values({ query: 'token=a%2Fb%20c12345&page=2' })).toEqual(['a/b c12345']);
    expect(values({ headers: [['Cookie', 'theme=dark; sid=abc123def456']] })).toContain('abc123def456');
    expect(values({ headers: [['Set-Cookie', 'sid=abc123def456; Path=/; HttpOnly']] })).toEqual(['abc123def456']);
    const basic = Buffer.from('me:correct-horse-7').toString('base64');
    expect(values({ headers: [['Authorization', `Basic ${basic}`]] })).toEqual([basic, 'correct-horse-7']);
  });

  it('are not ordinary words, dates and small numbers', () => {
    for (const word of ['available', 'dark-mode', '2026-12-01T09:30:00Z', '12345678', '[redacted]'])
      expect(values({ text: JSON.stringify({ session: word }) })).toEqual([]);
  });
});

it('words about a secret place lose what they quote', () => {
  expect(message('`password` must be longer, is "ab"', '/body/password')).toBe(
    '`password` must be longer, is "[redacted]"',
  );
  expect(message('`name` must be longer, is "ab"', '/body/name')).toBe('`name` must be longer, is "ab"');
});

it('any text is read in time that grows with its length, and comes back whole where nothing is secret', () => {
  const hostile = [
    '{"a":',
    '<a ',
    '"\\',
    'token=',
    'eyJ',
    '://',
    '--b\r\n',
    'a=',
    'Bearer ',
    '-----BEGIN PRIVATE KEY-----',
  ];
  for (const piece of hostile) text(piece.repeat(100_000 / piece.length));
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('{', '}', '"', ':', ',', 'a', ' ', '<', '>', '=', '&', '\\'), maxLength: 60 }),
      (from) => {
        expect(text(from)).toBe(from);
        expect(query(from)).toBe(from);
      },
    ),
    { seed: 9, numRuns: 500 },
  );
});

it('a random string differs from words in its pieces', () => {
  expect(isRandom('sk_live_51HxYzABCDEFaHIJKLMNOPQRSTUVWXYZ')).toBe(true);
  expect(isRandom('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(true);
  expect(isRandom('frontend-7c5ddbdf54-abcde-and-so-on-x1')).toBe(false);
  expect(shown('?k=a', ['k'])).toBe('?k=[redacted]');
});
