import { describe, expect, test } from 'vitest';
import { CHECKS, type DeprecatedPart, type Finding } from '../../../../src/contract/index.ts';
import { createMock, runContract } from '../../../../src/library/index.ts';
import { fromYaml, NOW, tell } from '../../harness.ts';

const DAY = 86_400_000;
const inDays = (days: number): string => new Date(NOW + days * DAY).toUTCString();
const PAST = 'Wed, 01 Jan 2025 00:00:00 GMT';
const SINCE = 'x-deprecated-since: "2026-05-01"';
const SUNSET = 'x-sunset: "2027-03-31"';
const MARCH = 'Wed, 31 Mar 2027 23:59:59 GMT';
const DECLARED = 'headers: { Deprecation: { schema: { type: string } } }';

/** An API of one operation, which says of itself what is given. */
function api(said = '', answer = '', property = ''): string {
  return `openapi: 3.1.0
info: { title: Old, version: "1" }
paths:
  /old:
    get:
      operationId: readOld
      ${said}
      responses:
        "200":
          description: ok
          ${answer}
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer }${property} } }
`;
}

async function run(
  document: string,
  headers: Readonly<Record<string, string>>,
  options: Partial<Parameters<typeof tell>[0]> = {},
): Promise<{
  readonly findings: readonly Finding[];
  readonly deprecated: readonly DeprecatedPart[];
  readonly exitStatus: number;
}> {
  const target = (request: Request): Promise<Response> =>
    Promise.resolve(
      request.method === 'GET' || request.method === 'HEAD'
        ? new Response(request.method === 'GET' ? '{"id":1}' : null, {
            headers: { ...headers, 'Content-Type': 'application/json' },
          })
        : new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } }),
    );
  const { summary } = await tell({ ...fromYaml(document), target, strict: true, ...options });
  return summary;
}

const of = (findings: readonly Finding[], area = /^(sunset|deprecated)\./): readonly string[] =>
  findings.filter(({ check }) => area.test(check)).map(({ check, severity }) => `${severity} ${check}`);

describe('a Sunset that only the answer names', () => {
  test('is found where it has passed, whatever Deprecation says', async () => {
    for (const more of [{}, { Deprecation: '@1767225600' }, { Deprecation: '@1704067200' }]) {
      const { findings, exitStatus } = await run(api('deprecated: true'), { Sunset: PAST, ...more });
      expect(of(findings)).toContain('error sunset.passed-still-served');
      expect(exitStatus).toBe(1);
    }
  });

  test('is approaching as one of the document is, and fails the run within --sunset-fail', async () => {
    const approaching = async (days: number, sunsetFail?: number) => {
      const { findings } = await run(
        api('deprecated: true'),
        { Sunset: inDays(days) },
        sunsetFail === undefined ? {} : { sunsetFail },
      );
      return of(findings, /approaching/);
    };
    expect(await approaching(11)).toEqual(['warning sunset.approaching']);
    expect(await approaching(11, 20)).toEqual(['error sunset.approaching']);
    expect(await approaching(25, 20)).toEqual(['warning sunset.approaching']);
    expect(await approaching(120)).toEqual([]);
  });

  test('stands in the table of what is deprecated, also of an operation that the document does not call so', async () => {
    for (const said of ['deprecated: true', '']) {
      const { deprecated } = await run(api(said), { Sunset: inDays(11), Deprecation: '@1767225600' });
      expect(deprecated).toMatchObject([
        { operation: 'readOld', since: '2026-01-01', sunset: '2026-12-12', daysLeft: 11 },
      ]);
    }
  });

  test('yields to the date of the document', async () => {
    const { findings, deprecated } = await run(api(`deprecated: true\n      ${SUNSET}`), { Sunset: PAST });
    expect(of(findings, /^sunset/)).toEqual(['error sunset.mismatch']);
    expect(deprecated[0]?.sunset).toBe('2027-03-31');
  });

  test('of an operation that answers 410 is kept', async () => {
    const target = async (): Promise<Response> => new Response(null, { status: 410, headers: { Sunset: PAST } });
    const { findings } = await run(api('deprecated: true'), {}, { target });
    expect(of(findings, /passed-still/)).toEqual([]);
  });
});

