import type { Severity, Tier } from '../../findings/index.ts';
import { isNamed, type ReadRule } from '../../findings/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type Check, type FindingDraft, LAYERS, type RunCheck } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import { getOr } from '../model/get-or.ts';
import { bitsOf, factsOf } from '../model/needs.ts';
import type { Stimulus } from '../model/purpose.ts';

/** Which checks run for which operation, and with which severity. */
export interface CheckPolicy {
  /** Whether a check runs for an operation, or for a request without an operation. */
  asks(check: CheckChoice, operation: Operation | undefined): boolean;
  /** The checks for an exchange, layer by layer, chosen by its stimulus and its facts. */
  layers(exchange: Exchange): readonly PolicyLayer[];
  /** The result of a check with the user's severity; undefined if the check is off. */
  settle<C extends CheckChoice>(
    check: C,
    draft: FindingDraft,
    operation: Operation | undefined,
  ): PolicyResult<C> | undefined;
  /** Every setting in words, for the notes of the run. */
  readonly notes: readonly string[];
}

export type CheckChoice = Pick<RunCheck, 'id' | 'tier' | 'severity'>;

export interface PolicyResult<C> {
  readonly check: C;
  readonly draft: FindingDraft;
}

export interface PolicyLayer {
  readonly free: boolean;
  readonly checks: readonly Check[];
}

interface Effective {
  readonly severity: Severity | 'off' | 'own';
  readonly tier: Tier;
  /** Whether the user set it. */
  readonly set: boolean;
}

/** Looks rules up once for each check and operation. */
export function createCheckPolicy(checks: readonly Check[], rules: readonly ReadRule[], strict: boolean): CheckPolicy {
  const tiers = strict ? 3 : 1;
  const byPlace = rules.some(({ operations }) => operations !== undefined);
  const effects = new Map<Operation | undefined, Map<string, Effective>>();
  const layered = new Map<Operation | undefined, Map<Stimulus['kind'], Map<number, readonly PolicyLayer[]>>>();

  function effectOf(check: CheckChoice, operation: Operation | undefined): Effective {
    const place = byPlace ? operation : undefined;
    const ofPlace = getOr(effects, place, () => new Map<string, Effective>());
    return getOr(ofPlace, check.id, () => work(check, place, rules));
  }

  function asks(check: CheckChoice, operation: Operation | undefined): boolean {
    const { severity, tier } = effectOf(check, operation);
    return severity !== 'off' && tier <= tiers;
  }

  return {
    asks,
    layers(exchange) {
      const { operation, purpose } = exchange;
      const { kind } = purpose.story;
      const facts = factsOf(exchange);
      const place = byPlace ? operation : undefined;
      const ofPlace = getOr(layered, place, () => new Map<Stimulus['kind'], Map<number, readonly PolicyLayer[]>>());
      const ofStory = getOr(ofPlace, kind, () => new Map<number, readonly PolicyLayer[]>());
      return getOr(ofStory, facts, () =>
        inLayers(checks.filter((check) => isAbout(check, kind) && has(facts, check) && asks(check, place))),
      );
    },
    settle(check, draft, operation) {
      if (!asks(check, operation)) return undefined;
      const { severity, tier, set } = effectOf(check, operation);
      // A finding of severity `info` of a more severe check is shown only with `strict`, or if the
      // user has set the check.
      const aside = draft.severity === 'info' && check.severity !== 'info';
      if (aside && severity === 'own' && !set && !strict) return undefined;
      const settled = tier === check.tier ? check : { ...check, tier };
      return { check: settled, draft: severity === 'own' || severity === 'off' ? draft : { ...draft, severity } };
    },
    notes: rules.map(inWords),
  };
}

/** The effective setting of a check, everywhere or for one operation. */
function work(check: CheckChoice, operation: Operation | undefined, rules: readonly ReadRule[]): Effective {
  let effect: Effective = { severity: 'own', tier: check.tier, set: false };
  for (const { ids, severity, tier, operations } of rules) {
    if (!ids.has(check.id)) continue;
    const holds =
      operations === undefined || (operation !== undefined && operations.some((name) => isNamed(operation, name)));
    if (holds) effect = { severity: severity ?? effect.severity, tier: tier ?? effect.tier, set: true };
  }
  return effect;
}

function isAbout({ stories }: Check, story: Stimulus['kind']): boolean {
  return stories === undefined || stories.includes(story);
}

/** Whether an exchange with these facts has all that a check needs. */
function has(facts: number, { needs }: Check): boolean {
  const bits = bitsOf(needs);
  return (facts & bits) === bits;
}

function inLayers(checks: readonly Check[]): readonly PolicyLayer[] {
  return LAYERS.map((layer) => ({
    free: layer === 'free',
    checks: checks.filter((check) => check.layer === layer),
  })).filter((layer) => layer.checks.length > 0);
}

function inWords({ key, severity, tier, operations }: ReadRule): string {
  const changes = [
    ...(severity === undefined || severity === 'own' ? [] : [severity]),
    ...(tier === undefined ? [] : [`tier ${tier}`]),
  ];
  const where = operations === undefined ? '' : ` for ${operations.join(', ')}`;
  return `check ${key} is set to ${changes.length === 0 ? 'its default' : changes.join(', ')}${where}`;
}
