import { FAIL_ON_WORDS } from '../../library/index.ts';
import { type Flags, oneOf, withRepeated } from '../choices.ts';

/** Reads `--fail-on`, repeated or separated by commas. */
export function failOn(text: string, before: readonly string[] | undefined): readonly string[] {
  const words = text.split(',').map(oneOf(...FAIL_ON_WORDS));
  return withRepeated(words.join(','), before);
}

export function failOnFrom(flags: Flags): readonly (typeof FAIL_ON_WORDS)[number][] | undefined {
  const given = flags['failOn'] as readonly string[] | undefined;
  // The option accepts only these words.
  return given?.flatMap((text) => text.split(',')) as readonly (typeof FAIL_ON_WORDS)[number][] | undefined;
}
