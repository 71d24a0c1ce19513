import { documentedOperations } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { RunRecord } from '../result/run-record.ts';

/** Operations whose cases send requests; recorded traffic and scenarios have their own. */
export function plannedOperations({ waiting, options }: Pick<RunRecord, 'waiting' | 'options'>): readonly Operation[] {
  const ids = new Set(
    waiting
      .filter(({ phase }) => phase !== 'traffic' && phase !== 'scenarios')
      .flatMap(({ cases }) => cases.flatMap(({ operation }) => operation ?? [])),
  );
  return documentedOperations(options.api).filter(({ id }) => ids.has(id));
}
