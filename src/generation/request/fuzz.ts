import type { Arbitrary } from 'fast-check';
import type { HttpRequest, Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { GenerationResult } from '../model/generator.ts';
import { edgesOf } from './boundary-values.ts';
import { breaksOf } from './breaks.ts';
import type { RequestDraft, RequestTools } from './draft-parts.ts';
import type { GeneratorOptions } from './generator-options.ts';
import { withinRequest } from './operation-allowance.ts';
import { rootWithValue } from './places.ts';
import { draftRequest } from './request-draft.ts';
import { writeRequest } from './request-text.ts';
import { createRequestTools } from './requests.ts';
import { createTools, createValues } from './values.ts';

/** A generated request, and the expected result by the contract. */
export interface FuzzRequest {
  readonly request: HttpRequest;
  readonly expected: 'valid' | 'invalid';
  /** The changes to an ordinary request, in order. */
  readonly changes: readonly { readonly pointer: string; readonly keyword: string }[];
}

export interface FuzzOptions {
  readonly seed: number;
  /** Maximum number of requests. */
  readonly runs: number;
  readonly known?: Readonly<Record<string, Json>>;
  /** Sends one request. Returns whether it shows a fault. */
  readonly fails: (request: FuzzRequest) => Promise<boolean>;
}

export type FuzzOutcome =
  | { readonly kind: 'clean'; readonly runs: number }
  /** The smallest request that still fails. `path` reproduces it in fast-check with the same seed. */
  | {
      readonly kind: 'found';
      readonly runs: number;
      readonly shrinks: number;
      readonly smallest: FuzzRequest;
      readonly path: string;
    }
  | { readonly kind: 'impossible'; readonly reason: string };

export interface Fuzzer {
  /** Valid and mutated requests. They shrink to a request with required parts only and one change. */
  arbitraryRequest(
    operation: Operation,
    known?: Readonly<Record<string, Json>>,
  ): Promise<GenerationResult<Arbitrary<FuzzRequest>>>;
  /** Searches for a failing request and shrinks it. */
  search(operation: Operation, options: FuzzOptions): Promise<FuzzOutcome>;
}

/** The numbers from which a fuzzed request is made; each shrinks towards the plain request. */
interface Recipe {
  readonly seed: number;
  readonly all: boolean;
  readonly invented: boolean;
  readonly picks: readonly number[];
}

const MOST_CHANGES = 3;

export function createFuzzer(options: GeneratorOptions): Fuzzer {
  const tools = createTools(options);
  const made = createRequestTools(tools, options, createValues(tools, options));

  async function arbitraryRequest(
    operation: Operation,
    known: Readonly<Record<string, Json>> = {},
  ): Promise<GenerationResult<Arbitrary<FuzzRequest>>> {
    const plain = cook(made, operation, known, { seed: 0, all: false, invented: false, picks: [] });
    if (!plain.ok) return plain;
    const { constantFrom, array, nat, record } = await import('fast-check');
    const recipe = record({
      seed: nat({ max: 0xffff }),
      all: constantFrom(false, true),
      invented: constantFrom(false, true),
      picks: array(nat({ max: 0xffff }), { maxLength: MOST_CHANGES }),
    });
    const cooked = recipe.map((given) => {
      const request = cook(made, operation, known, given);
      return request.ok ? request.value : plain.value;
    });
    return { ok: true, value: cooked };
  }

  async function search(operation: Operation, { seed, runs, known, fails }: FuzzOptions): Promise<FuzzOutcome> {
    const arbitrary = await arbitraryRequest(operation, known);
    if (!arbitrary.ok) return { kind: 'impossible', reason: arbitrary.reason };
    const { asyncProperty, check } = await import('fast-check');
    const property = asyncProperty(arbitrary.value, async (request) => !(await fails(request)));
    const result = await check(property, { seed, numRuns: runs });
    const [smallest] = result.counterexample ?? [];
    if (smallest === undefined) return { kind: 'clean', runs: result.numRuns };
    return {
      kind: 'found',
      runs: result.numRuns,
      shrinks: result.numShrinks,
      smallest,
      path: result.counterexamplePath ?? '',
    };
  }

  return { arbitraryRequest, search };
}

function cook(
  made: RequestTools,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  recipe: Recipe,
): GenerationResult<FuzzRequest> {
  return withinRequest(
    made.tools,
    operation,
    () => prepareFuzz(made, operation, known, recipe),
    (reason) => ({ ok: false, reason }),
  );
}

function prepareFuzz(
  made: RequestTools,
  operation: Operation,
  known: Readonly<Record<string, Json>>,
  recipe: Recipe,
): GenerationResult<FuzzRequest> {
  const where = { seed: recipe.seed, at: `fuzz/${operation.id}` };
  const wish = { optional: recipe.all ? ('all' as const) : ('required' as const), examples: !recipe.invented, known };
  const drafted = draftRequest(made, operation, where, wish);
  if (!drafted.ok) return drafted;
  let draft: RequestDraft = drafted.value;
  const changes: { readonly pointer: string; readonly keyword: string }[] = [];
  let expected: FuzzRequest['expected'] = 'valid';
  for (const pick of recipe.picks) {
    const step = mutate(made, draft, pick, { ...where, at: `${where.at}/${changes.length}` });
    if (step === undefined) continue;
    draft = step.draft;
    changes.push(step.change);
    expected = step.expected;
    // A second fault would hide the first one.
    if (expected === 'invalid') break;
  }
  return { ok: true, value: { request: writeRequest(made.tools, draft), expected, changes } };
}

interface Step {
  readonly draft: RequestDraft;
  readonly expected: FuzzRequest['expected'];
  readonly change: { readonly pointer: string; readonly keyword: string };
}

function mutate(
  made: RequestTools,
  draft: RequestDraft,
  pick: number,
  where: { readonly seed: number; readonly at: string },
): Step | undefined {
  const index = pick >>> 1;
  if (pick % 2 === 0) {
    const edges = edgesOf(made, draft, where);
    const edge = edges[index % Math.max(1, edges.length)];
    if (edge === undefined) return undefined;
    const whole = rootWithValue(edge.root, edge.pointer, edge.value);
    if (edge.root.prove(whole) !== 'valid') return undefined;
    return {
      draft: edge.root.with(whole),
      expected: 'valid',
      change: { pointer: edge.pointer, keyword: edge.keyword },
    };
  }
  const breaks = breaksOf(made, draft);
  const found = breaks[index % Math.max(1, breaks.length)];
  if (found === undefined) return undefined;
  for (const value of found.values(where)) {
    const whole = rootWithValue(found.root, found.pointer, value);
    if (found.root.prove(whole) !== 'invalid') continue;
    return {
      draft: found.root.with(whole),
      expected: 'invalid',
      change: { pointer: found.pointer, keyword: found.keyword },
    };
  }
  return undefined;
}
