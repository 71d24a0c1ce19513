import { missingShards, type RunEvent, type Summary } from '../../contract/index.ts';
import { StandinError } from '../../core/index.ts';

/** The report of one run, and the file that it was read from. */
export interface RunReport {
  readonly path: string;
  readonly started: Extract<RunEvent, { type: 'run-started' }>;
  readonly events: readonly RunEvent[];
  readonly summary: Summary;
}

/**
 * Checks that reports are shards of one run, each given once. Throws `usage` if not, or if one is missing
 * without `allowMissing`. A single report of a whole run is accepted.
 */
export function assertShardsOfOneRun(reports: readonly RunReport[], allowMissing: boolean): void {
  const [first, ...rest] = reports;
  if (first === undefined) throw new StandinError('usage', 'There is no report to merge.');
  if (rest.length === 0 && first.summary.shard === undefined) return;
  for (const report of reports) assertShard(report);
  for (const report of rest) assertSameRun(first, report);
  const taken = new Map<string, string>();
  for (const { path, summary } of reports) {
    const shard = summary.shard ?? '';
    const other = taken.get(shard);
    if (other !== undefined)
      throw new StandinError('usage', `${other} and ${path} are both shard ${shard}.`, {
        hint: 'Give the report of each shard only once.',
      });
    taken.set(shard, path);
  }
  const missing = missingShards(reports.map(({ summary }) => summary));
  if (missing.length === 0 || allowMissing) return;
  throw new StandinError(
    'usage',
    missing.length === 1 ? `Shard ${missing[0]} is missing.` : `Shards ${missing.join(', ')} are missing.`,
    { hint: 'Give their reports too, or use --allow-missing to merge the others alone.' },
  );
}

function assertShard({ path, summary }: RunReport): void {
  if (summary.shard === undefined)
    throw new StandinError('usage', `${path} is the report of a whole run, not of a shard.`, {
      hint: 'Only runs with --shard (such as --shard 1/3) are merged. The report of a whole run is complete as it is.',
    });
}

/** What the shards of one run have in common. */
const COMMON: readonly (readonly [string, (report: RunReport) => unknown])[] = [
  ['API', ({ summary: { api } }) => `${api.title} ${api.version}`],
  ['number of shards', ({ summary }) => Number(summary.shard?.split('/')[1])],
  ...(['seed', 'strict', 'phases', 'operations', 'tags', 'exclude', 'only', 'fuzz', 'allowWrites'] as const).map(
    (name) => [`setting \`${name}\``, ({ started }: RunReport) => started.settings[name]] as const,
  ),
];

function assertSameRun(one: RunReport, other: RunReport): void {
  const apart = `${one.path} and ${other.path} are not shards of the same run`;
  const hint = 'Run every shard with the same document and options, each with its own --shard.';
  for (const [name, read] of COMMON) {
    const [mine, theirs] = [one, other].map((report) => JSON.stringify(read(report)) ?? 'not given');
    if (mine !== theirs)
      throw new StandinError('usage', `${apart}: the ${name} is ${mine} in one and ${theirs} in the other.`, {
        hint,
      });
  }
  const [plan, otherPlan] = [one.summary.part?.plan, other.summary.part?.plan];
  if (plan !== otherPlan)
    throw new StandinError('usage', `${apart}: their plans differ.`, {
      hint: 'The document, its scenarios or the settings of checks have changed between the two runs: run all shards again.',
    });
}
