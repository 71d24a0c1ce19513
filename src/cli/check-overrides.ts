import { InvalidArgumentError, Option } from 'commander';
import { CHECK_WORDS, type CheckSettings, checkRules, StandinError } from '../library/index.ts';

/** `--check schema.type=off`: repeated or separated by commas. If a key occurs twice, the last one counts. */
export function checkOverrides(): Option {
  return new Option(
    '--check <id=severity>',
    `turn a check on or off, or change its severity, such as schema.type=warning or "page.*=off"; values: ${CHECK_WORDS.join(', ')}; repeatable, or separated by commas (default: see standin checks)`,
  ).argParser(overridesOf);
}

/** Validates the ids before a document is loaded. Throws `usage`. */
function overridesOf(text: string, before: CheckSettings | undefined): CheckSettings {
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
