import { describe, expect, it } from 'vitest';
import { CHECKS, type Finding } from '../../src/contract/index.ts';
import { createReporter, REPORTER_KINDS, type ReporterKind } from '../../src/report/index.ts';
import { isLinked, isOfDocument, ruleLink, ruleTextOf } from '../../src/report/rule-links.ts';
import { parseJson, parseXml, type XmlShape } from '../../src/wire/index.ts';
import { HOSTILE, report, tellStory } from './story.ts';

const plain = tellStory();
const hostile = tellStory(HOSTILE);
const FILES: readonly ReporterKind[] = REPORTER_KINDS.filter((kind) => kind !== 'json');

describe('every report', () => {
  it.each(REPORTER_KINDS)('%s says the same of the same run', (kind) => {
    expect(report(kind, plain.events)).toBe(report(kind, tellStory().events));
  });

  it.each(FILES)(
    '%s has a section for what is deprecated: since and sunset, days left, what to use instead, what the target says, who uses it and how often',
    (kind) => {
      const text = report(kind, plain.events);
      for (const word of [
        /deprecated/i,
        '/pets/find',
        '/query/q',
        '30 days left',
        'passed 11 days ago',
        'scenario adopt',
        '/v2/pets',
        '2026-01-01',
        '2026-12-31',
        /Deprecation: .{0,6}1767225600/,
        /\(3\)|3 times/,
      ])
        expect(text).toMatch(word);
    },
  );

  it.each(FILES)('%s tells the soonest sunset first', (kind) => {
    const text = report(kind, plain.events);
    const last = kind === 'html' ? 'no date' : 'no sunset date';
    const places = ['passed 11 days ago', '30 days left', last].map((word) => text.indexOf(word));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it.each(FILES)('%s is written when the run broke off before its summary', (kind) => {
    const text = report(kind, plain.events.slice(0, 4));
    expect(text).toMatch(/broke off|interrupted/);
  });

  it.each(REPORTER_KINDS)('%s survives a run that never began', (kind) => {
    expect(() => report(kind, [])).not.toThrow();
  });

  it.each(REPORTER_KINDS)('%s lets no control character of a target through', (kind) => {
    const text = report(kind, hostile.events).replaceAll('\n', '');
    expect(/[\p{Control}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\p{Surrogate}/u.exec(text)).toBeNull();
  });

  it('writes only through what it is given', () => {
    const pieces: string[] = [];
    const reporter = createReporter('markdown', { write: (text) => pieces.push(text) });
    for (const event of plain.events) reporter.on(event);
    expect(pieces).toEqual([]);
    reporter.close();
    expect(pieces.join('')).toContain('The contract is broken');
  });
});

describe('the verdict', () => {
  it('is not a verdict about the service if no case could be judged', () => {
    const events = plain.events.map((event) =>
      event.type === 'run-finished'
        ? {
            ...event,
            summary: {
              ...event.summary,
              exitStatus: 1,
              findings: [],
              counts: { ...event.summary.counts, passed: 0, failed: 0 },
            },
          }
        : event,
    );
    expect(report('markdown', events)).toContain('Nothing could be judged');
  });
});

describe('the terminal report', () => {
  it('tells the plan, the phases, the findings with their curl, and the verdict last', () => {
    const text = report('terminal', plain.events);
    expect(text.split('\n').filter(Boolean).slice(-3, -1)).toEqual([
      'The contract is broken: 2 problems on 1 operation (1 of 5 cases failed)',
      expect.stringMatching(/^ {2}1 failed · 1 errored · 1 passed · 1 inconclusive · 1 skipped \(/),
    ]);
    expect(text).toContain('2 operations · 5 cases · seed 1');
    expect(text).toContain('✗ coverage   1 failed');
    expect(text).toContain('spec/petstore.openapi.yaml:120:7');
    expect(text).toContain('curl -sS -X GET');
    expect(text).not.toContain('\u001b');
  });

  it('names three records of each kind that are left behind', () => {
    const leftovers = [1, 2, 3, 4, 5].map((id) => ({ resource: 'notes', path: `/notes/${id}`, reason: '500' }));
    const summary = { ...plain.summary, leftovers };
    const text = report('terminal', [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never);
    expect(text).toContain('Left behind at the target (1)\n  5 × notes: 500 (/notes/1, /notes/2, /notes/3, …)\n');
    expect(text.match(/left behind/gi)).toHaveLength(1);
    expect(
      report('github', [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never),
    ).toContain('left behind: 5 records (notes 1, 2, 3 and 2 more)');
  });

  it('tells where the rule is: in a specification, and in a document of one long line', () => {
    const [first, ...rest] = plain.summary.findings;
    const position = { file: 'api.json', line: 1, column: 4751 };
    const finding = { ...first, check: 'method.allow-mismatch', pointer: '/paths/~1notes', position };
    const summary = { ...plain.summary, findings: [finding, ...rest] };
    const text = report('terminal', [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never);
    expect(text).toContain('document    api.json:1:4751  /paths/~1notes\n');
    expect(text).toContain('rule        RFC 9110 §10.2.1  https://www.rfc-editor.org/rfc/rfc9110#section-10.2.1\n');
    const told = (findings: readonly unknown[]): string =>
      report('terminal', [
        ...plain.events.slice(0, -1),
        { type: 'run-finished', at: 0, summary: { ...summary, findings } },
      ] as never);
    expect(told([finding])).toContain('standin checks method.allow-mismatch explains this check');
    expect(text).toContain('standin checks <check> explains a check');
  });

  it('shows new findings before those that a baseline excuses, and only counts these', () => {
    const [first] = plain.summary.findings;
    const { exchange: _, ...base } = first ?? {};
    const of = (fingerprint: string, check: string, rest: object = {}) => ({
      ...base,
      fingerprint,
      check,
      message: `${fingerprint} says ${check}.`,
      ...rest,
    });
    const known = { known: { reason: 'agreed' } };
    const findings = [
      of('k1', 'status.server-error', known),
      of('k2', 'header.required-missing', known),
      of('n1', 'header.required-missing'),
      of('n2', 'filter.ignored'),
      of('n3', 'write.failed-changed-state'),
      of('n4', 'auth.missing-accepted'),
      of('n5', 'status.server-error'),
      of('n6', 'status.server-error', { severity: 'warning' }),
      of('f7', 'status.server-error', { flaky: true }),
      of('l', 'state.leftovers', { severity: 'info' }),
    ];
    const baseline = {
      known: 2,
      fresh: 6,
      expired: [],
      stale: [{ fingerprint: 'g1', check: 'schema.type', operation: 'getPet', reason: 'agreed' }],
    };
    const summary = { ...plain.summary, findings, baseline };
    const events = [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never;
    const text = report('terminal', events);
    expect([...text.matchAll(/(\w\d) says/g)].map(([, name]) => name)).toEqual([
      'n5',
      'n4',
      'n3',
      'n2',
      'n1',
      'n6',
      'f7',
    ]);
    expect(text).toContain('Findings (9)');
    expect(text).toContain(
      '2 known findings are excused by the baseline: header.required-missing 1 · status.server-error 1\n',
    );
    expect(text).toContain(
      'Compared with the baseline: 7 new findings, 2 the same, 1 gone\n  gone: schema.type getPet g1\n',
    );
    const page = report('html', events);
    const [current = '', excused = ''] = page.split('<details class="following known">');
    expect(current).toContain('n6 says');
    expect(current).not.toContain('k1 says');
    expect(excused).toContain('<summary>2 known findings are excused by the baseline</summary>');
    expect(excused).toContain('k2 says');
  });

  it('names the operations of cases without a verdict', () => {
    const inconclusive = [
      { reason: 'every valid request was refused (409: not completed)', count: 3, operations: ['reopen'] },
      { reason: '409', count: 9, operations: ['a', 'b', 'c', 'd', 'e'] },
    ];
    const summary = { ...plain.summary, inconclusive };
    const events = [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never;
    for (const kind of ['terminal', 'html', 'markdown'] as const) {
      const text = report(kind, events);
      expect(text).toContain('3 × reopen: every valid request was refused (409: not completed)');
      expect(text).toContain('9 × a, b, c and 2 more: 409');
    }
  });

  it('says that all failures are known where they are', () => {
    const [first] = plain.summary.findings;
    const findings = [{ ...first, known: { reason: 'agreed' } }];
    const summary = { ...plain.summary, exitStatus: 0, reasons: [], findings };
    const text = report('terminal', [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never);
    expect(text).toContain('Nothing but known findings: 1 failed, all known · 1 errored');
  });

  it('says what was seen before, is new or gone since the run that it is compared with', () => {
    const [first] = plain.summary.findings;
    const gone = { ...first, fingerprint: 'dddddddddddddddd', check: 'state.link-broken', endpoint: 'GET /pens' };
    const earlier = { name: 'last.json', findings: [first, gone] } as never;
    const text = report('terminal', plain.events, { earlier });
    expect(text).toContain('Compared with last.json: 3 new findings, 1 the same, 1 gone\n');
    expect(text).toContain('  gone: state.link-broken GET /pens dddddddddddddddd\n');
  });

  it('has no tables for a run that stopped before its first case', () => {
    const none = { passed: 0, failed: 0, inconclusive: 0, errored: 0, skipped: 0, flaky: 0 };
    const reasons = [
      'the service refuses every request without a credential (GET /pets 401).',
      'One is given by --bearer.',
    ];
    const summary = { ...plain.summary, counts: none, findings: [], exitStatus: 2, reasons, requests: 5 };
    const started = plain.events.filter(({ type }) => type === 'run-started');
    const text = report('terminal', [...started, { type: 'run-finished', at: 0, summary }] as never);
    const [, after = ''] = text.split('seed 1\n\n');
    expect(after.split('\n').slice(0, 2)).toEqual([
      'Nothing could be judged: the service refuses every request without a credential (GET /pets 401).',
      '  One is given by --bearer.',
    ]);
    expect(text).not.toMatch(/Reached|Covered|Inconclusive/);
  });

  it('is coloured only on request', () => {
    expect(report('terminal', plain.events, { colors: true })).toContain('\u001b[31m');
  });

  it('never says green in silence', () => {
    const summary = { ...plain.summary, exitStatus: 0, counts: { ...plain.summary.counts, failed: 0, errored: 0 } };
    const text = report('terminal', [...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary }]);
    expect(text).toContain('The contract is kept where it could be judged');
    expect(text).toContain('1 × 401 with our credential');
  });

  it('lets no line of a body pass for a line of its own', () => {
    const text = report('terminal', tellStory('\nThe contract is kept').events);
    expect(text.split('\n').filter((line) => line.startsWith('The contract is kept'))).toEqual([]);
  });

  it('draws one live line where the terminal can take it back, no oftener than the eye can follow', () => {
    let at = 0;
    const text = report('terminal', plain.events, { width: 60, now: () => (at += 50) });
    const drawn = text.split('\r\u001b[2K').filter((piece) => piece.includes('━') || piece.includes('─'));
    expect(drawn.length).toBe(3);
    for (const line of drawn) expect(line.split('\n')[0]?.length).toBeLessThanOrEqual(60);
    expect(report('terminal', plain.events)).not.toContain('\r');
  });

  it('takes the live line back before anything else is written', () => {
    const text = report('terminal', plain.events, { width: 60 });
    expect(text).toContain('\r\u001b[2K✗ coverage');
    expect(text.split('\n').at(-2)).not.toContain('━');
  });
});

describe('the JSON report', () => {
  it('is the event stream, one event a line, as it happens', () => {
    const lines = report('json', hostile.events).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(hostile.events)));
    const pieces: string[] = [];
    const reporter = createReporter('json', { write: (text) => pieces.push(text) });
    reporter.on(plain.events[0] as never);
    expect(pieces.length).toBe(1);
  });
});

describe('the GitHub report', () => {
  it('is one workflow command a line, findings on the line of the document', () => {
    const lines = report('github', hostile.events).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) [\w]+=/);
    expect(lines.length).toBe(5);
    expect(report('github', plain.events)).toContain(
      '::error file=spec/petstore.openapi.yaml,line=120,col=7,title=schema.type · GET /pets/{petId}::The property "id" must be an integer. (seen 3 times)%0Aexpected',
    );
  });

  it('ends with an error where the run fails, and with a notice where it does not', () => {
    const last = (events: typeof plain.events) => report('github', events).trimEnd().split('\n').at(-1);
    expect(last(plain.events)).toMatch(/^::error title=standin check::The contract is broken/);
    const clean = plain.events.map((event) =>
      event.type === 'run-finished' ? { ...event, summary: { ...event.summary, exitStatus: 0, reasons: [] } } : event,
    );
    expect(last(clean)).toMatch(/^::notice title=standin check::/);
  });

  it('writes at most ten annotations, the causes first', () => {
    const { events, summary } = tellStory();
    const [first] = summary.findings;
    const findings = Array.from({ length: 30 }, (_, at) => ({
      ...first,
      fingerprint: `${at}`.padStart(16, '0'),
      ...(at === 20 ? { because: `${29}`.padStart(16, '0') } : {}),
    }));
    const many = [...events.slice(0, -1), { type: 'run-finished', at: 0, summary: { ...summary, findings } }];
    const lines = report('github', many as never)
      .trimEnd()
      .split('\n');
    expect(lines.length).toBe(10);
    expect(lines[0]).toContain('1 more finding follows from it');
    expect(lines.at(-1)).toContain('21 more findings');
  });

  it('leaves out what a baseline excuses', () => {
    expect(report('github', plain.events)).not.toContain('deprecated.header-missing');
  });
});

describe('the JUnit report', () => {
  const shape: XmlShape = {
    type: 'array',
    items: { type: 'object', properties: { testcase: { type: 'array', items: { type: 'object' } } } },
  };
  const suites = () => {
    const parsed = parseXml(report('junit', hostile.events), shape);
    return (parsed.ok ? parsed.value : []) as readonly Record<string, unknown>[];
  };

  it('counts what it holds', () => {
    for (const suite of suites()) {
      const tests = suite['testcase'] as readonly Record<string, unknown>[];
      const having = (name: string) => String(tests.filter((test) => name in test).length);
      expect([suite['tests'], suite['failures'], suite['errors'], suite['skipped'] ?? '0']).toEqual([
        String(tests.length),
        having('failure'),
        having('error'),
        having('skipped'),
      ]);
    }
    expect(
      suites().map((suite) => [
        suite['name'],
        suite['tests'],
        suite['failures'],
        suite['errors'],
        suite['skipped'] ?? '0',
      ]),
    ).toEqual([
      ['coverage', '5', '1', '1', '2'],
      ['findings', '3', '1', '0', '0'],
      ['deprecated', '3', '0', '0', '0'],
    ]);
  });

  it('has totals, and the file and line of what failed', () => {
    const text = report('junit', plain.events);
    expect(text).toMatch(/<testsuites name="standin check" tests="11" failures="2" errors="1" time="[\d.]+">/);
    expect(text).toMatch(/<testcase [^>]*file="spec\/petstore.openapi.yaml" line="120">\n {6}<failure/);
  });

  it('says why a case failed, with the place in the document and the command to repeat it', () => {
    const text = report('junit', plain.events);
    expect(text).toContain('type="schema.type">error schema.type: The property');
    expect(text).toContain('document: spec/petstore.openapi.yaml:120:7');
    expect(text).toContain('<skipped>inconclusive: 401 with our credential</skipped>');
  });

  it.each([
    [130, 'error', ['interrupted (SIGINT)']],
    [3, 'error', ['http://127.0.0.1:1 cannot be reached']],
    [1, 'failure', ['3 baseline entries have expired']],
  ])('is not green for a run that ended with %s', (exitStatus, outcome, reasons) => {
    const summary = { ...plain.summary, findings: [], exitStatus, reasons };
    const text = report('junit', [...plain.events.slice(0, 1), { type: 'run-finished', at: 0, summary }]);
    expect(text).toContain('<testcase classname="run" name="the run as a whole"');
    expect(text).toMatch(new RegExp(`<${outcome} message="[^"]*${reasons[0]?.replace(/[()]/g, '.')}`));
    expect(report('junit', [{ type: 'run-finished', at: 0, summary: { ...summary, exitStatus: 0 } }])).not.toContain(
      'the run as a whole',
    );
  });
});

describe('the SARIF report', () => {
  const log = (events = plain.events) => JSON.parse(report('sarif', events, { version: '1.2.3' }));

  it('names its tool, its rules and how the run ended', () => {
    const [run] = log().runs;
    expect(log().version).toBe('2.1.0');
    expect(run.tool.driver).toMatchObject({ name: 'standin', version: '1.2.3' });
    const said = (id: string) => run.tool.driver.rules.find((rule: { id: string }) => rule.id === id)?.shortDescription;
    expect(said('schema.type')).toEqual({ text: CHECKS.find(({ id }) => id === 'schema.type')?.question });
    expect(said('deprecated.part')).toEqual({ text: 'A part of the API that is deprecated.' });
    expect(run.invocations).toEqual([
      {
        executionSuccessful: true,
        exitCode: 1,
        exitCodeDescription: 'The contract is broken',
        startTimeUtc: '2026-12-01T12:00:00.000Z',
        endTimeUtc: '2026-12-01T12:00:05.234Z',
      },
    ]);
  });

  it('says of each rule what it asks, when it is silent, and where the rule is written', () => {
    for (const { id, fullDescription, help, helpUri } of log().runs[0].tool.driver.rules) {
      expect(fullDescription.text.length, id).toBeGreaterThan(10);
      expect(help.text.length, id).toBeGreaterThan(10);
      expect(helpUri, id).toBe(ruleLink(id));
      if (helpUri === undefined) continue;
      expect(help.markdown, id).toContain(helpUri);
      expect(URL.canParse(helpUri), id).toBe(true);
    }
    for (const { id } of CHECKS) expect([id, isLinked(id)]).toEqual([id, true]);
  });

  it('puts each finding on its line with a fingerprint', () => {
    const [first] = log().runs[0].results;
    expect(first).toMatchObject({
      ruleId: 'schema.type',
      level: 'error',
      occurrenceCount: 3,
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'spec/petstore.openapi.yaml' },
            region: { startLine: 120, startColumn: 7 },
          },
        },
      ],
      partialFingerprints: { 'standin/v1': '0123456789abcdef', primaryLocationLineHash: '0123456789abcdef:1' },
      webRequest: { method: 'GET' },
      webResponse: { statusCode: 200 },
    });
  });

  // Beside what the published schema demands: how the parts lead to each other.
  it.each([
    ['plain', plain],
    ['hostile', hostile],
  ] as const)('has the structure of SARIF 2.1.0 (%s text)', (_, { events }) => {
    const [run] = log(events).runs;
    expect(Object.keys(run).sort()).toEqual(['automationDetails', 'columnKind', 'invocations', 'results', 'tool']);
    const ids = run.tool.driver.rules.map((rule: { id: string }) => rule.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(run.results.length).toBe(7);
    for (const result of run.results) {
      expect(['error', 'warning', 'note', 'none']).toContain(result.level);
      expect(ids[result.ruleIndex]).toBe(result.ruleId);
      expect(result.message.text.length).toBeGreaterThan(0);
      expect(Object.values(result.partialFingerprints).every((value) => typeof value === 'string')).toBe(true);
      if (result.kind !== undefined) expect([result.kind, result.level]).toEqual(['informational', 'none']);
      const { artifactLocation, region } = result.locations[0].physicalLocation;
      expect(artifactLocation.uri).toMatch(/^(?:[\w.~!*'()/-]|%[\dA-F]{2})+$/);
      expect(region.startLine).toBeGreaterThan(0);
      for (const message of [result.webRequest, result.webResponse])
        for (const value of Object.values(message?.headers ?? {})) expect(typeof value).toBe('string');
    }
  });

  it('says which results are one problem, and shows a flaky one as a note', () => {
    const [first] = plain.summary.findings;
    const { because: _, ...lead } = { ...first, because: undefined };
    const findings = [
      lead,
      { ...lead, fingerprint: 'eeeeeeeeeeeeeeee', because: lead.fingerprint },
      { ...lead, fingerprint: 'dddddddddddddddd', flaky: true, replay: 'The replay passed.' },
    ];
    const events = [
      ...plain.events.slice(0, -1),
      { type: 'run-finished', at: 0, summary: { ...plain.summary, findings } },
    ] as never;
    const [cause, effect, flaky] = log(events).runs[0].results;
    expect(cause.correlationGuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(effect.correlationGuid).toBe(cause.correlationGuid);
    expect(cause.message.text).toContain('1 more finding follows from it: schema.type 1');
    expect(effect.message.text).toContain(
      'Belongs to the problem schema.type of GET /pets/{petId} (0123456789abcdef).',
    );
    expect(flaky.level).toBe('note');
    expect(flaky.message.text).toContain('Flaky: a repeat of the request did not show it.\nThe replay passed.');
    expect(flaky).not.toHaveProperty('correlationGuid');
  });

  it('tells what a baseline excuses as suppressed, and a document elsewhere by its URI', () => {
    const excused = log().runs[0].results.find(
      (result: { ruleId: string }) => result.ruleId === 'deprecated.header-missing',
    );
    expect(excused.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'Agreed with the team' },
    ]);
    const [first, ...rest] = plain.summary.findings;
    for (const [file, uri] of [
      ['/work/a b/é.yaml', 'file:///work/a%20b/%C3%A9.yaml'],
      ['C:\\x\\y.yaml', 'C%3A/x/y.yaml'],
      ['https://example.com/a b.yaml', 'https://example.com/a%20b.yaml'],
    ] as const) {
      const moved = { ...first, position: { file, line: 1, column: 1 } };
      const summary = { ...plain.summary, findings: [moved, ...rest] };
      const [result] = log([...plain.events.slice(0, -1), { type: 'run-finished', at: 0, summary } as never]).runs[0]
        .results;
      expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
    }
  });
});

describe('the HAR report', () => {
  it('holds each exchange once, with what HAR 1.2 asks of an entry', () => {
    const parsed = parseJson(report('har', hostile.events));
    const { log } = (parsed.ok ? parsed.value : {}) as { log: { version: string; entries: Record<string, unknown>[] } };
    expect(log.version).toBe('1.2');
    expect(log.entries.length).toBe(2);
    for (const entry of log.entries) {
      expect(Object.keys(entry).sort()).toEqual([
        'cache',
        'comment',
        'request',
        'response',
        'startedDateTime',
        'time',
        'timings',
      ]);
      expect(Object.keys(entry['request'] as object)).toEqual(
        expect.arrayContaining([
          'method',
          'url',
          'httpVersion',
          'cookies',
          'headers',
          'queryString',
          'headersSize',
          'bodySize',
        ]),
      );
      expect(Object.keys(entry['response'] as object)).toEqual(
        expect.arrayContaining([
          'status',
          'statusText',
          'httpVersion',
          'cookies',
          'headers',
          'content',
          'redirectURL',
          'headersSize',
          'bodySize',
        ]),
      );
      expect(entry['timings']).toMatchObject({ send: 0, receive: 0 });
    }
  });

  it('keeps bytes as Base64 and says why no response came', () => {
    const { log } = JSON.parse(report('har', plain.events));
    expect(log.entries[1].request.postData).toEqual({ mimeType: 'application/json', text: '/wA=', encoding: 'base64' });
    expect(log.entries[1].request.cookies).toEqual([{ name: 'a', value: 'b' }]);
    expect(log.entries[1].response).toMatchObject({ status: 0, _error: 'timeout: No answer within 5 s' });
    expect(log.entries[0].request.queryString).toEqual([
      { name: 'a', value: '1' },
      { name: 'b', value: ' x' },
    ]);
  });
});

describe('the Markdown report', () => {
  it('is for a job summary: verdict, findings, deprecated parts, coverage', () => {
    const text = report('markdown', plain.events);
    expect(text).toMatch(/^## ❌ The contract is broken\n/);
    expect(text).toContain(
      '| 🔴 error | `schema.type` | GET /pets/{petId} | The property "id" must be an integer. | 3 |',
    );
    expect(text).toContain('### Deprecated (3)');
    expect(text).toContain(
      '| operation | GET /pets/find | 2026-01-01 | sunset 2026-12-31, 30 days left | `https://example.com/v2/pets` | scenario adopt (3) | the target says Deprecation: &#64;1767225600 |',
    );
    expect(text).toContain('| Statuses | 3 | 4 | 75 % |');
  });

  it('shows code as code', () => {
    const [first, ...rest] = plain.summary.findings;
    const finding = { ...first, message: '`name` must be <b>, is `a|b`', actual: '"<b>"' };
    const summary = { ...plain.summary, findings: [finding, ...rest] };
    const text = report('markdown', [{ type: 'run-finished', at: 0, summary } as never]);
    expect(text).toContain('| `name` must be &#60;b&#62;, is `a\\|b` |');
    expect(text).toContain('- actual: `"<b>"`');
  });

  it('keeps its tables whole whatever stands in them', () => {
    const rows = report('markdown', hostile.events)
      .split('\n')
      .filter((line) => line.startsWith('|'));
    const columns = rows.map((row) => row.replace(/\\\|/g, '').split('|').length);
    expect(new Set(columns)).toEqual(new Set([7, 9, 6]));
    expect(rows.length).toBe(6 + 5 + 9);
  });

  it('lets no HTML of a target in', () => {
    expect(
      report('markdown', hostile.events)
        .replace(/<\/?(?:details|summary)>/g, '')
        .replace(/(`{3,})[\s\S]*?\1|(`+)[\s\S]*?\2/g, ''),
    ).not.toMatch(/[<>]/);
  });
});

it('a stale version in a body breaks a rule of the document, one in If-Match a rule of HTTP', () => {
  const [http, stale] = [{}, { keyword: 'stale' }].map((each) => ruleTextOf(findingOf('conditional.412', each)));
  expect(http?.text).toBe('RFC 9110 §13.1.1');
  expect(stale?.text).toBe('OpenAPI 3.1.1, Responses Object');
  expect(stale?.link).not.toContain('rfc9110');
  expect([http, stale].map((rule) => rule !== undefined && isOfDocument(rule))).toEqual([false, true]);
});

it('a rule is the sentence of the document where a finding has one, and what no specification says has no link', () => {
  const sentence = 'The copy is on loan already.';
  expect(ruleTextOf(findingOf('state.unknown-accepted', { sentence }))).toEqual({ text: `“${sentence}”` });
  expect(ruleTextOf(findingOf('state.unknown-accepted'))?.link).toContain('rfc9110#section-15.5.5');
  expect(ruleTextOf(findingOf('write.failed-changed-state'))).toEqual({
    text: 'expected by convention; the document does not say it',
  });
  expect(ruleTextOf(findingOf('sort.ignored'))).toBeUndefined();
  expect(ruleLink('sort.ignored')).toBeUndefined();
});

function findingOf(check: string, facts: Partial<Finding> = {}): Finding {
  const known = { severity: 'error', about: 'service', tier: 1, expected: '', actual: '', message: '' } as const;
  return { check, ...known, fingerprint: '', count: 1, ...facts };
}
