import type { Parameter } from '../../spec/index.ts';
import type { ComparisonContext } from '../judge/context.ts';
import { isSentAsCredentials } from '../judge/credentials.ts';
import { sentRequest } from '../judge/curl.ts';
import { removalOf } from '../judge/lifecycle-changes.ts';
import { drawMessage, refusalOf, violationsOf } from '../judge/message-proof.ts';
import { pairParameters, parameterNoun } from '../judge/parameter-pairs.ts';
import { type OperationRule, requestFlow } from '../judge/rule.ts';
import type { Change, OperationPair } from '../model/change.ts';

/**
 * Added and removed parameters, and parameters that became required. The witness is a request without the parameter.
 */
export const parameterPresence: OperationRule = {
  name: 'parameter-presence',
  compare: (pair, { context }) => {
    if (requestFlow(pair) === 'received') return receivedPresence(pair, context);
    const { base, revision } = pair;
    const { pairs, removed, added } = pairParameters(base, revision);
    const isNewlyRequired = (each: Parameter): boolean => each.required && !isSentAsCredentials(base.security, each);
    const required = [
      ...added
        .filter((each) => isNewlyRequired(each) && each.in !== 'path')
        .map((each) => ({ check: 'parameter.added-required', each, before: base.pointer })),
      ...pairs
        .filter((both) => isNewlyRequired(both.revision) && !both.base.required)
        .map((both) => ({ check: 'parameter.required', each: both.revision, before: both.base.pointer })),
    ];
    const request = required.length === 0 ? undefined : drawMessage({ accepts: context.base, acceptor: base }, {});
    const refusals = request === undefined ? [] : (violationsOf(context.revision, revision, request) ?? []);
    return [
      ...required.map(({ check, each, before }): Change => {
        const name = each.in === 'header' ? each.name.toLowerCase() : each.name;
        const refusal = refusals.find(
          ({ pointer }) => pointer === `/${each.in}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        );
        const common = {
          base: before,
          revision: each.pointer,
          subject: `${each.in} ${each.name}`,
          keyword: 'required',
        };
        if (request === undefined || refusal === undefined)
          return {
            ...common,
            check: 'undecided.required',
            about: 'undecided',
            severity: 'warning',
            message: `${parameterNoun(each)} is required now, and no request was found that shows it`,
          };
        return {
          ...common,
          check,
          severity: 'error',
          proof: 'witness',
          message: `${parameterNoun(each)} is required now`,
          witness: { kind: 'request', value: null, ...sentRequest(request), refusal: refusalOf(refusal) },
        };
      }),
      ...added
        .filter((each) => !isNewlyRequired(each))
        .map(
          (each): Change => ({
            check: 'parameter.added',
            severity: 'info',
            revision: each.pointer,
            subject: each.name,
            message: `${parameterNoun(each)} is new`,
          }),
        ),
      ...removed
        .filter((each) => each.in !== 'path' && !isSentAsCredentials(revision.security, each))
        .map(
          (each): Change => ({
            base: each.pointer,
            subject: `${each.in} ${each.name}`,
            ...(removalOf(each.lifecycle, parameterNoun(each), context) ?? {
              check: 'parameter.removed',
              severity: 'warning',
              message: `${parameterNoun(each)} is no longer read`,
              stability: each.lifecycle.stability,
            }),
          }),
        ),
      ...pairs
        .filter((both) => both.base.required && !both.revision.required)
        .map(
          (both): Change => ({
            check: 'request.widened',
            severity: 'info',
            base: both.base.pointer,
            revision: both.revision.pointer,
            keyword: 'required',
            message: `${parameterNoun(both.base)} is optional now`,
          }),
        ),
    ];
  },
};

/** Parameters that the service sends: a client of a webhook reads them as it reads header fields of answers. */
function receivedPresence({ base, revision }: OperationPair, context: ComparisonContext): readonly Change[] {
  const { pairs, removed, added } = pairParameters(base, revision);
  const lost = (each: Parameter, places: Pick<Change, 'base' | 'revision'>, words: string): Change => ({
    ...places,
    check: each.required ? 'response.header-lost' : 'response.header-removed',
    severity: each.required ? 'error' : 'warning',
    ...(each.required ? { proof: 'promise' } : {}),
    subject: `${each.in} ${each.name}`,
    stability: each.lifecycle.stability,
    message: `${parameterNoun(each)} ${words}`,
  });
  return [
    ...removed
      .filter((each) => each.in !== 'path')
      .map((each) => ({
        ...lost(each, { base: each.pointer, revision: revision.pointer }, 'is no longer sent'),
        ...removalOf(each.lifecycle, parameterNoun(each), context),
      })),
    ...pairs
      .filter((both) => both.base.required && !both.revision.required)
      .map((both) =>
        lost(both.base, { base: both.base.pointer, revision: both.revision.pointer }, 'may be absent now'),
      ),
    ...added.map(
      (each): Change => ({
        check: 'response.header-added',
        severity: 'info',
        revision: each.pointer,
        subject: `${each.in} ${each.name}`,
        message: `${parameterNoun(each)} is new`,
      }),
    ),
  ];
}
