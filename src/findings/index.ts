/**
 * findings: what findings of a check and of a comparison have in common: severities, fingerprints, the baseline, the settings of checks.
 * Sees core, wire and spec; knows neither how a finding is found nor how it is reported.
 */

export {
  type Baseline,
  type BaselineEntry,
  baselineAt,
  baselineEntries,
  type Excuse,
  readBaseline,
} from './baseline.ts';
export {
  CHECK_WORDS,
  type CheckRule,
  type CheckSetting,
  type CheckSettings,
  idMatcher,
  isNamed,
  type ReadRule,
  readCheckSettings,
} from './check-settings.ts';
export {
  beginningsOf,
  type FingerprintOrigin,
  fingerprintOf,
  isFingerprint,
  prefixOf,
  withoutIndexes,
} from './fingerprint.ts';
export type { Severity, Tier } from './severity.ts';
