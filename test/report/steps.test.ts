import { describe, expect, it } from 'vitest';
import type { Finding, RecordedExchange, RunEvent } from '../../src/contract/index.ts';
import { REPORTER_KINDS, type ReporterKind } from '../../src/report/index.ts';
import { bodyStart, tellingFields } from '../../src/report/step-fields.ts';
import { HOSTILE, report, tellStory, withSteps } from './story.ts';

const SCRIPTED: readonly ReporterKind[] = ['terminal', 'json', 'junit', 'sarif', 'html', 'markdown'];

describe('A finding of several steps', () => {
  it.each(SCRIPTED)('has its script in the %s report', (kind) => {
    const text = report(kind, withSteps('', ['0123456789abcdef']));
    expect(text).toMatch(/curl (\\"|"|&quot;|&#34;)\$BASE\/pets/);
    expect(text).toMatch(/exit (\\"|"|&quot;|&#34;)\$shows/);
  });

  it('has a line for each request on a terminal, and its script only in a run of selected cases', () => {
    const text = report('terminal', withSteps());
    expect(text).not.toContain('exit "$shows"');
    expect(text).toMatch(/steps +POST \/pets → \d{3}\n +GET \/pets\S* → \d{3}\n +run again/);
    expect(text).toContain('--only <fingerprint> prints the script that repeats a finding');
    const selected = report('terminal', withSteps('', ['coverage/getPet/0']));
    expect(selected).not.toMatch(/ steps /);
    expect(selected).not.toContain('prints the script');
  });

  it.each(['json', 'sarif', 'html', 'github'] as const)('names its steps in the %s report', (kind) => {
    expect(report(kind, withSteps())).toContain('createPet, answered 201');
  });

  it.each(['json', 'html', 'har'] as const)('has the exchange of every step in the %s report', (kind) => {
    expect(report(kind, withSteps())).toMatch(/POST|"method":"POST"/);
  });

  it('is set in on a terminal, deeper than any line of ours, whatever stands in it', () => {
    const lines = report('terminal', withSteps('\n  error a.check\nThe contract is kept', ['getPet'])).split('\n');
    const begin = lines.findIndex((line) => line.includes('a script for sh and curl'));
    const end = lines.findIndex((line) => line.includes('exit "$shows"'));
    expect(end).toBeGreaterThan(begin);
    expect(lines.slice(begin + 1, end + 1).filter((line) => line !== '' && !line.startsWith('      '))).toEqual([]);
  });

  it.each(REPORTER_KINDS)('lets no control character of a target into the %s report', (kind) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
    expect(report(kind, withSteps(HOSTILE))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });
});

describe('Many findings of several steps', () => {
  const told = (count: number): string => {
    const events = withSteps('', ['getPet']);
    return report(
      'terminal',
      events.map((event) => {
        if (event.type !== 'run-finished') return event;
        const { findings } = event.summary;
        const [first] = findings;
        if (first === undefined) throw new Error('the story has lost its finding');
        const all = Array.from({ length: count }, (_, at) => ({ ...first, fingerprint: `f${at}` }));
        return { ...event, summary: { ...event.summary, findings: all } };
      }),
    );
  };

  it('have a line for each request instead of a script on a terminal', () => {
    expect(told(3).match(/exit "\$shows"/g)).toHaveLength(3);
    const text = told(4);
    expect(text).not.toContain('exit "$shows"');
    expect(text).toMatch(/steps +POST \/pets → \d{3}\n +GET \/pets\S* → \d{3}\n +run again/);
  });
});

describe('The header fields of the steps', () => {
  const exchange = (method: string, headers: Readonly<Record<string, string>>, path = '/pets'): RecordedExchange => ({
    request: { method, url: `http://127.0.0.1:4010${path}`, headers: Object.entries(headers) },
    response: { status: 200, headers: [] },
    startedAt: 0,
    duration: 1,
  });
  const fields = (...all: readonly RecordedExchange[]) =>
    tellingFields(all.map((each) => ({ title: 'a step', exchange: each })));

  it('are those that differ between requests to one place', () => {
    expect(
      fields(
        exchange('GET', { Accept: '*/*' }, '/zones'),
        exchange('POST', { accept: 'application/json', 'content-type': 'application/json' }),
        exchange('POST', { Accept: 'application/json', 'Content-Type': 'application/json; charset=utf-8' }),
      ),
    ).toEqual([[], ['Content-Type: application/json'], ['Content-Type: application/json; charset=utf-8']]);
  });

  it('are those that only some requests have, and media types with parameters', () => {
    expect(
      fields(
        exchange('GET', { Accept: 'a/b', 'X-Version': '1' }),
        exchange('GET', { Accept: 'a/b', 'X-Version': '1', 'If-None-Match': '"7"' }),
        exchange('PUT', { 'Content-Type': 'application/json; charset=utf-8', 'X-Version': '1', Authorization: 'none' }),
        exchange('PATCH', { 'Content-Type': 'multipart/form-data; boundary=7', 'X-Version': '1' }),
      ),
    ).toEqual([[], ['If-None-Match: "7"'], ['Content-Type: application/json; charset=utf-8'], []]);
  });

  it.each(['terminal', 'html'] as const)(
    'stand beside the number of steps that are left out in the %s report',
    (kind) => {
      const [first, ...others] = tellStory().summary.findings;
      const steps = [0, 3].map((leftOut) => ({
        title: 'listPets, answered 200',
        exchange: exchange('GET', {}),
        ...(leftOut === 0 ? {} : { leftOut }),
      }));
      const summary = { ...tellStory().summary, findings: [{ ...first, steps }, ...others] };
      const text = report(kind, [
        ...tellStory().events.slice(0, -1),
        { type: 'run-finished', at: 0, summary },
      ] as never);
      expect(text.match(/… 3 more requests like the next one …/g)).toHaveLength(1);
    },
  );

  it.each(['terminal', 'html'] as const)('are in the %s report', (kind) => {
    const [first, ...others] = tellStory().summary.findings;
    const steps = ['', '; charset=utf-8'].map((form) => ({
      title: 'createPet, answered 200',
      exchange: exchange('POST', { 'content-type': `application/json${form}` }),
    }));
    const summary = { ...tellStory().summary, findings: [{ ...first, steps }, ...others] };
    const text = report(kind, [...tellStory().events.slice(0, -1), { type: 'run-finished', at: 0, summary }] as never);
    expect(text).toContain('[Content-Type: application/json; charset=utf-8]');
    expect(text).toContain('[Content-Type: application/json]');
  });
});

describe('The body of a step', () => {
  const body = (text: string, encoding: 'utf8' | 'base64' = 'utf8') => ({
    text,
    encoding,
    size: text.length,
    truncated: false,
  });
  const long = JSON.stringify({ name: 'n'.repeat(200), note: 'short', vip: false });

  it('shows its beginning and the member that the finding is about', () => {
    expect(bodyStart(body('{"vip":false}'), '/body/vip')).toBe('{"vip":false}');
    expect(bodyStart(body(long), '/body/name')).toMatch(/^\{"name":"n{150}…$/);
    expect(bodyStart(body(long), '/body/vip')).toMatch(/^\{"name":"n{51}… "vip":false\}$/);
    expect(bodyStart(body(long), '/status')).not.toContain('vip');
  });

  it('is a number of bytes where it holds binary data', () => {
    expect(bodyStart(body('LS1zdGFuZGlu', 'base64'))).toBe('(12 bytes of binary data)');
  });
});

describe('A step that is sent again', () => {
  it.each([
    ['GET', 1],
    ['POST', 2],
  ])('has one line if it is a read: %s', (method, lines) => {
    const [first, ...others] = tellStory().summary.findings;
    const exchange: RecordedExchange = {
      request: { method, url: 'http://127.0.0.1:4010/pets', headers: [] },
      response: { status: 200, headers: [] },
      startedAt: 0,
      duration: 1,
    };
    const steps = [1, 2].map(() => ({ title: 'a step', exchange }));
    const summary = { ...tellStory().summary, findings: [{ ...first, steps }, ...others] };
    const text = report('terminal', [
      ...tellStory().events.slice(0, -1),
      { type: 'run-finished', at: 0, summary },
    ] as never);
    expect(text.match(new RegExp(`${method} /pets → 200`, 'g'))).toHaveLength(lines);
    expect(text.includes('→ 200, 2 times')).toBe(lines === 1);
  });
});

describe('The HAR report of a run that emitted its exchanges', () => {
  const story = tellStory();
  const exchangeOf = (caseId: string, startedAt: number, failed = false): RunEvent => ({
    type: 'exchange',
    case: caseId,
    exchange: {
      request: { method: 'GET', url: `http://127.0.0.1:4010/${startedAt}`, headers: [] },
      ...(failed
        ? { failure: { code: 'timeout', message: 'no whole answer' } }
        : { response: { status: 200, headers: [] } }),
      startedAt,
      duration: 1,
    },
  });
  const ends = story.events.flatMap((event) => (event.type === 'case-finished' ? [event] : []));
  const [first, second] = ends;
  if (first === undefined || second === undefined) throw new Error('the story has too few cases');
  const found = story.events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []))[0];
  if (found?.exchange === undefined) throw new Error('the story has lost its finding');
  const own: Finding = { ...found, case: first.case.id };
  const events: readonly RunEvent[] = [
    ...story.events.slice(0, 1),
    exchangeOf(first.case.id, 1),
    exchangeOf(second.case.id, 2, true),
    { type: 'exchange', case: first.case.id, exchange: found.exchange },
    { type: 'finding', finding: own },
    first,
    second,
    exchangeOf('clean-up', 3),
    ...story.events.slice(-1),
  ];
  const { log } = JSON.parse(report('har', events));

  it('holds all of them, each with its case, those without an answer too', () => {
    expect(log.entries.map((entry: { _case: string }) => entry._case)).toEqual([
      first.case.id,
      first.case.id,
      second.case.id,
      'clean-up',
    ]);
    expect(log.entries[2].response).toMatchObject({ status: 0, _error: 'timeout: no whole answer' });
    expect(log.entries.map(({ pageref }: { pageref: string }) => pageref)).toEqual(
      log.entries.map(({ _case }: { _case: string }) => _case),
    );
  });

  it('has a page for each case that sent something, with what the case is about', () => {
    expect(log.pages.map(({ id, title }: { id: string; title: string }) => [id, title])).toEqual([
      [first.case.id, first.case.description],
      [second.case.id, second.case.description],
      ['clean-up', 'clean-up'],
    ]);
  });

  it('names the finding at its exchange only', () => {
    const comments = log.entries.map(({ comment }: { comment: string }) => comment);
    expect(comments).toEqual(['', `${own.check} [${own.fingerprint}]`, '', '']);
  });

  it('writes the exchanges of a case as soon as it has finished', () => {
    const until = events.indexOf(first) + 1;
    expect(report('har', events.slice(0, until))).toContain('http://127.0.0.1:4010/1');
  });

  it('leaves the json report as it is without them', () => {
    expect(report('json', events)).not.toContain('"type":"exchange"');
  });
});
