import { Option } from 'commander';
import { collected, type Flags, oneOf } from './choices.ts';

const WORDS = ['warning', 'document', 'usage', 'inconclusive', 'flaky'] as const;

/** `--fail-on`, repeated or separated by commas. */
export function failOn(): Option {
  return new Option(
    '--fail-on <what>',
    `also fail for findings of this kind: ${WORDS.join(', ')}; repeatable, or separated by commas (default: only errors of the service fail)`,
  ).argParser((text, before: readonly string[] | undefined) =>
    collected(
      text
        .split(',')
        .map(oneOf(...WORDS))
        .join(','),
      before,
    ),
  );
}

export function failOnFrom(flags: Flags): readonly (typeof WORDS)[number][] | undefined {
  const given = flags['failOn'] as readonly string[] | undefined;
  // The option accepts only these words.
  return given?.flatMap((text) => text.split(',')) as readonly (typeof WORDS)[number][] | undefined;
}
