import type {
  Case,
  CaseResult,
  DeprecatedPart,
  Finding,
  RecordedExchange,
  RunEvent,
  Summary,
  VerdictCounts,
} from '../../src/contract/index.ts';
import { createReporter, type ReporterKind, type ReporterOptions } from '../../src/report/index.ts';

/** A run as the runner would tell it, with any text put where text from outside can stand. */
export interface Told {
  readonly events: readonly RunEvent[];
  readonly summary: Summary;
}

const AT = Date.UTC(2026, 11, 1, 12);
const counts = (given: Partial<VerdictCounts>): VerdictCounts => ({
  passed: 0,
  failed: 0,
  inconclusive: 0,
  errored: 0,
  skipped: 0,
  flaky: 0,
  ...given,
});

function planned(id: string, operation: string, description: string): Case {
  return {
    id,
    phase: 'coverage',
    operation,
    description,
    request: { method: 'GET', path: '/pets/{petId}', query: '' },
    expectation: { kind: 'valid', text: '200 with a Pet' },
  };
}

/** `hostile` goes into every place that a target or a document can fill. */
export function tellStory(hostile = ''): Told {
  const finding: Finding = {
    check: 'schema.type',
    severity: 'error',
    about: 'service',
    tier: 1,
    operation: `getPet${hostile}`,
    endpoint: `GET /pets/{petId}${hostile}`,
    pointer: '/paths/~1pets~1{petId}/get/responses/200/content/application~1json/schema/properties/id',
    position: { file: `spec/petstore.openapi.yaml${hostile}`, line: 120, column: 7 },
    messagePointer: `/body/id${hostile}`,
    keyword: 'type',
    expected: `an integer${hostile}`,
    actual: `"twelve"${hostile}`,
    message: `The property "id" must be an integer.${hostile}`,
    curl: `curl -sS -X GET 'http://127.0.0.1:4010/pets/12${hostile}' -H "Authorization: Bearer \${STANDIN_BEARER}"`,
    fingerprint: '0123456789abcdef',
    count: 3,
    case: 'coverage/getPet/0',
    phase: 'coverage',
    wfc: 'F101',
    caller: `client${hostile}`,
    exchange: {
      request: {
        method: 'GET',
        url: `http://127.0.0.1:4010/pets/12?a=1&b=%20x${hostile}`,
        headers: [
          ['Accept', 'application/json'],
          ['X-Odd', hostile],
        ],
      },
      response: {
        status: 200,
        reason: `OK${hostile}`,
        headers: [
          ['Content-Type', 'application/json'],
          ['X-Odd', hostile],
        ],
        body: { text: `{"id":"twelve"}${hostile}`, encoding: 'utf8', size: 15, truncated: true },
      },
      startedAt: AT + 20,
      duration: 12,
    },
  };
  const lost: Finding = {
    ...finding,
    check: 'transport.failed',
    fingerprint: 'aaaaaaaaaaaaaaaa',
    count: 1,
    case: 'coverage/listPets/1',
    exchange: {
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:4010/pets',
        headers: [
          ['Content-Type', 'application/json'],
          ['Cookie', 'a=b'],
        ],
        body: { text: '/wA=', encoding: 'base64', size: 2, truncated: false },
      },
      failure: { code: 'timeout', message: `No answer within 5 s${hostile}` },
      startedAt: AT + 40,
      duration: 5000,
    },
  };
  const { position: _, exchange: __, curl: ___, case: ____, ...rest } = finding;
  const warning: Finding = {
    ...rest,
    check: 'deprecated.header-missing',
    severity: 'warning',
    fingerprint: 'bbbbbbbbbbbbbbbb',
    count: 1,
    known: { reason: `Agreed with the team${hostile}`, owner: `team${hostile}`, expires: '2027-01-01' },
  };
  const info: Finding = {
    ...rest,
    check: 'header.undocumented',
    severity: 'info',
    about: 'document',
    fingerprint: 'cccccccccccccccc',
    count: 40,
  };
  const deprecated: DeprecatedPart[] = [
    {
      kind: 'operation',
      operation: 'findPets',
      endpoint: `GET /pets/find${hostile}`,
      pointer: '/paths/~1pets~1find/get',
      position: { file: 'spec/petstore.openapi.yaml', line: 40, column: 5 },
      since: '2026-01-01',
      sunset: '2026-12-31',
      daysLeft: 30,
      successor: `https://example.com/v2/pets${hostile}`,
      documentation: `javascript:alert(1)${hostile}`,
      sent: { deprecation: `@1767225600${hostile}` },
      uses: [{ caller: `scenario adopt${hostile}`, count: 3 }],
    },
    {
      kind: 'parameter',
      operation: 'listPets',
      endpoint: `GET /pets${hostile}`,
      messagePointer: `/query/q${hostile}`,
      pointer: '/paths/~1pets/get/parameters/0',
      sunset: '2026-11-20',
      daysLeft: -11,
      successor: `/v2/pets${hostile}`,
      sent: {},
      uses: [],
    },
    {
      kind: 'property',
      operation: 'listPets',
      endpoint: `GET /pets${hostile}`,
      messagePointer: '/body/tag',
      pointer: '/components/schemas/Pet/properties/tag',
      sent: {},
      uses: [],
    },
  ];
  const results: readonly (readonly [Case, CaseResult])[] = [
    [
      planned('coverage/getPet/0', `getPet${hostile}`, `getPet with an id${hostile}`),
      { verdict: 'failed', fingerprints: [finding.fingerprint] },
    ],
    [planned('coverage/listPets/1', 'listPets', 'listPets'), { verdict: 'errored', reason: `timeout${hostile}` }],
    [planned('coverage/listPets/2', 'listPets', 'listPets again'), { verdict: 'passed' }],
    [
      planned('coverage/listPets/3', 'listPets', 'listPets with a token'),
      { verdict: 'inconclusive', reason: `401 with our credential${hostile}` },
    ],
    [
      planned('coverage/listPets/4', 'listPets', 'listPets later'),
      { verdict: 'skipped', reason: `needs writes${hostile}` },
    ],
  ];
  const all = counts({ passed: 1, failed: 1, errored: 1, inconclusive: 1, skipped: 1 });
  const ratio = { covered: 3, total: 4 };
  const api = { title: `Petstore${hostile}`, version: '1.0.0', source: `spec/petstore.openapi.yaml${hostile}` };
  const leftOut = [{ operation: `deletePet${hostile}`, reason: `writes are not allowed${hostile}`, count: 2 }];
  const summary: Summary = {
    api,
    target: `http://127.0.0.1:4010${hostile}`,
    seed: 1,
    counts: all,
    inconclusive: [{ reason: `401 with our credential${hostile}`, count: 1 }],
    errored: [{ reason: `timeout${hostile}`, count: 1 }],
    skipped: [{ reason: `needs writes${hostile}`, count: 1 }],
    findings: [finding, lost, warning, info],
    coverage: {
      operations: [
        {
          operation: 'getPet',
          endpoint: `GET /pets/{petId}${hostile}`,
          tags: [],
          requests: 12,
          reached: true,
          statuses: [
            { status: '200', documented: true, count: 4 },
            { status: '404', documented: true, count: 0 },
            { status: '418', documented: false, count: 1 },
          ],
          parameters: [{ name: 'petId', in: 'path', sent: true }],
          properties: ratio,
          keywordsValid: ratio,
          keywordsBroken: { covered: 0, total: 0 },
        },
        {
          operation: 'listPets',
          endpoint: `GET /pets${hostile}`,
          tags: [],
          requests: 4,
          reached: false,
          statuses: [],
          parameters: [],
          properties: ratio,
          keywordsValid: ratio,
          keywordsBroken: ratio,
        },
      ],
      lives: [],
      totals: {
        operations: { covered: 1, total: 2 },
        lives: { covered: 0, total: 0 },
        statuses: ratio,
        parameters: ratio,
        properties: ratio,
        keywordsValid: ratio,
        keywordsBroken: { covered: 0, total: 0 },
      },
    },
    matrix: [
      {
        operation: 'getPet',
        endpoint: `GET /pets/{petId}${hostile}`,
        phases: [
          { phase: 'examples', counts: counts({ passed: 2 }) },
          { phase: 'coverage', counts: counts({ failed: 1, passed: 8 }) },
        ],
      },
      {
        operation: 'listPets',
        endpoint: `GET /pets${hostile}`,
        phases: [
          { phase: 'examples', counts: counts({}) },
          { phase: 'coverage', counts: counts({ inconclusive: 1 }) },
        ],
      },
    ],
    deprecated,
    leftOut,
    foreignWrites: [],
    leftovers: [
      {
        operation: 'createPet',
        resource: `Pet${hostile}`,
        path: `/pets/77${hostile}`,
        createdAt: AT,
        reason: `delete answered 500${hostile}`,
      },
    ],
    baseline: {
      known: 1,
      fresh: 2,
      expired: [],
      stale: [{ fingerprint: 'dddddddddddddddd', check: 'schema.enum', reason: 'old' }],
    },
    notes: [`every probe was 404${hostile}`],
    requests: 21,
    retries: 1,
    startedAt: AT,
    duration: 5234,
    exitStatus: 1,
    reasons: [`2 errors of the service${hostile}`],
  };
  const events: RunEvent[] = [
    {
      type: 'run-started',
      at: AT,
      api,
      target: summary.target,
      settings: {
        phases: ['coverage'],
        strict: false,
        seed: 1,
        concurrency: 8,
        timeout: 5000,
        allowWrites: true,
        follow: false,
        insecure: false,
        secrets: ['bearer'],
      },
      plan: { cases: results.length, operations: 2, phases: [{ phase: 'coverage', cases: results.length }], leftOut },
    },
    { type: 'phase-started', phase: 'coverage', cases: results.length },
    ...results.map(
      ([one, result]): RunEvent => ({ type: 'case-finished', case: one, result, duration: 10, requests: 1 }),
    ),
    ...summary.findings.map((one): RunEvent => ({ type: 'finding', finding: { ...one, count: 1 } })),
    { type: 'phase-finished', phase: 'coverage', counts: all, duration: 5100 },
    { type: 'run-finished', at: AT + 5234, summary },
  ];
  return { events, summary };
}

