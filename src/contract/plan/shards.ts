import { createHash } from 'node:crypto';
import type { Api } from '../../spec/index.ts';
import type { Flow } from '../model/flow.ts';
import type { PlanOptions } from '../model/options.ts';

/**
 * The flows of one shard. A group (all flows on items of one resource) stays whole, because its cases
 * compare what the service shows of these items. Groups are assigned from the largest to the smallest, each
 * to the shard with the fewest cases so far.
 */
export function flowsOfShard(flows: readonly Flow[], shard: PlanOptions['shard']): readonly Flow[] {
  if (shard === undefined) return flows;
  const mine = groupsOfShard(casesOfGroups(flows), shard);
  return flows.filter(({ group }) => mine.has(group));
}

function casesOfGroups(flows: readonly Flow[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { group, cases } of flows) sizes.set(group, (sizes.get(group) ?? 0) + cases.length);
  return sizes;
}

function groupsOfShard(
  sizes: ReadonlyMap<string, number>,
  { index, of }: NonNullable<PlanOptions['shard']>,
): ReadonlySet<string> {
  const loads = Array.from({ length: of }, () => 0);
  const mine = new Set<string>();
  const largestFirst = [...sizes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [group, cases] of largestFirst) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + cases;
    if (least === index - 1) mine.add(group);
  }
  return mine;
}

/** Identifies the whole plan of a document, so that shards of different plans are not merged. */
export function planDigest(flows: readonly Flow[], api: Pick<Api, 'files'>): string {
  const hash = createHash('sha256');
  for (const { text } of api.files) hash.update(text);
  for (const { cases } of flows) for (const each of cases) hash.update(JSON.stringify(each));
  return hash.digest('hex').slice(0, 16);
}
