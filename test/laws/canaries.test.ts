import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ContractChoices,
  createMock,
  createReporter,
  openLedger,
  REPORTER_KINDS,
  readTraffic,
  runContract,
} from '../../src/library/index.ts';

const NAMES = [
  ...[
    'authorization',
    'keyHeader',
    'schemeHeader',
    'schemeQuery',
    'subscription',
    'cookie',
    'setCookie',
    'query',
    'userinfo',
  ],
  ...[
    'json',
    'nested',
    'form',
    'multipart',
    'xml',
    'attribute',
    'jwt',
    'bearerInText',
    'issued',
    'location',
    'inner',
    'echoed',
  ],
  ...['random', 'privateKey', 'basic', 'csrf', 'cut', 'client', 'path'],
] as const;
type Name = (typeof NAMES)[number];

/** A secret for each place, all different; a random one looks like what a machine makes. */
const CANARIES = Object.fromEntries(
  NAMES.map((name, index) => [name, `canary-${name}-${(0x5f1d77c0 + index * 7919).toString(16)}`]),
) as Record<Name, string>;
const token64 = (name: string): string => Buffer.from(`${name}:${CANARIES.random}:2Zq8Lm`).toString('base64url');
const C = {
  ...CANARIES,
  random: token64('aQ9'),
  jwt: `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"sub":"${CANARIES.jwt}"}`).toString('base64url')}.${token64('sig')}`,
  privateKey: `-----BEGIN PRIVATE KEY-----\n${token64('key')}\n-----END PRIVATE KEY-----`,
};

/** What must still be there: it looks a little like a secret. */
const ORDINARY = [
  ...[
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'd41d8cd98f00b204e9800998ecf8427e',
    '2026-12-01T09:30:00Z',
    'humble-obedience-of-the-jellyfish',
  ],
  ...[
    '507f1f77bcf86cd799439011',
    'W/\\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b\\"',
    'Bearer authentication is needed',
    'the tokens were counted',
  ],
];

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Vault', version: '1.0.0' },
  security: [{ station: [] }, { k: [] }, { login: [] }],
  paths: {
    '/doors': {
      get: { operationId: 'listDoors', responses: answers({ type: 'array', items: door() }) },
      post: {
        operationId: 'makeDoor',
        requestBody: { required: true, content: contents(door()) },
        responses: answers(door()),
      },
    },
    '/doors/{doorId}': {
      parameters: [{ name: 'doorId', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readDoor', responses: answers(door()) },
      delete: { operationId: 'dropDoor', responses: { '204': { description: 'Gone.' } } },
    },
  },
  components: {
    securitySchemes: {
      station: { type: 'apiKey', in: 'header', name: 'X-Station' },
      k: { type: 'apiKey', in: 'query', name: 'k' },
      login: { type: 'http', scheme: 'bearer' },
    },
  },
};

function door(): object {
  return {
    type: 'object',
    required: ['id', 'width'],
    properties: { id: { type: 'string' }, width: { type: 'integer' }, password: { type: 'integer' } },
  };
}

function contents(schema: object): object {
  return { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
}

function answers(schema: object): object {
  return { '200': { description: 'It.', content: { 'application/json': { schema } } } };
}

/** Everything that a service should not say, in an answer that breaks its contract. */
const ANSWER = {
  access_token: C.issued,
  user: { credentials: { name: 'me', value: C.nested } },
  session: { csrfToken: C.csrf },
  note: `use ${C.jwt} or Bearer ${C.bearerInText}`,
  hint: `the key ${C.random} of ${C.privateKey}`,
  inner: JSON.stringify({ password: C.inner }),
  password: C.json,
  echo: [
    `wrong cookie ${C.cookie}`,
    `no ${C.authorization} here`,
    `https://me:${C.userinfo}@vault.example/?k=${C.schemeQuery}`,
  ],
  wrapped: [0, 1, 2].map((pad) => Buffer.from(`${'x'.repeat(pad)}<${C.authorization}> and more`).toString('base64')),
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  checksum: 'd41d8cd98f00b204e9800998ecf8427e',
  at: '2026-12-01T09:30:00Z',
  slug: 'humble-obedience-of-the-jellyfish',
  objectId: '507f1f77bcf86cd799439011',
  help: 'Bearer authentication is needed',
  usage: 'the tokens were counted',
  total_tokens: 4711,
};
const ANSWER_FIELDS: readonly (readonly [string, string])[] = [
  ['Content-Type', 'application/json'],
  ['Set-Cookie', `sid=${C.setCookie}; Path=/; HttpOnly`],
  ['Location', `/doors/1?token=${C.location}`],
  ['X-Auth-Token', C.issued],
  ['ETag', 'W/"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"'],
];
const REQUEST_FIELDS: readonly (readonly [string, string])[] = [
  ['Authorization', `Bearer ${C.authorization}`],
  ['X-Api-Key', C.keyHeader],
  ['X-Station', C.schemeHeader],
  ['Ocp-Apim-Subscription-Key', C.subscription],
  ['Cookie', `theme=dark; sid=${C.cookie}`],
  ['Proxy-Authorization', `Basic ${Buffer.from(`me:${C.basic}`).toString('base64')}`],
  ['User-Agent', `shop/2 (Bearer ${C.client})`],
];
const QUERY = `page=2&token=${C.query}&k=${C.schemeQuery}&next=https%3A%2F%2Fx%2F%3Faccess_token%3D${C.query}`;

