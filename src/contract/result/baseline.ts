import { type Json, StandinError } from '../../core/index.ts';
import { isArray, isObject, parseJson } from '../../wire/index.ts';
import type { BaselineEntry, BaselineOutcome, Finding } from '../model/events.ts';
import type { FailOn } from '../model/options.ts';
import { counts } from './exit-status.ts';

const FORM = 'check --baseline <file> --update-baseline writes one with the findings of the run.';

/** Reads a baseline: a JSON list of excused findings. Throws `config.invalid` and names the wrong entry. */
export function readBaseline(text: string, name: string): readonly BaselineEntry[] {
  const read = parseJson(text);
  if (!read.ok) throw new StandinError('config.invalid', `${name} is not JSON: ${read.reason}`, { hint: FORM });
  if (!isArray(read.value))
    throw new StandinError('config.invalid', `${name} must be a JSON list of findings.`, { hint: FORM });
  return read.value.map((entry, index) => readEntry(entry, `${name}, entry ${index + 1}`));
}

function readEntry(entry: Json, where: string): BaselineEntry {
  if (!isObject(entry)) {
    throw new StandinError('config.invalid', `${where} must be an object.`);
  }
  const text = (key: string): string | undefined => {
    const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
    if (value !== undefined && typeof value !== 'string')
      throw new StandinError('config.invalid', `${where}: ${key} must be a string.`);
    return value;
  };
  const fingerprint = text('fingerprint');
  const reason = text('reason');
  const expires = text('expires');
  if (fingerprint === undefined || !/^[0-9a-f]{16}$/.test(fingerprint)) {
    throw new StandinError('config.invalid', `${where}: fingerprint must be 16 hexadecimal digits.`);
  }
  if (reason === undefined || reason.trim() === '') {
    throw new StandinError('config.invalid', `${where}: an entry needs a reason.`);
  }
  if (expires !== undefined && Number.isNaN(Date.parse(`${expires}T00:00:00Z`))) {
    throw new StandinError('config.invalid', `${where}: expires must be YYYY-MM-DD, it is "${expires}".`);
  }
  const [check = '', operation, message, owner] = ['check', 'operation', 'message', 'owner'].map(text);
  return {
    fingerprint,
    check,
    reason,
    ...(operation === undefined ? {} : { operation }),
    ...(message === undefined ? {} : { message }),
    ...(owner === undefined ? {} : { owner }),
    ...(expires === undefined ? {} : { expires }),
  };
}

/**
 * Marks known findings, and lists entries that have expired or were not seen. `whole`: unseen entries are
 * listed only after a complete run, not in a shard, with `only`, or after an abort. `update`: all seen
 * findings become known.
 */
export function applyBaseline(
  findings: readonly Finding[],
  existing: readonly BaselineEntry[],
  options: {
    readonly now: number;
    readonly whole: boolean;
    readonly failOn: readonly FailOn[];
    readonly update?: boolean;
  },
): { readonly findings: readonly Finding[]; readonly outcome: BaselineOutcome } {
  const updated = options.update === true ? updateBaseline(findings, existing, options) : undefined;
  const baseline = updated ?? existing;
  const entries = new Map(baseline.map((entry) => [entry.fingerprint, entry]));
  const isExpired = ({ expires }: BaselineEntry): boolean =>
    expires !== undefined && Date.parse(`${expires}T23:59:59Z`) < options.now;
  const seen = new Set(findings.map(({ fingerprint }) => fingerprint));
  const marked = findings.map((finding): Finding => {
    const { known: _, ...bare } = finding;
    const entry = entries.get(finding.fingerprint);
    if (entry === undefined || isExpired(entry)) return bare;
    const { reason, owner, expires } = entry;
    return {
      ...bare,
      known: { reason, ...(owner === undefined ? {} : { owner }), ...(expires === undefined ? {} : { expires }) },
    };
  });
  return {
    findings: marked,
    outcome: {
      known: marked.filter(({ known }) => known !== undefined).length,
      fresh: marked.filter((finding) => counts(finding, options.failOn)).length,
      expired: baseline.filter(isExpired),
      stale: options.whole ? baseline.filter(({ fingerprint }) => !seen.has(fingerprint)) : [],
      ...(updated === undefined ? {} : { updated }),
    },
  };
}

/**
 * A baseline with the findings that were seen. Reasons, owners and dates of existing entries are kept.
 * After a partial run, entries for the rest are kept as well.
 */
export function updateBaseline(
  findings: readonly Finding[],
  baseline: readonly BaselineEntry[],
  { failOn, whole }: { readonly failOn: readonly FailOn[]; readonly whole: boolean },
): readonly BaselineEntry[] {
  const seen = baselineEntries(
    findings.filter(({ known: _, ...finding }) => counts(finding, failOn)),
    baseline,
  );
  const now = new Set(seen.map(({ fingerprint }) => fingerprint));
  return [...seen, ...(whole ? [] : baseline.filter(({ fingerprint }) => !now.has(fingerprint)))];
}

/** The part of a finding that a baseline holds. */
export type ExcusedFinding = Pick<Finding, 'fingerprint' | 'check' | 'message' | 'operation'>;

/** An entry for each finding. Reason, owner and date of an existing entry are kept. */
export function baselineEntries(
  findings: readonly ExcusedFinding[],
  baseline: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  const before = new Map(baseline.map((entry) => [entry.fingerprint, entry]));
  return findings.map(({ fingerprint, check, operation, message }) => ({
    fingerprint,
    check,
    ...(operation === undefined ? {} : { operation }),
    message,
    reason: before.get(fingerprint)?.reason ?? 'not yet explained',
    ...pick(before.get(fingerprint)),
  }));
}

function pick(entry: BaselineEntry | undefined): Pick<BaselineEntry, 'owner' | 'expires'> {
  const { owner, expires } = entry ?? {};
  return { ...(owner === undefined ? {} : { owner }), ...(expires === undefined ? {} : { expires }) };
}
