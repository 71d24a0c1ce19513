import { type Command, InvalidArgumentError, Option } from 'commander';
import { PHASES } from '../library/index.ts';
import { checkOverrides } from './check-overrides.ts';
import { collected, oneOf, wholeNumber } from './choices.ts';
import { failOn } from './fail-on.ts';
import { minCoverage } from './min-coverage.ts';
import { compareOption, reportOption } from './reports.ts';

/** Adds every option of `standin check`, with its value and default. */
export function withCheckOptions(command: Command): Command {
  return command
    .option('--self [document]', 'start a mock of the document and check it: the whole loop in one command')
    .option('--petstore', 'use the embedded petstore as the document (default: off)')
    .option(
      '--strict',
      'also run the checks of tier 2, and those of tier 3 as information; standin checks lists the tiers (default: off)',
    )
    .addOption(
      new Option(
        '--phase <name>',
        `run only this phase; repeatable: ${PHASES.join(', ')} (default: all but fuzz)`,
      ).argParser((text, before: readonly string[] | undefined) => collected(oneOf(...PHASES)(text), before)),
    )
    .addOption(
      new Option(
        '--operation <id>',
        'check only this operation (operationId or METHOD /path); repeatable (default: all)',
      ).argParser(collected),
    )
    .addOption(
      new Option('--tag <name>', 'check only operations with this tag; repeatable (default: all)').argParser(collected),
    )
    .addOption(
      new Option('--exclude <id>', 'skip this operation or tag; repeatable (default: none)').argParser(collected),
    )
    .addOption(
      new Option(
        '--only <what>',
        're-run part of a check: one case, one operation, or one finding (by fingerprint); setup steps that it depends on run too; repeatable (default: all)',
      ).argParser(collected),
    )
    .addOption(
      new Option(
        '--seed <number>',
        'seed of the generated requests; the same seed gives the same cases (default: 1)',
      ).argParser(wholeNumber(-2147483648, 2147483647)),
    )
    .option('--now <instant>', 'date or RFC 3339 instant by which deprecations and sunsets are judged (default: now)')
    .addOption(
      new Option(
        '--fuzz <number>',
        'random requests per operation; a failing one is shrunk to the smallest that fails (default: 0)',
      ).argParser(wholeNumber(0, 1000000)),
    )
    .option('--scenarios <path>', 'file or folder with scenarios (default: none; the embedded petstore has its own)')
    .option(
      '--fixtures <file>',
      'file with ids of existing records, by resource, for a target that is only read (default: none; the embedded petstore has its own)',
    )
    .option(
      '--values <file>',
      'file or module with values that the target takes, by place: createPet#/body/name, Pet.status, limit (default: none)',
    )
    .option(
      '--draft-values <file>',
      'after the run, write the values that a person can fill in for --values, with the reasons of the service (default: none)',
    )
    .addOption(
      new Option(
        '--header <field>',
        'header field to send with every request, such as "X-Team: qa"; reports do not show its value; repeatable (default: none)',
      ).argParser(collected),
    )
    .option('--bearer <token>', 'bearer token to send (default: $STANDIN_BEARER)')
    .option('--basic <user:password>', 'Basic credentials to send (default: $STANDIN_BASIC)')
    .addOption(
      new Option(
        '--api-key <scheme=key>',
        'API key for a security scheme of the document; repeatable (default: none)',
      ).argParser(collected),
    )
    .option(
      '--auth-cmd <command>',
      'shell command that prints a bearer token, or header fields (one per line); it runs before the check, and again when the target refuses the credential (default: none)',
    )
    .option('--allow-writes', 'allow writes to a target that is not on this machine (default: off)')
    .option(
      '--touch-existing',
      'allow changes to records that the run did not create; the report lists each one (default: off)',
    )
    .option(
      '--disruptive',
      'also call operations that affect the whole service or the login of the run and cannot be undone (logout, shutdown, purge); they run last (default: off)',
    )
    .addOption(
      new Option(
        '--concurrency <number>',
        'requests in parallel (default: 8; 16 for a fast target on this machine, 2 for a slow one)',
      ).argParser(wholeNumber(1, 1000)),
    )
    .option('--rate <quota>', 'maximum requests per s, m or h, such as 50/s (default: no limit)')
    .addOption(
      new Option(
        '--timeout <ms>',
        'time limit for one request and its answer, in milliseconds (default: 10000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .addOption(
      new Option('--max-bytes <bytes>', 'largest answer to read, in bytes (default: 16777216)').argParser(
        wholeNumber(1, 2147483647),
      ),
    )
    .option('--follow', 'follow up to 5 redirects; credentials are never sent to another origin (default: off)')
    .option('--insecure', 'accept any TLS certificate (default: off)')
    .option('--wait <time>', 'time to wait until the target answers, such as 30s (default: 0s)')
    .option(
      '--time-limit <time>',
      'time that the cases may take, such as 5m: the most telling ones run first, and the report says what was left (default: no limit)',
    )
    .addOption(reportOption())
    .addOption(compareOption())
    .option('--baseline <file>', 'file with known findings, which do not fail the run (default: none)')
    .option('--update-baseline', 'write the findings of this run to the baseline file (default: off)')
    .addOption(failOn())
    .addOption(
      new Option('--sunset-warn <days>', 'warn about a sunset this many days before it (default: 90)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option('--sunset-fail <days>', 'fail this many days before a sunset (default: never)').argParser(
        wholeNumber(0, 36500),
      ),
    )
    .addOption(
      new Option(
        '--deprecation-budget <number>',
        'uses of deprecated parts that one scenario or client may make before the run fails (default: any)',
      ).argParser(wholeNumber(0, 2147483647)),
    )
    .addOption(checkOverrides())
    .addOption(minCoverage())
    .addOption(
      new Option(
        '--time-budget <ms>',
        'median response time that an operation may have, in milliseconds (default: 2000)',
      ).argParser(wholeNumber(1, 3600000)),
    )
    .addOption(
      new Option(
        '--shard <i/n>',
        'run only part i of n of the cases; standin merge joins the reports (default: all)',
      ).argParser(shardOf),
    )
    .addOption(
      new Option(
        '--second-opinion <tool>',
        'after the run, also check the target with another tool: dredd (default: none)',
      ).argParser(oneOf('dredd')),
    )
    .addOption(
      new Option('--second-opinion-hooks <file>', 'hook file for Dredd; repeatable (default: none)').argParser(
        collected,
      ),
    )
    .option(
      '--har <file>',
      'check the traffic recorded in a HAR file or in the journal of a mock, and send nothing (default: none)',
    )
    .option(
      '--ledger <file>',
      'record each created record in this file, so that --clean can remove it after a crash (default: none)',
    )
    .option(
      '--clean <file>',
      'only remove the records that an earlier run left behind; the file is its ledger or its json report (default: none)',
    )
    .option('--dry-run', 'print the planned requests and send nothing (default: off)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .option('--json', 'print the events of the run, one JSON object per line (default: off)');
}

function shardOf(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (index === undefined || of === undefined || Number(index) < 1 || Number(index) > Number(of))
    throw new InvalidArgumentError('It must be i/n, such as 2/4.');
  return { index: Number(index), of: Number(of) };
}
