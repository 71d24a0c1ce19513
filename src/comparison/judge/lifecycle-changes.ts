import type { Lifecycle } from '../../spec/index.ts';
import type { Change } from '../model/change.ts';

const RANKS: Readonly<Record<string, number>> = {
  draft: 0,
  alpha: 1,
  experimental: 1,
  beta: 2,
  preview: 2,
  stable: 3,
  ga: 3,
};

interface LifecyclePlace {
  readonly base?: string | undefined;
  readonly revision?: string | undefined;
  readonly noun: string;
}

/** Changes of deprecation, sunset and stability. */
export function lifecycleChanges(
  before: Lifecycle,
  after: Lifecycle,
  { noun, ...places }: LifecyclePlace,
): readonly Change[] {
  const made = (name: string, severity: Change['severity'], message: string): Change => ({
    ...places,
    check: `lifecycle.${name}`,
    about: 'lifecycle',
    severity,
    message: `${noun} ${message}`,
    ...(severity === 'error' ? { proof: 'promise' } : {}),
  });
  const found: Change[] = [];
  if (!before.deprecated && after.deprecated) {
    found.push(made('deprecated', 'info', 'is deprecated now'));
    if (after.sunset === undefined && after.hasInvalidSunset !== true)
      found.push(made('deprecated-without-sunset', 'warning', 'is deprecated without a sunset'));
  }
  if (before.deprecated && !after.deprecated) found.push(made('reactivated', 'info', 'is no longer deprecated'));
  if (before.sunset !== undefined && after.hasInvalidSunset === true)
    found.push(
      made('sunset-invalid', 'error', `had a sunset on ${day(before.sunset)}, and has one now that is not a date`),
    );
  else if (before.sunset !== undefined && after.sunset === undefined && after.deprecated)
    found.push(made('sunset-removed', 'error', `had a sunset on ${day(before.sunset)}, and has none now`));
  if (before.sunset !== undefined && after.sunset !== undefined && after.sunset < before.sunset)
    found.push(
      made('sunset-shortened', 'error', `ends on ${day(after.sunset)}, and was to end on ${day(before.sunset)}`),
    );
  const [rank, next] = [before.stability, after.stability].map((level) => RANKS[level ?? '']);
  if (rank !== undefined && next !== undefined && next < rank)
    found.push(made('stability-lowered', 'error', `is ${after.stability} now, and was ${before.stability}`));
  if (rank !== undefined && next !== undefined && next > rank)
    found.push(made('stability-raised', 'info', `is ${after.stability} now, and was ${before.stability}`));
  return found;
}

export const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** What became of a deprecated part that is gone; `undefined` where it was not deprecated. */
export function removalOf(
  { deprecated, sunset }: Lifecycle,
  noun: string,
  now: number,
): Pick<Change, 'check' | 'about' | 'severity' | 'message' | 'proof'> | undefined {
  const about = 'lifecycle' as const;
  if (sunset === undefined)
    return deprecated
      ? {
          about,
          check: 'lifecycle.removed-without-sunset',
          severity: 'warning',
          message: `${noun} is gone; it was deprecated, and no sunset said when it ends`,
        }
      : undefined;
  return sunset <= now
    ? {
        about,
        check: 'lifecycle.removed-after-sunset',
        severity: 'info',
        message: `${noun} is gone, as its sunset of ${day(sunset)} said`,
      }
    : {
        about,
        check: 'lifecycle.removed-early',
        severity: 'error',
        proof: 'promise',
        message: `${noun} is gone before its sunset of ${day(sunset)}`,
      };
}
