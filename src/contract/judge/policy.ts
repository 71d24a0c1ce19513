import { type CheckSettings, type ReadRule, readCheckSettings } from '../../findings/index.ts';
import { EXCHANGE_CHECKS } from '../checks/index.ts';
import type { PlanOptions } from '../model/options.ts';
import { CHECKS } from './catalogue.ts';
import { type CheckPolicy, createCheckPolicy } from './check-policy.ts';

const IDS = CHECKS.map(({ id }) => id);

/** The checks of a run with the user's settings. Throws `config.invalid`. */
export function policyOf(
  options: Pick<PlanOptions, 'api' | 'checks' | 'placeOfCheck' | 'checkOverrides' | 'strict'>,
): CheckPolicy {
  const { api, checks = {}, placeOfCheck: place, checkOverrides = {}, strict = false } = options;
  // If several rules name one check, the last one wins.
  const rules = [
    ...readCheckSettings(checks, { ids: IDS, api, place }),
    ...readCheckSettings(checkOverrides, { ids: IDS, api }),
  ];
  return createCheckPolicy(EXCHANGE_CHECKS, rules, strict);
}

/** Reads settings without a document. Throws `config.invalid`. */
export function checkRules(settings: CheckSettings, place?: (pointer: string) => string): readonly ReadRule[] {
  return readCheckSettings(settings, { ids: IDS, place });
}
