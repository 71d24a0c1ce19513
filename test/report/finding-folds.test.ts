import { describe, expect, it } from 'vitest';
import type { Finding, RunEvent } from '../../src/contract/index.ts';
import { foldFindings, followingText, timesText } from '../../src/report/finding-folds.ts';
import { parseJson } from '../../src/wire/index.ts';
import { HOSTILE, report, tellStory } from './story.ts';

const finding = (fingerprint: string, check: string, rest: Partial<Finding> = {}): Finding => ({
  check,
  severity: 'error',
  about: 'service',
  tier: 1,
  expected: '',
  actual: '',
  message: `${check} at ${fingerprint}.`,
  fingerprint,
  count: 1,
  ...rest,
});
const other = finding('a', 'filter.ignored');
const cause = finding('b', 'state.nothing-kept');
const one = finding('c', 'state.duplicate-id', { because: 'b' });
const two = finding('d', 'state.unstable-id', { because: 'b' });

describe('findings that follow from another one', () => {
  it('stand under it, which comes first of its severity', () => {
    const warning = finding('e', 'reject.format', { severity: 'warning' });
    expect(foldFindings([other, cause, one, two, warning])).toEqual([
      { finding: cause, following: [one, two] },
      { finding: other, following: [] },
      { finding: warning, following: [] },
    ]);
    expect(followingText({ finding: cause, following: [one, two, two] })).toBe(
      '3 more findings follow from it: state.unstable-id 2 · state.duplicate-id 1',
    );
    expect(followingText({ finding: cause, following: [one] })).toBe(
      '1 more finding follows from it: state.duplicate-id 1',
    );
  });

  it('name the paths where they are about no operation', () => {
    const shared = ['~1pets', '~1pets~1{id}'].map((path) =>
      finding(path, 'header.allow-missing', {
        pointer: `/paths/${path}`,
        cause: { id: 'e', kind: 'everywhere', findings: 3 },
      }),
    );
    expect(followingText({ finding: cause, following: shared })).toBe('the same at 2 other places: /pets, /pets/{id}');
  });

  it('name the properties that a write does not store', () => {
    const unkept = ['kind', 'serial'].map((name) =>
      finding(name, 'state.update-not-visible', {
        endpoint: 'PATCH /zones/{id}',
        messagePointer: `/body/${name}`,
        cause: { id: 'e', kind: 'unkept', findings: 3 },
      }),
    );
    expect(followingText({ finding: cause, following: unkept })).toBe(
      'the same for 2 other properties (`kind`, `serial`): PATCH /zones/{id}',
    );
  });

  it('are other places where they are in another operation or of another value, and not where another check finds them', () => {
    const broken = (check: string, endpoint: string, messagePointer: string): Finding =>
      finding(`${check} ${endpoint} ${messagePointer}`, check, {
        endpoint,
        messagePointer,
        cause: { id: 'e', kind: 'component', findings: 4 },
      });
    const lead = broken('schema.type', 'GET /pets', '/body/0/name');
    const following = [
      broken('schema.type', 'GET /pets/{id}', '/body/name'),
      broken('schema.type', 'GET /pets', '/body/3/tags/0'),
      broken('reject.error-shape', 'GET /pets', '/body/0/name'),
      finding('f', 'schema.range'),
    ];
    expect(followingText({ finding: lead, following })).toBe(
      'the same at 2 other places: GET /pets/{id}, GET /pets (`[3].tags[0]`); from the same cause: reject.error-shape 1; 1 more finding follows from it: schema.range 1',
    );
  });

  it('are counted by their places, each once', () => {
    const shared = (check: string, endpoint: string, kind: 'everywhere' | 'unkept' = 'everywhere'): Finding =>
      finding(`${check} ${endpoint}`, check, {
        endpoint,
        messagePointer: '/body/vip',
        cause: { id: 'e', kind, findings: 4 },
      });
    const lead = shared('auth.missing-accepted', 'GET /pets');
    const following = ['GET /pets', 'POST /pets'].map((endpoint) => shared('auth.invalid-accepted', endpoint));
    expect(
      followingText({ finding: lead, following: [...following, shared('auth.missing-accepted', 'POST /pets')] }),
    ).toBe('the same at 1 other place: POST /pets; from the same cause: auth.invalid-accepted 2');
    expect(followingText({ finding: lead, following: [lead] })).toBe('found 1 more time at the same place');
    expect(timesText({ finding: lead, following: [lead] })).toBe('2 times');
    expect(timesText({ finding: lead, following })).toBe('2 places');
    const lost = shared('state.roundtrip-lossy', 'POST /pets', 'unkept');
    expect(
      followingText({ finding: lost, following: [shared('state.roundtrip-lossy', 'PUT /pets/{id}', 'unkept')] }),
    ).toBe('the same at 1 other place: PUT /pets/{id}');
  });

  it.each([
    ['is not told', undefined],
    ['is excused', { ...cause, known: { reason: 'agreed' } }],
    ['is a matter of taste', { ...cause, severity: 'warning' as const }],
    ['comes and goes', { ...cause, flaky: true }],
    ['has a cause itself', { ...cause, because: 'f' }],
    ['is the finding itself', { ...one, fingerprint: 'b' }],
  ])('stand by themselves where that one %s', (_, given) => {
    const all = [other, one, ...(given === undefined ? [] : [given])];
    expect(foldFindings(all).map(({ following }) => following.length)).toEqual(all.map(() => 0));
  });
});

describe('reports', () => {
  const events = (hostile = ''): readonly RunEvent[] => {
    const { events: told, summary } = tellStory(hostile);
    const findings = [other, cause, one, two].map((each) => ({ ...each, message: `${each.message}${hostile}` }));
    return [...told.slice(0, -1), { type: 'run-finished', at: 0, summary: { ...summary, findings } }];
  };
  const COUNT = '2 more findings follow from it';

  it('count for a person what follows, and do not tell it one by one', () => {
    for (const kind of ['terminal', 'markdown'] as const) {
      const text = report(kind, events());
      expect(text).toContain(COUNT);
      expect(text).not.toContain(two.message);
      expect(text).toContain(other.message);
    }
  });

  it('fold it within a page', () => {
    const page = report('html', events());
    const [before = '', after = ''] = page.split('<details class="following">');
    expect(before).toContain(COUNT);
    expect(before).not.toContain(two.message);
    expect(after).toContain(two.message);
    expect(report('html', events(HOSTILE))).toContain('<details class="following">');
  });

  it('show names between backticks as code in a page', () => {
    const { events: told, summary } = tellStory();
    const lead = { ...cause, check: 'state.roundtrip-lossy' };
    const unkept = ['kind', 'serial'].map((name) =>
      finding(name, 'state.roundtrip-lossy', {
        because: 'b',
        messagePointer: `/body/${name}`,
        cause: { id: 'e', kind: 'unkept', findings: 3 },
      }),
    );
    const page = report('html', [
      ...told.slice(0, -1),
      { type: 'run-finished', at: 0, summary: { ...summary, findings: [lead, ...unkept] } },
    ]);
    expect(page).toContain('2 other properties (<code>kind</code>, <code>serial</code>)');
    expect(page).not.toContain('(`kind`');
    expect(page).toContain('>3 places<');
  });

  it('hold all of it for a machine', () => {
    const last = report('json', events()).trim().split('\n').at(-1) ?? '';
    const read = parseJson(last);
    expect(read.ok && JSON.stringify(read.value)).toContain('"because":"b"');
    expect(report('sarif', events())).toContain(two.message);
  });
});