test('a finding about a lifecycle field names its operation, and the answer to HEAD does not add a second one', async () => {
  const { findings } = await run(api('deprecated: true'), { Sunset: PAST, Deprecation: '@1767225600' });
  const before = findings.filter(({ check }) => check === 'sunset.before-deprecation');
  expect(before.map(({ endpoint, message }) => [endpoint, message])).toEqual([
    ['GET /old', 'The sunset of readOld (2025-01-01) is before its deprecation (2026-01-01).'],
  ]);
  const wrong = await run(api('deprecated: true'), { Sunset: 'soon', Deprecation: 'true' });
  const syntax = wrong.findings.filter(({ check }) => check.endsWith('header-syntax'));
  expect(syntax.map(({ endpoint }) => endpoint)).toEqual(['GET /old', 'GET /old']);
});

test.each<[string, string, string, Readonly<Record<string, string>>, readonly string[]]>([
  ['nothing but that it is deprecated', 'deprecated: true', '', {}, ['info deprecated.header-missing']],
  [
    'a sunset alone, which is sent',
    `deprecated: true\n      ${SUNSET}`,
    '',
    { Sunset: MARCH },
    ['info deprecated.header-missing'],
  ],
  [
    'a sunset alone, which is not sent',
    `deprecated: true\n      ${SUNSET}`,
    '',
    {},
    ['error sunset.header-missing', 'info deprecated.header-missing'],
  ],
  ['since when', `deprecated: true\n      ${SINCE}`, '', {}, ['warning deprecated.header-missing']],
  ['the field itself', 'deprecated: true', DECLARED, {}, ['error deprecated.header-missing']],
  [
    'the field and both dates, of which nothing is sent',
    `deprecated: true\n      ${SINCE}\n      ${SUNSET}`,
    DECLARED,
    {},
    ['error sunset.header-missing', 'warning deprecated.header-missing'],
  ],
])('a missing Deprecation weighs what the document promises: %s', async (_, said, answer, headers, expected) => {
  const { findings } = await run(api(said, answer), headers);
  expect(of(findings, /header-missing/)).toEqual(expected);
});

test('a deprecated property keeps its dates and its successor, beside a reference too', async () => {
  const own =
    ', nick: { type: string, deprecated: true, x-sunset: "2027-01-31", x-deprecated-since: "2026-02-01", x-deprecated-successor: name }';
  const referred = ', nick: { $ref: "#/components/schemas/Nick", x-sunset: "2027-01-31" }';
  const components =
    'components: { schemas: { Nick: { type: string, deprecated: true, x-sunset: "2028-01-01", x-deprecated-since: "2026-02-01", x-deprecated-successor: name } } }\n';
  for (const document of [api('', '', own), api('', '', referred) + components]) {
    const { deprecated } = await run(document, {});
    expect(deprecated).toMatchObject([
      {
        kind: 'property',
        messagePointer: '/body/nick',
        since: '2026-02-01',
        sunset: '2027-01-31',
        daysLeft: 61,
        successor: 'name',
      },
    ]);
  }
});

test('what is said of a document or of its use is never an error of its own accord: what is red counts', async () => {
  expect(CHECKS.filter(({ about, severity }) => about !== 'service' && severity === 'error')).toEqual([]);
  const { findings, exitStatus } = await run(api('x-sunset: "2027-02-30"'), {});
  expect(of(findings, /spec-invalid/)).toEqual(['warning sunset.spec-invalid']);
  expect(exitStatus).toBe(0);
  const asked = await run(api('x-sunset: "2027-02-30"'), {}, { checks: { 'sunset.spec-invalid': 'error' } });
  expect([of(asked.findings, /spec-invalid/), asked.exitStatus]).toEqual([['error sunset.spec-invalid'], 1]);
});

test.each([
  ['a sunset alone', `deprecated: true\n      ${SUNSET}`, ''],
  ['since when alone', `deprecated: true\n      ${SINCE}`, ''],
  ['both dates', `deprecated: true\n      ${SINCE}\n      ${SUNSET}`, ''],
  ['no date', 'deprecated: true', ''],
  ['the field and no date', 'deprecated: true', DECLARED],
  [
    'the field, required, and no date',
    'deprecated: true',
    'headers: { Deprecation: { required: true, schema: { type: string } } }',
  ],
  ['the field and both dates', `deprecated: true\n      ${SINCE}\n      ${SUNSET}`, DECLARED],
])('the mock sends what the check wants of it: %s', async (_, said, answer) => {
  const { document } = await import('../../../../src/spec/index.ts').then(({ parseApi }) =>
    parseApi({ name: 'old.yaml', text: api(said, answer) }),
  );
  const now = new Date(NOW).toISOString();
  const mock = await createMock({ document: document as object, now });
  const { summary } = await runContract({ target: mock, document: document as object, now });
  const { findings, exitStatus } = await summary;
  await mock.close();
  expect([of(findings), exitStatus]).toEqual([[], 0]);
});