const BODIES: readonly (readonly [type: string, text: string])[] = [
  [
    'application/json',
    JSON.stringify({ password: C.json, deep: [{ api_key: C.nested }], note: `Bearer ${C.bearerInText}` }),
  ],
  ['application/json', `{"token":"${C.cut}`],
  ['application/x-www-form-urlencoded', `name=a&password=${C.form}&user%5Bsecret%5D=${C.form}`],
  [
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${C.multipart}\r\n--b--\r\n`,
  ],
  [
    'application/xml',
    `<login key="1" password="${C.attribute}"><secret><![CDATA[${C.xml}]]></secret><token><a>${C.xml}</a></token></login>`,
  ],
  ['text/plain', `password: ${C.json}\nlogin with apiKey=${C.keyHeader}`],
];

const fields = (list: readonly (readonly [string, string])[]): object[] =>
  list.map(([name, value]) => ({ name, value }));

function har(): string {
  const entries = BODIES.map(([mimeType, text]) => ({
    startedDateTime: '2026-11-01T10:00:00.000Z',
    time: 12,
    request: {
      method: 'POST',
      url: `https://me:${C.userinfo}@vault.example/doors?${QUERY}`,
      headers: fields([...REQUEST_FIELDS, ['Content-Type', mimeType]]),
      bodySize: text.length,
      postData: { mimeType, text },
    },
    response: { status: 200, headers: fields(ANSWER_FIELDS), content: { text: JSON.stringify(ANSWER) } },
  }));
  const odd = {
    ...entries[0],
    request: {
      ...entries[0]?.request,
      method: 'GET',
      url: `https://vault.example/reset/${C.jwt}?sig=${C.path}`,
      postData: undefined,
      bodySize: 0,
    },
  };
  return JSON.stringify({ log: { entries: [...entries, odd] } });
}

