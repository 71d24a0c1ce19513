import type { Lifecycle } from '../../spec/index.ts';
import type { Change } from '../model/change.ts';
import type { ComparisonPolicy, StabilityPolicy } from '../model/policy.ts';
import type { ComparisonContext } from './context.ts';

const RANKS: Readonly<Record<string, number>> = {
  draft: 0,
  alpha: 1,
  experimental: 1,
  beta: 2,
  preview: 2,
  stable: 3,
  ga: 3,
};

/** What is neither marked nor exempt is `stable`. */
const PLAIN_LEVEL = 'stable';

/** What dates and deprecations are judged by. */
export type LifecycleRules = Pick<ComparisonContext, 'policy' | 'now'>;

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
  { policy, now }: LifecycleRules,
): readonly Change[] {
  const made = (name: string, severity: Change['severity'], message: string): Change => ({
    ...places,
    check: `lifecycle.${name}`,
    about: 'lifecycle',
    severity,
    message: `${noun} ${message}`,
    stability: before.stability,
    ...(severity === 'error' ? { proof: 'promise' } : {}),
  });
  const found: Change[] = [];
  if (!before.deprecated && after.deprecated) {
    found.push(made('deprecated', 'info', 'is deprecated now'));
    if (after.sunset === undefined && after.hasInvalidSunset !== true)
      found.push(made('deprecated-without-sunset', 'warning', 'is deprecated without a sunset'));
  }
  const { grace } = rulesFor(policy, after.stability);
  const isAnnounced = before.sunset === undefined && after.sunset !== undefined;
  if (grace !== undefined && isAnnounced && after.sunset < now + grace * DAY)
    found.push(made('grace-too-short', 'error', `ends on ${day(after.sunset)}, and has ${grace} days by the policy`));
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
  return [...found, ...stabilityChanges(before.stability, after.stability, made)];
}

const DAY = 86_400_000;

const rulesFor = ({ stability = {} }: ComparisonPolicy, level: string | undefined): StabilityPolicy =>
  stability[level ?? PLAIN_LEVEL] ?? {};

function stabilityChanges(
  before: string | undefined,
  after: string | undefined,
  made: (name: string, severity: Change['severity'], message: string) => Change,
): readonly Change[] {
  const [rank, next] = [before ?? PLAIN_LEVEL, after ?? PLAIN_LEVEL].map((level) => RANKS[level]);
  if (rank === undefined || next === undefined || rank === next) return [];
  const change = `is ${after ?? 'without a level'} now, and was ${before ?? 'without a level'}`;
  return [next < rank ? made('stability-lowered', 'error', change) : made('stability-raised', 'info', change)];
}

export const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** What became of a part that ended with a deprecation or a sunset; `undefined` where it was not deprecated. */
export function removalOf(
  { deprecated, sunset, hasInvalidSunset, stability }: Lifecycle,
  noun: string,
  { policy, now }: LifecycleRules,
): Pick<Change, 'check' | 'about' | 'severity' | 'message' | 'proof' | 'stability'> | undefined {
  const made = (name: string, severity: Change['severity'], message: string): ReturnType<typeof removalOf> => ({
    about: 'lifecycle',
    check: `lifecycle.${name}`,
    severity,
    message: `${noun} is gone${message}`,
    stability,
    ...(severity === 'error' ? { proof: 'promise' } : {}),
  });
  const { removal } = rulesFor(policy, stability);
  if (deprecated && removal === 'deprecated') return made('removed-deprecated', 'info', '; it was deprecated');
  if (hasInvalidSunset === true) return made('sunset-invalid', 'error', ', and its sunset was not a date');
  if (sunset === undefined)
    return deprecated
      ? made(
          'removed-without-sunset',
          removal === 'after-sunset' ? 'error' : 'warning',
          '; it was deprecated, and no sunset said when it ends',
        )
      : undefined;
  return sunset <= now
    ? made('removed-after-sunset', 'info', `, as its sunset of ${day(sunset)} said`)
    : made('removed-early', 'error', ` before its sunset of ${day(sunset)}`);
}
