import { InvalidArgumentError } from 'commander';
import { COVERAGE_GATES, type CoverageGates } from '../../library/index.ts';
import { suggestedWord } from '../choices.ts';

const NAMES = COVERAGE_GATES.map(([gate]) => kebabCase(gate));

/** Reads `--min-coverage operations=100,rules-kept=80`, repeated or separated by commas. */
export function minCoverage(text: string, before: CoverageGates | undefined): CoverageGates {
  const gates: Record<string, number> = { ...before };
  for (const part of text.split(',')) {
    const [, name = '', percent = ''] = /^ *([a-z-]+) *= *(\d{1,3}) *%? *$/.exec(part) ?? [];
    const gate = COVERAGE_GATES.find(([each]) => kebabCase(each) === name)?.[0];
    if (gate === undefined || Number(percent) > 100)
      throw new InvalidArgumentError(
        `It must be one of ${NAMES.join(', ')}, with a percentage, such as ${NAMES[0]}=100.${suggestedWord(name, NAMES)}`,
      );
    gates[gate] = Number(percent);
  }
  return gates;
}

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