/** Everything that a run writes: all reports, the events, the ledger. */
async function written(choices: Partial<ContractChoices>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-canaries-'));
  const ledger = openLedger(join(folder, 'ledger'), 'http://vault.example', 0);
  const parts: string[] = [];
  const reporters = REPORTER_KINDS.map((kind) => createReporter(kind, { write: (text) => parts.push(text) }));
  try {
    const run = await runContract({
      document: DOCUMENT,
      target: () => Promise.reject(new Error('nobody is asked')),
      onLedger: ledger.note,
      ...choices,
    });
    for await (const event of run.events) for (const reporter of reporters) reporter.on(event);
    for (const reporter of reporters) reporter.close();
    ledger.close();
    return [...parts, readFileSync(join(folder, 'ledger'), 'utf8')].join('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The canaries that can be read in a text, also within Base64 in it. */
function leaked(text: string): readonly string[] {
  const decoded = [...text.matchAll(/[\w+/-]{16,}/g)].flatMap(([run]) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
  );
  const all = [text, ...decoded].join('\n');
  return NAMES.filter((name) => all.includes(CANARIES[name]) || all.includes(C[name]));
}

/** A variable as scenarios write it. */
const VARIABLE = ['$', '{given}'].join('');

describe('no secret reaches anything that is written', () => {
  it('of recorded traffic, in any report, wherever it stood', async () => {
    const text = await written({ phases: ['traffic'], traffic: readTraffic(har(), 'vault.har') });
    expect(leaked(text)).toEqual([]);
    expect(ORDINARY.filter((kept) => !text.includes(kept))).toEqual([]);
    expect(text.includes('4711')).toBe(true);
    expect(text.includes('STANDIN_SEEN_AUTHORIZATION')).toBe(true);
    expect(text.includes('vault.example/doors?page=2')).toBe(true);
  });

  it('of a service that repeats what it was sent, in any report and in the ledger', async () => {
    let made = 0;
    const target = async (request: Request): Promise<Response> => {
      made += 1;
      const echo = {
        uuid: ANSWER.id,
        ...ANSWER,
        id: `door-${made}`,
        sent: [...request.headers].join(),
        url: request.url,
        body: await request.text(),
      };
      const headers = new Headers(ANSWER_FIELDS.map(([name, value]) => [name, value] as [string, string]));
      return new Response(JSON.stringify(request.method === 'GET' && made % 2 === 0 ? [echo] : echo), { headers });
    };
    const text = await written({
      target,
      credentials: {
        bearer: C.authorization,
        apiKeys: { station: C.schemeHeader, k: C.schemeQuery },
        headers: [
          ['X-Api-Key', C.keyHeader],
          ['Cookie', `theme=dark; sid=${C.cookie}`],
        ],
      },
      phases: ['examples', 'stateful', 'protocol'],
    });
    expect(leaked(text)).toEqual([]);
    expect(ORDINARY.filter((kept) => !text.includes(kept))).toEqual([]);
    expect(/\{STANDIN_KEY_STATION:\?\}/.test(text)).toBe(true);
  });

  it('of a scenario, and of what its answers gave out', async () => {
    const sound = { ...ANSWER, width: 1, password: 12345678 };
    const answer = (): Response =>
      new Response(JSON.stringify(sound), { headers: [...ANSWER_FIELDS] as [string, string][] });
    const text = await written({
      target: answer,
      phases: ['scenarios'],
      scenarios: [
        {
          name: 'Log in',
          steps: [
            {
              request: `POST /doors?${QUERY}`,
              headers: Object.fromEntries(REQUEST_FIELDS),
              body: { password: C.json, deep: { api_key: C.nested } },
              capture: { given: '/access_token' },
            },
            {
              request: `GET /login/${VARIABLE}?sig=${C.path}`,
              headers: { 'X-Trace': VARIABLE },
              expect: { status: 418 },
            },
          ],
        },
      ],
    });
    expect(/scenario\.expectation/.test(text)).toBe(true);
    expect(leaked(text)).toEqual([]);
  });

  it('of a mock, in its journal, its log and what it says of a near miss', async () => {
    const notes: string[] = [];
    const mock = await createMock({ document: DOCUMENT, onExchange: (note) => notes.push(JSON.stringify(note)) });
    for (const [type, body] of BODIES) {
      const headers = [...REQUEST_FIELDS, ['Content-Type', type]] as [string, string][];
      await mock.fetch(new Request(`http://vault.example/doors?${QUERY}`, { method: 'POST', headers, body }));
    }
    await mock.fetch(
      new Request(`http://vault.example/doors/${C.jwt}?sig=${C.path}`, {
        headers: [...REQUEST_FIELDS] as [string, string][],
      }),
    );
    const miss = mock.journal.verify({ path: '/doors/1', body: { password: 1 }, headers: { Authorization: 'x' } });
    const text = [JSON.stringify(mock.journal.entries()), ...notes, JSON.stringify(miss)].join('\n');
    await mock.close();
    expect(text.includes('/doors')).toBe(true);
    expect(text.includes('password')).toBe(true);
    expect(leaked(text)).toEqual([]);
  });
});
