import type { Change } from '../model/change.ts';
import type { ChangeFinding, ReleaseAdvice } from '../model/finding.ts';

const VERSION = /^v?(\d+)\.(\d+)(?:\.(\d+))?/;
const ORDER: readonly ReleaseAdvice[] = ['none', 'patch', 'minor', 'major'];

/** What the changes mean for the next version number (Semantic Versioning 2.0.0). */
export function adviceOf(findings: readonly ChangeFinding[]): ReleaseAdvice {
  if (findings.some(({ severity, about }) => severity === 'error' && about === 'change')) return 'major';
  if (findings.some(({ about }) => about === 'change' || about === 'undecided')) return 'minor';
  return findings.length > 0 ? 'patch' : 'none';
}

/**
 * The next version. For a major version of 0 each step is one lower. `undefined` for a version that is not
 * semantic.
 */
export function nextVersion(version: string, advice: ReleaseAdvice): string | undefined {
  const numbers = numbersOf(version);
  if (numbers === undefined) return undefined;
  const [major, minor, patch] = numbers;
  const step = major === 0 ? (ORDER[Math.max(0, ORDER.indexOf(advice) - 1)] ?? 'none') : advice;
  if (step === 'major') return `${major + 1}.0.0`;
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return advice === 'none' ? version : `${major}.${minor}.${patch + 1}`;
}

/** Whether `info.version` rose by less than the changes require. */
export function releaseChanges(base: string, revision: string, advice: ReleaseAdvice): readonly Change[] {
  const [before, after] = [numbersOf(base), numbersOf(revision)];
  const wanted = nextVersion(base, advice);
  const made = (name: string, message: string): readonly Change[] => [
    {
      check: `release.${name}`,
      about: 'release',
      severity: 'warning',
      revision: '/info/version',
      base: '/info/version',
      message,
    },
  ];
  if (before === undefined || after === undefined || wanted === undefined || advice === 'none') return [];
  if (base === revision)
    return made('unchanged', `the version is still ${base}, the changes say ${advice} (${wanted})`);
  if (isLess(after, before)) return made('version-decreased', `the version goes from ${base} down to ${revision}`);
  const target = numbersOf(wanted);
  return target !== undefined && isLess(after, target)
    ? made('version-too-low', `the version ${revision} says less than the changes: ${advice} (${wanted})`)
    : [];
}

type VersionNumbers = readonly [major: number, minor: number, patch: number];

function numbersOf(version: string): VersionNumbers | undefined {
  const match = VERSION.exec(version);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

function isLess(one: VersionNumbers, other: VersionNumbers): boolean {
  const index = one.findIndex((number, at) => number !== other[at]);
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0);
}
