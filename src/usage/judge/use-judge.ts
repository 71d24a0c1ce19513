import type { Generator } from '../../generation/index.ts';
import { type Api, type Operation, unnamedTemplate } from '../../spec/index.ts';
import type { ClientUse, DistilledUse, ExchangeUse, InteractionUse } from '../../traffic/index.ts';
import type { Validator } from '../../validation/index.ts';
import { partBreaches } from './part-breaches.ts';
import { requestBreaches } from './request-breaches.ts';
import { answerBreaches, expectationBreaches } from './response-breaches.ts';
import type { UseBreach } from './use-breach.ts';

/** A document with what draws and judges its messages. */
export interface UseJudgeOptions {
  readonly api: Api;
  readonly validator: Validator;
  readonly generator: Generator;
}

/** Checks uses of clients against one document. */
export interface UseJudge {
  /** The operation that a use calls. */
  operationOf(use: ClientUse): Operation | undefined;
  /** The parts of a use that the document does not serve. */
  breaches(use: ClientUse): readonly UseBreach[];
}

export function createUseJudge(options: UseJudgeOptions): UseJudge {
  const { api, validator } = options;
  const byTemplate = new Map(api.operations.map((operation) => [keyOf(operation), operation]));
  const byLabel = new Map(api.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const distilled = (use: DistilledUse): Operation | undefined =>
    byLabel.get(`${use.method} ${use.path}`) ?? byTemplate.get(keyOf(use));
  const matched = (use: ExchangeUse | InteractionUse): ReturnType<Api['match']> => api.match(use.request);
  return {
    operationOf: (use) => {
      if (use.kind === 'distilled') return distilled(use);
      const match = matched(use);
      return match.kind === 'found' ? match.operation : undefined;
    },
    breaches: (use) => {
      if (use.kind === 'distilled') {
        const operation = distilled(use);
        return operation === undefined
          ? [missingOperation(`${use.method} ${use.path}`, use.calls)]
          : partBreaches(api, operation, use);
      }
      const match = matched(use);
      if (match.kind !== 'found')
        return isRefusal(statusOf(use)) ? [] : [missingOperation(`${use.request.method} ${use.request.path}`, 1)];
      const { operation, pathParams } = match;
      const isBodyKnown = use.kind === 'interaction' || use.unjudged === undefined;
      const sent = isRefusal(statusOf(use))
        ? []
        : requestBreaches({ api, validator, operation, pathParams }, use.request, { isBodyKnown });
      const got =
        use.kind === 'interaction'
          ? expectationBreaches(api, operation, use.expected, options)
          : use.response === undefined || !isBodyKnown
            ? []
            : answerBreaches(api, operation, use.response);
      return [...sent, ...got];
    },
  };
}

/**
 * Statuses by which the service refused the request; what the document says about the request does not
 * matter then.
 */
const REFUSALS: ReadonlySet<number> = new Set([400, 404, 405, 406, 413, 414, 415, 422, 501]);

const isRefusal = (status: number | undefined): boolean => status !== undefined && REFUSALS.has(status);

const statusOf = (use: ExchangeUse | InteractionUse): number | undefined =>
  use.kind === 'interaction' ? use.expected.status : use.response?.status;

const keyOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${unnamedTemplate(path)}`;

function missingOperation(called: string, calls: number): UseBreach {
  return {
    at: '/operation',
    code: 'operation.missing',
    message: `The document does not have ${called.split('?')[0]}.`,
    certain: true,
    calls,
  };
}
