import { type Json, StandinError } from '../core/index.ts';
import { isArray, isObject, parseJson } from '../wire/index.ts';

/** Why a finding is accepted, by whom, and until when. */
export interface Excuse {
  readonly reason: string;
  readonly owner?: string;
  /** `YYYY-MM-DD`, the last day on which the excuse applies. */
  readonly expires?: string;
}

/** A finding that is accepted. */
export interface BaselineEntry extends Excuse {
  readonly fingerprint: string;
  readonly check: string;
  readonly operation?: string;
  readonly message?: string;
}

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

/** A baseline at an instant. */
export interface Baseline {
  /** The excuse for a finding; `undefined` where there is none or it has expired. */
  excuseOf(fingerprint: string): Excuse | undefined;
  /** Entries whose last day is over. */
  readonly expired: readonly BaselineEntry[];
  /** Entries of findings that do not occur. */
  unseen(findings: readonly { readonly fingerprint: string }[]): readonly BaselineEntry[];
}

/** Entries as they apply at `now`, in milliseconds since the Unix epoch. */
export function baselineAt(now: number, entries: readonly BaselineEntry[]): Baseline {
  const isExpired = ({ expires }: BaselineEntry): boolean =>
    expires !== undefined && Date.parse(`${expires}T23:59:59Z`) < now;
  const valid = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  return {
    excuseOf(fingerprint) {
      const entry = valid.get(fingerprint);
      return entry === undefined || isExpired(entry) ? undefined : { reason: entry.reason, ...pick(entry) };
    },
    expired: entries.filter(isExpired),
    unseen(findings) {
      const seen = new Set(findings.map(({ fingerprint }) => fingerprint));
      return entries.filter(({ fingerprint }) => !seen.has(fingerprint));
    },
  };
}

/** The part of a finding that a baseline holds. */
export interface ExcusedFinding {
  readonly fingerprint: string;
  readonly check: string;
  readonly message: string;
  readonly operation?: string;
}

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
