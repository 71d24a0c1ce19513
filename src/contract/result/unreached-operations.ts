import { isSafe, templateNames } from '../../spec/index.ts';
import type { OperationSeen } from '../judge/coverage.ts';
import type { Coverage, UnreachedOperation } from '../model/coverage-facts.ts';
import { STOPPED } from '../model/flow.ts';
import { placesInWords } from '../requests/places-in-words.ts';
import type { RunRecord } from './run-record.ts';

/** How many refusals, and reasons, of one operation are shown. */
const MOST_REFUSALS = 3;

/** Statuses that other values may change, beside a success with the content of an error. A service may fail on a value that it does not know. */
const OF_VALUES = new Set([400, 409, 422, 500]);

/**
 * For each operation without a success, the operation at the end of its chain of needs, if that is another
 * one.
 */
export function neededBy({ operations }: Coverage): ReadonlyMap<string, string> {
  const needs = new Map(
    operations.flatMap(({ operation, unreached }) =>
      unreached?.needs === undefined ? [] : [[operation, unreached.needs] as const],
    ),
  );
  const endOf = (id: string, steps: number): string => {
    const next = steps > needs.size ? undefined : needs.get(id);
    return next === undefined ? id : endOf(next, steps + 1);
  };
  return new Map([...needs.keys()].map((id) => [id, endOf(id, 0)]));
}

/** Coverage with the reasons for each operation without a success. */
export function withReasons(coverage: Coverage, { context, coverage: book, plan }: RunRecord): Coverage {
  const missed = new Set(coverage.operations.filter(({ reached }) => !reached).map(({ operation }) => operation));
  const reasonOf = (id: string): UnreachedOperation => {
    const needs = makerOf(id);
    const refusals = refusalsOf(book.of(id));
    return {
      refusals,
      reasons: refusals.length > 0 ? [] : reasonsOf(id),
      values:
        needs === undefined || needs === id
          ? [...valuesFor(id, refusals), ...idFor(id, refusals)]
          : valuesFor(id, refusals),
      ...(needs === undefined || needs === id || !missed.has(needs) ? {} : { needs }),
    };
  };
  /** The operation that creates the item in the path of this one. */
  const makerOf = (id: string): string | undefined => {
    const operation = plan.operations.find((each) => each.id === id);
    const owner = operation === undefined ? undefined : context.index.ownerOf(operation.path);
    return owner === undefined ? undefined : context.index.operation(owner, 'create')?.id;
  };
  const valuesFor = (id: string, refusals: UnreachedOperation['refusals']): readonly string[] => {
    const operation = plan.operations.find((each) => each.id === id);
    const ofValues = refusals.filter(({ status }) => status < 300 || OF_VALUES.has(status));
    if (operation === undefined || ofValues.length === 0) return [];
    return placesInWords(
      context.api,
      operation,
      ofValues.flatMap(({ words }) => words ?? []),
    );
  };
  /** The id at the end of the path of a read that always answers 404: no operation makes what it reads. */
  const idFor = (id: string, refusals: UnreachedOperation['refusals']): readonly string[] => {
    const operation = plan.operations.find((each) => each.id === id);
    const name = operation === undefined ? undefined : templateNames(operation.path).at(-1);
    const isMissing = refusals.length > 0 && refusals.every(({ status }) => status === 404);
    return operation !== undefined && name !== undefined && isMissing && isSafe(operation.method)
      ? [`${id}#/path/${name}`]
      : [];
  };
  const reasonsOf = (id: string): readonly string[] => {
    const reasons = [...(book.of(id)?.inconclusiveReasons ?? [])]
      .sort(([, one], [, other]) => other - one)
      .map(([reason]) => reason);
    const left = plan.counts.leftOut.flatMap(({ operation, reason }) => (operation === id ? [reason] : []));
    return [...new Set([...reasons.filter((reason) => reason !== STOPPED), ...left])].slice(0, MOST_REFUSALS);
  };
  const refusalsOf = (seen: OperationSeen | undefined): UnreachedOperation['refusals'] =>
    [...(seen?.refusals.values() ?? [])]
      .sort((one, other) => other.count - one.count)
      .slice(0, MOST_REFUSALS)
      .map((each) => ({ ...each, ...(each.words === undefined ? {} : { words: context.redactor.text(each.words) }) }));
  return {
    ...coverage,
    operations: coverage.operations.map((each) =>
      each.reached ? each : { ...each, unreached: reasonOf(each.operation) },
    ),
  };
}
