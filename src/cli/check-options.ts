import { type Command, InvalidArgumentError, Option } from 'commander';
import { PHASES } from '../library/index.ts';
import { checkOverrides } from './check-overrides.ts';
import { collected, oneOf, wholeNumber } from './choices.ts';
import { failOn } from './fail-on.ts';
import { minCoverage } from './min-coverage.ts';
import { reportOption } from './reports.ts';

/** Every option of `standin check`, with what it takes and what holds without it. */
export function withCheckOptions(command: Command): Command {
  return command
    .option('--self [document]', 'start the mock of the document and check that: the whole loop in one command')
    .option('--petstore', 'the document is the embedded petstore (default: off)')
    .option('--strict', 'ask the questions of tier 2 too, and those of tier 3 as information (default: off)')
    .addOption(
      new Option(
        '--phase <name>',
        `run only this phase; repeatable: ${PHASES.join(', ')} (default: all but fuzz)`,
      ).argParser((text, before: readonly string[] | undefined) => collected(oneOf(...PHASES)(text), before)),
    )
    .addOption(
      new Option('--operation <id>', 'only this operation, or METHOD /path; repeatable (default: all)').argParser(
        collected,
      ),
    )
    .addOption(
      new Option('--tag <name>', 'only operations with this tag; repeatable (default: all)').argParser(collected),
    )
    .addOption(
      new Option('--exclude <id>', 'leave this operation or tag out; repeatable (default: none)').argParser(collected),
    )
    .addOption(
      new Option(
        '--only <what>',
        'only this case, or what has to do with this operation, with all that it needs; or what can show the finding with this fingerprint, until it is seen; repeatable (default: all)',
      ).argParser(collected),
    )
    .addOption(
      new Option('--seed <number>', 'the same seed gives the same cases (default: 1)').argParser(
        wholeNumber(-2147483648, 2147483647),
      ),
    )
    .option('--now <instant>', 'instant that lifecycle is judged by (default: now)')
    .addOption(
      new Option(
        '--fuzz <number>',
        'generated requests per operation, shrunk to the smallest failing one (default: 0)',
      ).argParser(wholeNumber(0, 1000000)),
    )
    .option('--scenarios <path>', 'folder or file of scenarios (default: those of the embedded document, else none)')
    .option(
      '--fixtures <file>',
      'ids of records that exist, by resource, for a target that is only read (default: those of the embedded document, else none)',
    )
    .addOption(
      new Option(
        '--header <field>',
        'header field for every request, such as "X-Team: qa"; its value is a secret; repeatable (default: none)',
      ).argParser(collected),
    )
    .option('--bearer <token>', 'bearer token (default: $STANDIN_BEARER)')
    .option('--basic <user:password>', 'basic credentials (default: $STANDIN_BASIC)')
    .addOption(
      new Option('--api-key <scheme=key>', 'key for a named security scheme; repeatable (default: none)').argParser(
        collected,
      ),
    )
    .option(
      '--auth-cmd <command>',
      'shell command that prints a bearer token, or header fields, one a line; run before, and once more when it is refused (default: none)',
    )
    .option('--allow-writes', 'send writes to a target that is not on this machine (default: off)')
    .option(
      '--touch-existing',
      'also change and delete records that the run did not create; each one is reported (default: off)',
    )
    .option(
      '--disruptive',
      'also run what acts on the whole service or on our own login and cannot be put back (logout, shutdown, purge), last of all (default: off)',
    )
    .addOption(
      new Option(
        '--concurrency <number>',
        'requests in flight (default: 8; 16 of a quick target on this machine, 2 of a slow one)',
      ).argParser(wholeNumber(1, 1000)),
    )
    .option('--rate <quota>', 'requests per s, m or h, such as 50/s (default: as fast as it goes)')
    .addOption(
      new Option('--timeout <ms>', 'milliseconds for one exchange, all in all (default: 10000)').argParser(
        wholeNumber(1, 3600000),
      ),
    )
    .addOption(
      new Option('--max-bytes <bytes>', 'largest answer (default: 16777216)').argParser(wholeNumber(1, 2147483647)),
    )
    .option('--follow', 'follow redirects, at most 5, never with credentials to another origin (default: off)')
    .option('--insecure', 'accept any TLS certificate (default: off)')
    .option('--wait <time>', 'wait for the target to answer, such as 30s (default: 0s)')
    .addOption(reportOption())
    .option('--baseline <file>', 'findings that are known and excused (default: none)')
    .option('--update-baseline', 'write the findings of this run into the baseline (default: off)')
    .addOption(failOn())
    .addOption(
      new Option('--sunset-warn <days>', 'report a sunset so many days before (default: 90)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option('--sunset-fail <days>', 'fail so many days before a sunset (default: never)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option(
        '--deprecation-budget <number>',
        'uses of deprecated parts, by one scenario or client, beyond which the run fails (default: any)',
      ).argParser(wholeNumber(0, 2147483647)),
    )
    .addOption(checkOverrides())
    .addOption(minCoverage())
    .addOption(
      new Option(
        '--time-budget <ms>',
        'milliseconds that the median answer of an operation may take (default: 2000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .addOption(new Option('--shard <i/n>', 'only part i of n (default: all)').argParser(shardOf))
    .addOption(
      new Option(
        '--second-opinion <tool>',
        'have another tool look at the same target too, after the run: dredd (default: none)',
      ).argParser(oneOf('dredd')),
    )
    .addOption(
      new Option('--second-opinion-hooks <file>', 'hook file for Dredd; repeatable (default: none)').argParser(
        collected,
      ),
    )
    .option(
      '--har <file>',
      "judge the exchanges recorded in a HAR file, or in a mock's journal, and send nothing (default: none)",
    )
    .option('--ledger <file>', 'write down what is created as it is created, for --clean after a crash (default: none)')
    .option(
      '--clean <file>',
      'only remove what a run left behind, as its ledger or its json report lists it (default: none)',
    )
    .option('--dry-run', 'print the plan and send nothing (default: off)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print the events, one JSON object a line (default: off)');
}

function shardOf(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('It has to be part/parts, such as 2/4.');
  return { index: Number(index), of: Number(of) };
}
