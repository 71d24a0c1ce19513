import type { Entity } from '../../state/index.ts';
import type { MockContext } from '../model/context.ts';
import { type EntityPlace, idText } from '../model/place.ts';
import { scopesOf } from '../seed/seeds.ts';

/**
 * The entities of a list over all parents: those that clients wrote, and the seeds of its first parents, in
 * order. Seeds of other parents exist only because a request needed them, and no answer may depend on
 * earlier reads.
 */
export function acrossScopes(
  mock: MockContext,
  place: EntityPlace,
  entities: readonly Entity[],
  ordered: boolean,
): readonly Entity[] {
  const scopes = scopesOf(mock, place);
  const first = new Map(scopes.map((scope, index) => [scope.prefix, index]));
  const seeds = new Map((scopes[0] === undefined ? [] : mock.seedsOf(scopes[0])).map(({ id }, index) => [id, index]));
  const rank = (entity: Entity): number => {
    const seed = seeds.get(idText(place, entity.key));
    const scope = first.get(entity.key.slice(0, entity.key.lastIndexOf('/') + 1));
    if (seed === undefined) return Number.POSITIVE_INFINITY;
    if (scope !== undefined) return scope * seeds.size + seed;
    return entity.version > 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  };
  const ranked = entities.map((entity) => ({ entity, rank: rank(entity) })).filter((each) => !Number.isNaN(each.rank));
  return (ordered ? ranked : ranked.toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))).map(
    ({ entity }) => entity,
  );
}
