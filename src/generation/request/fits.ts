import type { Api } from '../../spec/index.ts';
import { createSchemaEvaluator, type SchemaEvaluator } from '../evaluate/schema-evaluator.ts';
import { createSteps, type StepMeter } from '../model/steps.ts';
import { createPatterns } from '../pattern/pattern.ts';

/** Maximum steps for one value. */
const MOST_STEPS = 400_000;

/**
 * Whether a value fits a schema in a direction, without a compiler; `undefined` if it takes too many steps.
 */
export function createFits(
  api: Api,
  meter?: StepMeter,
): (...given: Parameters<SchemaEvaluator>) => boolean | undefined {
  const steps = createSteps(meter);
  const evaluate = createSchemaEvaluator(api, createPatterns(steps), steps);
  return (schema, value, direction) =>
    steps.within<boolean | undefined>(
      MOST_STEPS,
      () => evaluate(schema, value, direction),
      () => undefined,
    );
}