/** The report of a kind as text. */
export function report(
  kind: ReporterKind,
  events: readonly RunEvent[],
  options: Omit<ReporterOptions, 'write'> = {},
): string {
  let text = '';
  const reporter = createReporter(kind, { ...options, write: (piece) => (text += piece) });
  for (const event of events) reporter.on(event);
  reporter.close();
  return text;
}

/** Text that means something to a terminal, to markup, to a shell, to a spreadsheet and to a workflow runner. */
export const HOSTILE = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  `"'\`><svg onload=alert(1)>`,
  '\u001b[31mOWNED\u001b[0m\u001b]0;title\u0007\u009b2J',
  '\r\n::error::injected\r\n',
  '%0A::warning::x',
  '\u0000\u0008\u007f\ufffe\ud800',
  '\u202etxt.exe\u2066\u2028\u2029',
  ']]>&amp;&#0;&bomb;',
  "=cmd()|' /C calc'!A0",
  '| a | `b` ```\n# heading\n- [x](javascript:alert(1)) @everyone',
  'javascript:alert(1)',
].join(' ');

/** The story with steps on its first finding; `only` is what the run was restricted to. */
export function withSteps(hostile = '', only: readonly string[] = []): readonly RunEvent[] {
  const { events, summary } = tellStory(hostile);
  const [first, ...rest] = summary.findings;
  if (first?.exchange === undefined) throw new Error('the story has lost its finding');
  const { curl: _, ...finding } = first;
  const create: RecordedExchange = {
    ...first.exchange,
    request: { method: 'POST', url: `http://127.0.0.1:4010/pets${hostile}`, headers: [] },
    startedAt: first.exchange.startedAt - 10,
  };
  const stepped: Finding = {
    ...finding,
    steps: [
      { title: `createPet, answered 201${hostile}`, exchange: create },
      { title: `getPet, answered 200${hostile}`, exchange: first.exchange },
    ],
    script: `# about\nset -eu\ncurl "$BASE/pets${hostile}"\nexit "$shows"`,
  };
  const changed = { ...summary, findings: [stepped, ...rest] };
  return events.map((event) => {
    if (event.type === 'run-finished') return { ...event, summary: changed };
    if (event.type === 'run-started') return { ...event, settings: { ...event.settings, only } };
    return event.type === 'finding' && event.finding.fingerprint === stepped.fingerprint
      ? { ...event, finding: stepped }
      : event;
  });
}
