import type { Violation } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { createSchemas, type Schemas } from '../compile/schemas.ts';
import type { UnenforceableRule } from '../copy/schema-copier.ts';
import type { Deviation } from '../deviations/deviation.ts';
import { DEVIATIONS } from '../deviations/index.ts';
import { explain, type Subject, undecidedCode } from '../judge/explain.ts';
import { planOperation, type ValidationPlan } from '../judge/operation-plan.ts';
import { judgeRequest, keepsContract } from '../judge/request.ts';
import { judgeResponse } from '../judge/response.ts';
import { unwritable } from '../judge/unwritable.ts';
import type { Validator } from '../judge/validator.ts';
import type { OnFault } from '../model/faults.ts';
import type { PatternTests } from '../model/pattern-budget.ts';
import { createPatternTests } from '../model/pattern-engine.ts';
import { createConsultation } from './ask-prism.ts';
import { createPrism, type Prism } from './prism.ts';

export interface ValidatorOptions {
  readonly api: Api;
  /**
   * `false`: Prism is asked about every message, not only about those that the quick verdict doubts.
   * Default true.
   */
  readonly fast?: boolean;
  /**
   * `prism` (the default): Prism and the deviations explain a refusal. `own`: Prism is not used and not
   * loaded.
   */
  readonly explain?: 'prism' | 'own';
  /** Called with faults of standin, not of the message. */
  readonly onFault?: OnFault;
  /** The deviations from Prism. Default: all. An empty list gives Prism's own verdict. */
  readonly deviations?: readonly Deviation[];
  /** Prism with its known operations, to be shared among reloads of a document. Default: a new one. */
  readonly prism?: Prism;
  /** Compiled schemas of another validator of the same document, to be shared with it. Default: new ones. */
  readonly schemas?: Schemas;
}

/** A validator with functions for its owner. */
export interface OwnedValidator extends Validator {
  /** The compiled schemas. A validator of another Api over the same schema objects may use them. */
  readonly schemas: Schemas;
  /** Rules of an operation that cannot be enforced, complete for what was judged so far. */
  unenforceable(operation: Operation): readonly UnenforceableRule[];
  /** Loads Prism (150–400 ms, blocking) before the first refusal needs it. Call it when idle. */
  warm(): void;
}

/** Makes the validator of one Api. Schemas compile per operation, on first use. */
export function createValidator(options: ValidatorOptions): OwnedValidator {
  const { api, fast = true, onFault = () => {} } = options;
  const asksPrism = (options.explain ?? 'prism') === 'prism';
  const prism = options.prism ?? createPrism();
  const schemas =
    options.schemas ??
    createSchemas(
      api,
      createPatternTests((pattern) => onFault({ kind: 'pattern-undecided', pattern })),
    );
  const { patterns } = schemas;
  const consultation = createConsultation(api, prism, onFault, options.deviations ?? DEVIATIONS);
  const plans = new WeakMap<Operation, ValidationPlan>();
  const planOf = (operation: Operation): ValidationPlan => {
    const known = plans.get(operation);
    if (known !== undefined) return known;
    const plan = planOperation(operation, api, schemas);
    plans.set(operation, plan);
    return plan;
  };
  const isSettled = (own: readonly Violation[]): boolean => !asksPrism || (fast && own.length === 0);

  return {
    schemas,
    request: (operation, request, parameters) => {
      patterns.begin();
      const plan = planOf(operation);
      const own = withUndecided(judgeRequest(plan, request, parameters), 'body.schema', patterns);
      return isSettled(own) ? own : consultation.request(plan, request, parameters, own);
    },
    keeps: (operation, request, parameters) => {
      patterns.begin();
      return keepsContract(planOf(operation), request, parameters) && !patterns.gaveUp;
    },
    response: (operation, response) => {
      patterns.begin();
      const plan = planOf(operation);
      const own = withUndecided(judgeResponse(plan, response), 'response.body-schema', patterns);
      return isSettled(own) ? own : consultation.response(plan, response, own);
    },
    value: (schema, value, direction) => {
      patterns.begin();
      const compiled = schemas.compiled(schema, direction);
      const code = direction === 'request' ? 'body.schema' : 'response.body-schema';
      const subject: Subject = { pointer: '', noun: 'The value', name: '', code };
      return withUndecided(compiled.accepts(value) ? [] : explain(compiled, value, subject), code, patterns);
    },
    accepts: (schema, value, direction) => {
      patterns.begin();
      return schemas.compiled(schema, direction).accepts(value) && !patterns.gaveUp;
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

/** A message with an undecided pattern is not accepted, even if the pattern is in a `not`. */
function withUndecided(
  found: readonly Violation[],
  code: 'body.schema' | 'response.body-schema',
  patterns: PatternTests,
): readonly Violation[] {
  if (!patterns.gaveUp || found.length > 0) return found;
  const message =
    'The message could not be matched against all patterns of the document within the time for one message';
  return [{ code: undecidedCode(code), pointer: '', keyword: 'pattern', message }];
}
