import type { Violation } from '../core/index.ts';
import type { Api, Operation } from '../spec/index.ts';
import { explain } from './explain.ts';
import { type OperationPlan, planOperation } from './operation-plan.ts';
import { judgeRequest } from './request.ts';
import { judgeResponse } from './response.ts';
import type { Unenforceable } from './schema-copy.ts';
import { createSchemas } from './schemas.ts';
import type { Validator } from './validator.ts';

export interface ValidatorOptions {
  readonly api: Api;
  /** `false`: Prism is asked about every message, not only about those that our quick verdict doubts. Default true. */
  readonly fast?: boolean;
}

/** A validator with what only its owner needs. */
export interface OwnedValidator extends Validator {
  /** Rules of an operation that no message can be held to; complete for what was judged so far. */
  unenforceable(operation: Operation): readonly Unenforceable[];
}

export function createValidator({ api }: ValidatorOptions): OwnedValidator {
  const schemas = createSchemas(api, () => {});
  const plans = new WeakMap<Operation, OperationPlan>();
  const planOf = (operation: Operation): OperationPlan => {
    const plan = plans.get(operation) ?? planOperation(operation, api, schemas);
    plans.set(operation, plan);
    return plan;
  };
  return {
    request: (operation, request, parameters) => judgeRequest(planOf(operation), request, parameters),
    response: (operation, response) => judgeResponse(planOf(operation), response),
    value: (schema, value, direction): readonly Violation[] => {
      const compiled = schemas.compiled(schema, direction);
      if (compiled.accepts(value)) return [];
      return explain(compiled, value, {
        pointer: '',
        noun: 'The value',
        name: '',
        code: direction === 'request' ? 'body.schema' : 'response.body-schema',
      });
    },
    unenforceable: (operation) => planOf(operation).schemas.flatMap((schema) => schema.unenforceable),
  };
}
