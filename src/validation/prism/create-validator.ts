import type { Violation } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { createSchemas } from '../compile/schemas.ts';
import type { Unenforceable } from '../copy/schema-copier.ts';
import type { Deviation } from '../deviations/deviation.ts';
import { DEVIATIONS } from '../deviations/index.ts';
import { explain } from '../judge/explain.ts';
import { planOperation, type ValidationPlan } from '../judge/operation-plan.ts';
import { judgeRequest, keepsContract } from '../judge/request.ts';
import { judgeResponse } from '../judge/response.ts';
import { unwritable } from '../judge/unwritable.ts';
import type { Validator } from '../judge/validator.ts';
import type { OnFault } from '../model/faults.ts';
import { createMessageBudget, startMessage } from '../model/message-budget.ts';
import { createConsultation } from './ask-prism.ts';
import { createPrism, type Prism } from './prism.ts';

export interface ValidatorOptions {
  readonly api: Api;
  /** `false`: Prism is asked about every message, not only about those that our quick verdict doubts. Default true. */
  readonly fast?: boolean;
  /** Who explains a refusal: `prism` decides it together with the listed deviations (the default), `own` leaves Prism out and unloaded. */
  readonly explain?: 'prism' | 'own';
  /** Told of trouble that is not the message's. */
  readonly onFault?: OnFault;
  /** In what we differ from Prism on purpose; the whole list unless told, none for Prism's bare word. */
  readonly deviations?: readonly Deviation[];
  /** Prism with its memory of operations, to be shared among reloads of a document. Its own unless given. */
  readonly prism?: Prism;
}

/** A validator with what only its owner needs. */
export interface OwnedValidator extends Validator {
  /** Rules of an operation that no message can be held to; complete for what was judged so far. */
  unenforceable(operation: Operation): readonly Unenforceable[];
  /** Loads Prism (150–400 ms, blocking) before the first refusal needs it. Call it when idle. */
  warm(): void;
}

/** Recursive definitions that Prism may enter for one message: it takes some ten microseconds for each. */
const MOST_EFFORT = 1_000;

/** Makes the validator of one Api. Schemas compile per operation, on first use. */
export function createValidator(options: ValidatorOptions): OwnedValidator {
  const { api, fast = true, onFault = () => {} } = options;
  const asksPrism = (options.explain ?? 'prism') === 'prism';
  const prism = options.prism ?? createPrism();
  const budget = createMessageBudget();
  const schemas = createSchemas(api, (pattern) => onFault({ kind: 'pattern-undecided', pattern }), budget);
  const consultation = createConsultation(api, prism, onFault, options.deviations ?? DEVIATIONS);
  const plans = new WeakMap<Operation, ValidationPlan>();
  const planOf = (operation: Operation): ValidationPlan => {
    const known = plans.get(operation);
    if (known !== undefined) return known;
    const plan = planOperation(operation, api, schemas);
    plans.set(operation, plan);
    return plan;
  };
  /** Whether our own verdict stands. Prism lists the errors of every branch of a recursive schema: where there would be too many, it is not asked. */
  const isSettled = ({ id }: Operation, own: readonly Violation[]): boolean => {
    if (!asksPrism || (fast && own.length === 0)) return true;
    if (budget.spent <= MOST_EFFORT) return false;
    onFault({ kind: 'prism-skipped', operation: id });
    return true;
  };

  return {
    request: (operation, request, parameters) => {
      const plan = planOf(operation);
      startMessage(budget, true);
      const own = judgeRequest(plan, request, parameters);
      return isSettled(operation, own) ? own : consultation.request(plan, request, parameters, own);
    },
    keeps: (operation, request, parameters) => {
      startMessage(budget, true);
      return keepsContract(planOf(operation), request, parameters);
    },
    response: (operation, response) => {
      const plan = planOf(operation);
      startMessage(budget, false);
      const own = judgeResponse(plan, response);
      return isSettled(operation, own) ? own : consultation.response(plan, response, own);
    },
    value: (schema, value, direction) => {
      startMessage(budget, false);
      const compiled = schemas.compiled(schema, direction);
      const code = direction === 'request' ? 'body.schema' : 'response.body-schema';
      return compiled.accepts(value)
        ? []
        : explain(compiled, value, { pointer: '', noun: 'The value', name: '', code });
    },
    accepts: (schema, value, direction) => {
      startMessage(budget, false);
      return schemas.compiled(schema, direction).accepts(value);
    },
    unenforceable: (operation) => {
      const plan = planOf(operation);
      return [...plan.schemas.flatMap((schema) => schema.unenforceable), ...unwritable(plan)];
    },
    warm: () => {
      if (asksPrism) prism.warm();
    },
  };
}
