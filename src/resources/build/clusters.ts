import type { Schema } from '../../spec/index.ts';
import { draftCollection } from '../drafts/collection-drafts.ts';
import { isCollection } from '../drafts/draft.ts';
import type { View } from '../drafts/views.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { type Family, findFamilies } from '../evidence/families.ts';
import type { Resource } from '../model/model.ts';
import { type NamedPath, nameAll } from '../model/names.ts';
import type { PathGroup, PathMap } from '../model/paths.ts';
import { clusterKey } from '../model/words.ts';
import { buildCollection, buildSingleton, type Surroundings } from './build.ts';
import { hiddenIdentity } from './hidden-item.ts';

/** All resources whose last segment has the same singular. Naming and merging only compare resources of one cluster. */
export interface Cluster {
  readonly resources: readonly Resource[];
  collectionOf(
    group: PathGroup,
  ): { readonly resource: Resource; readonly evidence: Evidence; readonly family: Family } | undefined;
  singletonOf(group: PathGroup): Resource | undefined;
}

export interface ClusterSources extends Surroundings {
  readonly paths: PathMap;
  evidenceOf(group: PathGroup): Evidence;
  viewOf(group: PathGroup): View | undefined;
  /** True if the user gave an operation of the group a role with state. */
  isCorrected(group: PathGroup): boolean;
}

export function buildCluster(word: string, sources: ClusterSources): Cluster {
  const { paths, shapes } = sources;
  const groups = paths.named(word).filter((group) => sources.viewOf(group) === undefined);
  if (groups.length === 0) return NOTHING;
  const holds = (e: Evidence): boolean =>
    isCollection(e, paths.continues(`${e.group.key}/{}`)) || sources.isCorrected(e.group);
  const families = findFamilies(shapes, groups, sources.evidenceOf, holds);
  const singles = groups.map(sources.evidenceOf).filter((e) => isSingleton(sources, e));
  const entries = [
    ...families.map((family) => ({ path: family.home.group.base, family })),
    ...singles.map((single) => ({ path: single.group.base, single })),
  ];
  const names = nameAll(entries);
  const collections = new Map<PathGroup, { resource: Resource; evidence: Evidence; family: Family }>();
  const singletons = new Map<PathGroup, Resource>();
  for (const entry of entries) {
    if ('family' in entry) {
      const { family } = entry;
      const hidden = (schema: Schema): Evidence['id'] => {
        const { base } = family.home.group;
        return hiddenIdentity(shapes, paths, { base, word, schema, isOnly: families.length === 1 });
      };
      const resource = buildCollection(
        rename({ entry, members: family.members }, names, word, sources),
        family,
        sources,
        hidden,
      );
      for (const evidence of family.members) collections.set(evidence.group, { resource, evidence, family });
    } else {
      const { single } = entry;
      singletons.set(
        single.group,
        buildSingleton(rename({ entry, members: [single] }, names, word, sources), single, sources),
      );
    }
  }
  return {
    resources: [...new Set([...[...collections.values()].map((c) => c.resource), ...singletons.values()])],
    collectionOf: (group) => collections.get(group),
    singletonOf: (group) => singletons.get(group),
  };
}

/** The cluster of a word in which no path ends. */
const NOTHING: Cluster = { resources: [], collectionOf: () => undefined, singletonOf: () => undefined };

function isSingleton(sources: ClusterSources, evidence: Evidence): boolean {
  const get = evidence.single?.operation;
  return get !== undefined && draftCollection(sources.shapes, get, evidence, false).on === 'singleton';
}

/** A name and the evidence that bears it. */
interface NamedMembers {
  readonly entry: NamedPath;
  readonly members: readonly Evidence[];
}

// A name from the user is a new resource, or moves the operation to the resource that has the name.
function rename(
  { entry, members }: NamedMembers,
  names: ReadonlyMap<NamedPath, string>,
  word: string,
  sources: ClusterSources,
): string {
  const correctedName = members
    .flatMap(({ group }) => [...group.collection, ...group.items])
    .map((operation) => sources.correctionFor(operation).resource)
    .find((name) => name !== undefined);
  const isNew =
    correctedName !== undefined &&
    (clusterKey(correctedName) === clusterKey(word) || sources.paths.named(correctedName).length === 0);
  return isNew && ![...names.values()].includes(correctedName) ? correctedName : (names.get(entry) ?? word);
}
