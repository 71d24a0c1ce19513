import type { ResponseSpec } from '../../spec/index.ts';

export const isSuccessStatus = (status: string): boolean => /^[23]/.test(status);

/**
 * The range or `default` that a status falls under (OpenAPI 3.1 §4.8.16). Beside a success that is named, `default` is what goes wrong.
 */
export function wider<T extends Pick<ResponseSpec, 'status'>>(responses: readonly T[], status: string): T | undefined {
  const range = responses.find((each) => each.status !== status && each.status === `${status[0]}XX`);
  const isNamed = isSuccessStatus(status) && responses.some((each) => isSuccessStatus(each.status));
  return range ?? (isNamed ? undefined : responses.find((each) => each.status === 'default' && each.status !== status));
}

/** Responses that stand for the same status before and after: by their key, else by the range or `default` that covers them. */
export function pairResponses(
  before: readonly ResponseSpec[],
  after: readonly ResponseSpec[],
): readonly (readonly [base: ResponseSpec, revision: ResponseSpec])[] {
  const same = (all: readonly ResponseSpec[], { status }: ResponseSpec): ResponseSpec | undefined =>
    all.find((each) => each.status === status);
  return [
    ...before.flatMap((one) => {
      const other = same(after, one) ?? wider(after, one.status);
      return other === undefined ? [] : [[one, other] as const];
    }),
    ...after.flatMap((other) => {
      const one = same(before, other) === undefined ? wider(before, other.status) : undefined;
      return one === undefined ? [] : [[one, other] as const];
    }),
  ];
}
