import { InvalidArgumentError } from 'commander';
import { type CHECK_WORDS, type CheckSettings, checkRules, StandinError } from '../../library/index.ts';

/** Reads `--check schema.type=off`, repeated or separated by commas; of two settings with one key the last counts. Throws `usage`. */
export function checkOverrides(text: string, before: CheckSettings | undefined): CheckSettings {
  const given: Record<string, (typeof CHECK_WORDS)[number]> = {};
  for (const part of text.split(',')) {
    const [, id, severity] = /^ *([^ =]+) *= *([^ =]+) *$/.exec(part) ?? [];
    if (id === undefined)
      throw new InvalidArgumentError('Write the id of a check and its severity, such as schema.type=off.');
    // `checkRules` refuses any other severity.
    given[id] = severity as (typeof CHECK_WORDS)[number];
  }
  try {
    checkRules(given, () => `--check ${text}`);
  } catch (error) {
    if (!(error instanceof StandinError)) throw error;
    throw new StandinError('usage', error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  return { ...before, ...given };
}
