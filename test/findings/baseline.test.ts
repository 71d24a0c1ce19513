import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/core/index.ts';
import { baselineAt, baselineEntries, fingerprintOf, idMatcher, readBaseline } from '../../src/findings/index.ts';

const one = { fingerprint: '0123456789abcdef', check: 'request.enum', reason: 'agreed', owner: 'shop' };
const NOON = Date.parse('2026-11-28T12:00:00Z');

describe('a baseline', () => {
  it('excuses what it lists, until the end of the last day', () => {
    const on = (expires: string): object | undefined =>
      baselineAt(NOON, [{ ...one, expires }]).excuseOf(one.fingerprint);
    expect(on('2026-11-28')).toEqual({ reason: 'agreed', owner: 'shop', expires: '2026-11-28' });
    expect(on('2026-11-27')).toBeUndefined();
    expect(baselineAt(NOON, [{ ...one, expires: '2026-11-27' }]).expired).toHaveLength(1);
    expect(baselineAt(NOON, [one]).excuseOf('fedcba9876543210')).toBeUndefined();
  });

  it('lists its entries that do not occur', () => {
    const { unseen } = baselineAt(NOON, [one]);
    expect(unseen([{ fingerprint: one.fingerprint }])).toEqual([]);
    expect(unseen([])).toEqual([one]);
  });

  it('keeps reason, owner and date of an entry when it is written again', () => {
    const found = { fingerprint: one.fingerprint, check: 'request.enum', message: 'm' };
    expect(baselineEntries([found], [{ ...one, expires: '2027-01-01' }])).toEqual([
      { ...one, message: 'm', expires: '2027-01-01' },
    ]);
    expect(baselineEntries([found], [])).toMatchObject([{ reason: 'not yet explained' }]);
  });

  it('is refused with the entry that is wrong', () => {
    const wrong = (entry: object): string => {
      try {
        readBaseline(JSON.stringify([one, entry]), 'known.json');
      } catch (error) {
        return error instanceof StandinError ? error.message : 'another error';
      }
      return 'taken';
    };
    expect(wrong({ ...one, fingerprint: 'x' })).toBe('known.json, entry 2: fingerprint must be 16 hexadecimal digits.');
    expect(wrong({ ...one, reason: ' ' })).toContain('needs a reason');
    expect(wrong({ ...one, expires: 'soon' })).toContain('YYYY-MM-DD');
    expect(wrong(one)).toBe('taken');
  });
});

describe('a fingerprint', () => {
  it('has one half for check and operation, and one for the place', () => {
    const at = (pointer: string, check = 'a.b'): string => fingerprintOf({ check, operation: 'GET /', pointer });
    expect(at('/body/a').slice(0, 8)).toBe(at('/body/b').slice(0, 8));
    expect(at('/body/a')).not.toBe(at('/body/b'));
    expect(at('/body/a', 'a.c').slice(0, 8)).not.toBe(at('/body/a').slice(0, 8));
  });
});

describe('a pattern of ids', () => {
  it('has stars for any characters, anywhere', () => {
    const fits = (pattern: string): readonly string[] =>
      ['request.enum', 'response.enum', 'request.type'].filter(idMatcher(pattern));
    expect(fits('*.enum')).toEqual(['request.enum', 'response.enum']);
    expect(fits('request.*')).toEqual(['request.enum', 'request.type']);
    expect(fits('re*.e*m')).toEqual(['request.enum', 'response.enum']);
    expect(fits('request.enum')).toEqual(['request.enum']);
  });
});
