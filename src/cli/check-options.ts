import { type Command, InvalidArgumentError } from 'commander';
import { CHECK_OPTIONS } from '../library/index.ts';
import { checkOverrides } from './options/check-overrides.ts';
import { failOn } from './options/fail-on.ts';
import { minCoverage } from './options/min-coverage.ts';
import { parserByRule, withOptions } from './options/table-options.ts';

/** Adds every option of `standin check`. */
export function withCheckOptions(command: Command): Command {
  return withOptions(command, CHECK_OPTIONS, {
    check: checkOverrides,
    failOn,
    minCoverage,
    now: parserByRule('now'),
    shard: shardOf,
  });
}

function shardOf(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('It must be i/n, such as 2/4.');
  return { index: Number(index), of: Number(of) };
}
