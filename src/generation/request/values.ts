import type { Json } from '../../core/index.ts';
import { createForms, type Schema, type SchemaObject } from '../../spec/index.ts';
import { drawPlan } from '../draw/draw.ts';
import { createBudgets } from '../draw/draw-budgets.ts';
import { createSchemaEvaluator } from '../evaluate/schema-evaluator.ts';
import { chanceAt, childChance } from '../model/chance.ts';
import type { GenerationResult, ValueOptions, Where } from '../model/generator.ts';
import { createPathCuts } from '../model/path-cut.ts';
import { createSteps } from '../model/steps.ts';
import { createPatterns } from '../pattern/pattern.ts';
import type { Drawing, Tools } from '../plan/draw-context.ts';
import { createNegation } from '../plan/negate.ts';
import { objectPlanOf } from '../plan/object-plan.ts';
import { createPlanner, type ValuePlan } from '../plan/plan.ts';
import { isFinitePlan } from '../plan/value-depth.ts';
import { createMovableFake } from '../text/faker.ts';
import { createMeanings, createWords } from '../text/meaning.ts';
import { createVocabulary } from '../text/vocabulary.ts';
import type { GeneratorOptions } from './generator-options.ts';

export function createTools({ api, imageRoot, meter }: GeneratorOptions): Tools {
  const negation = createNegation(api);
  const steps = createSteps(meter);
  const pattern = createPatterns(steps);
  const fakeAt = createMovableFake();
  const tools: Tools = {
    api,
    steps,
    formOf: createForms(api),
    negation,
    pattern,
    cutOf: createPathCuts(),
    planner: createPlanner({ api, negation, steps, finite: (plan) => isFinitePlan(tools, plan, 'response') }),
    check: createSchemaEvaluator(api, pattern, steps),
    meaningOf: createMeanings(),
    wordsOf: createWords(),
    fakeAt,
    vocabulary: createVocabulary(fakeAt),
    imageRoot,
    draw: drawPlan,
  };
  return tools;
}

/** How each try differs from the one before. */
const TRIES: readonly Pick<Drawing, 'optional' | 'examples' | 'wild'>[] = [
  { optional: 'all', examples: true, wild: false },
  { optional: 'all', examples: false, wild: false },
  { optional: 'all', examples: false, wild: false },
  { optional: 'some', examples: false, wild: false },
  { optional: 'some', examples: true, wild: false },
  { optional: 'required', examples: false, wild: false },
  { optional: 'required', examples: true, wild: false },
  { optional: 'some', examples: false, wild: true },
  { optional: 'required', examples: false, wild: true },
  { optional: 'some', examples: false, wild: true },
];

/**
 * Draws values from the plan of their schema. A value counts if `accepts` (else the evaluator) accepts it.
 */
export function createValues(
  tools: Tools,
  { accepts }: GeneratorOptions,
): (schema: Schema, where: Where, options?: ValueOptions) => GenerationResult {
  const verdict = accepts ?? tools.check;
  const bounded = createBudgets(tools);
  const samplesSchema = createSampleSchemas();
  return (schema, where, options = {}) => bounded(schema, () => drawn(schema, where, options));

  function drawn(schema: Schema, where: Where, options: ValueOptions): GenerationResult {
    const { direction = 'response', known } = options;
    const plan = tools.planner.planOf([schema], samplesSchema(options.samples));
    if (!isFinitePlan(tools, plan, direction)) return { ok: false, reason: whyNone(plan) };
    const progress = { count: 0, failures: 0, reason: '' };
    const chance = chanceAt(where);
    for (const [index, way] of TRIES.entries()) {
      if (index > 0 && (way.examples || way.optional === 'all') && !isAllowed(way, options)) continue;
      const drawing: Drawing = { tools, direction, active: [], progress, ...drawingChoices(way, options) };
      const spot = {
        chance: index === 0 ? chance : childChance(chance, `try${index}`),
        name: options.name ?? '',
        about: options.about ?? '',
        depth: 0,
        repeated: false,
        ...(known === undefined ? {} : { known }),
      };
      progress.count = 0;
      progress.failures = 0;
      const value = tools.draw(drawing, plan, spot);
      if (value === undefined) continue;
      if (verdict(schema, value, direction)) return { ok: true, value };
      const wrong = known === undefined ? undefined : wrongKnown(tools, plan, known, direction);
      if (wrong !== undefined) return { ok: false, reason: `the known value of \`${wrong}\` does not fit its schema` };
      progress.reason = tools.check(schema, value, direction)
        ? 'the validator refuses what the schema seems to allow'
        : 'no value was found that fits all keywords at once';
    }
    return { ok: false, reason: progress.reason };
  }
}

/** A schema that only shows values; the same list gives the same schema. */
function createSampleSchemas(): (samples: readonly Json[] | undefined) => SchemaObject | undefined {
  const known = new WeakMap<readonly Json[], SchemaObject>();
  return (samples) => {
    if (samples === undefined || samples.length === 0) return undefined;
    const schema = known.get(samples) ?? { examples: samples };
    known.set(samples, schema);
    return schema;
  };
}

function isAllowed(way: Pick<Drawing, 'optional' | 'examples'>, options: ValueOptions): boolean {
  return !(way.examples && options.examples === false) && !(way.optional === 'all' && options.optional === 'required');
}

function drawingChoices(
  way: Pick<Drawing, 'optional' | 'examples' | 'wild'>,
  options: ValueOptions,
): Pick<Drawing, 'optional' | 'examples' | 'wild'> {
  return {
    wild: way.wild,
    examples: way.examples && options.examples !== false,
    optional: options.optional === 'required' && way.optional === 'all' ? 'required' : way.optional,
  };
}

function whyNone(plan: ValuePlan): string {
  if (plan.kind === 'leaf' && plan.impossible !== undefined) return plan.impossible;
  return 'no finite value exists: `required` leads back to itself, or to a schema that nothing fits';
}

function wrongKnown(
  tools: Tools,
  plan: ValuePlan,
  known: Readonly<Record<string, Json>>,
  direction: 'request' | 'response',
): string | undefined {
  if (plan.kind !== 'leaf') return undefined;
  const { byName } = objectPlanOf(plan, tools);
  return Object.keys(known).find((name) => {
    const entry = byName.get(name);
    return entry?.plan.originals.some((schema) => !tools.check(schema, known[name] ?? null, direction)) === true;
  });
}
