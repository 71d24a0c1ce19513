import type { FuzzRequest } from '../../generation/index.ts';
import type { Operation } from '../../spec/index.ts';
import { type CaseContext, isSuccess } from '../model/case-context.ts';
import { type Flow, inconclusive, PASSED, planCase, single } from '../model/flow.ts';
import type { Purpose, Stimulus } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import { substitute } from '../requests/substitute.ts';
import { faultOf } from './coverage.ts';
import { groupOf, type Planner, useOf, useOfBroken } from './planner.ts';
import { takeBack } from './probe.ts';

/**
 * Generated and mutated requests for each operation. A failing request is reduced to the smallest one that
 * still fails.
 */
export const planFuzz: Planner = (context): readonly Flow[] => {
  const runs = context.options.fuzz ?? 0;
  if (runs <= 0) return [];
  return context.operations.map((operation) => {
    const request = { method: operation.method, path: operation.path, query: '' };
    const description = `${operation.id}: ${runs} drawn and mutated requests`;
    const planned = planCase({ id: `fuzz/${operation.id}`, phase: 'fuzz', operation, description }, request, {
      kind: 'any',
      text: 'as documented',
    });
    return single(planned, groupOf(context, operation), (caseContext) => search(caseContext, operation, runs));
  });
};

async function search(caseContext: CaseContext, operation: Operation, runs: number): Promise<StepEnd> {
  const outcome = await caseContext.fuzzer().search(operation, {
    seed: caseContext.seed,
    runs,
    fails: async (drawn) => send(caseContext, operation, drawn, true),
  });
  if (outcome.kind === 'impossible') return inconclusive(outcome.reason);
  if (outcome.kind === 'found') await send(caseContext, operation, outcome.smallest, false);
  return PASSED;
}

/** Sends a generated request. Returns whether the answer shows a fault that no other case has shown. */
async function send(
  caseContext: CaseContext,
  operation: Operation,
  drawn: FuzzRequest,
  trial: boolean,
): Promise<boolean> {
  if (caseContext.stopped()) return false;
  const refused = drawn.expected === 'invalid';
  const use = refused ? useOfBroken(operation, drawn.changes.at(-1)?.pointer) : useOf(operation);
  const prepared = await caseContext.fixtures.prepare(caseContext, operation, use);
  const story = storyOf(drawn);
  const request = substitute(
    operation,
    drawn.request,
    refused ? { path: prepared.known.path, body: {} } : prepared.known,
  );
  const { proven } = prepared;
  const purpose: Purpose = { expect: refused ? 'refused' : 'valid', proven, relational: true, story };
  const answer = await caseContext.exchange(request, { operation, purpose, trial });
  if (refused && isSuccess(answer)) await takeBack(caseContext, operation, answer, prepared.known.path);
  return answer.failed;
}

/** The last change is the one that breaks the contract. */
function storyOf({ expected, changes, request }: FuzzRequest): Stimulus {
  const last = changes.at(-1);
  if (expected === 'valid' || last === undefined) return { kind: 'plain' };
  return { kind: 'broken', fault: faultOf(last.pointer, last.keyword, request), ...last };
}
