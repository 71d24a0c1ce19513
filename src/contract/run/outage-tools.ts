import type { JsonObject } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import type { RunContext } from '../judge/run-context.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf } from '../model/case-context.ts';
import type { CaseProgress } from '../model/flow.ts';
import { PLAIN } from '../model/purpose.ts';
import type { Canary } from '../outage/canaries.ts';
import type { OutageTools } from '../outage/outage.ts';
import { emptyHistory } from '../repeat/history.ts';
import { requestAt } from '../requests/locations.ts';
import { withRequiredParameters } from '../requests/required-parameters.ts';
import { fillPath } from '../requests/substitute.ts';
import type { Outcome } from '../transport/target.ts';

/**
 * Connects the handling of outages with a run. `caseContextOf` makes a context for requests that belong to no
 * case.
 */
export function outageTools(context: RunContext, caseContextOf: (gathered: CaseProgress) => CaseContext): OutageTools {
  const caseContext = caseContextOf(ofNoCase('outage', 'inspection'));
  return {
    api: context.api,
    async ask(operation, request): Promise<JsonObject | string> {
      const result = await caseContext.exchange(
        withRequiredParameters(caseContext, operation, request),
        quiet(operation),
      );
      if (result.kind === 'missed') return result.missed.failure.message;
      const { status } = result.exchange.response;
      if (status < 200 || status > 299) return `it gave ${status}`;
      const value = jsonOf(result.exchange);
      return isObject(value) ? value : {};
    },
    draw(operation) {
      const where = { seed: context.seed, at: `outage/${operation.id}` };
      const drawn = context.generator.request(operation, { kind: 'valid', optional: 'required' }, where);
      return drawn.ok ? drawn.value : drawn.reason;
    },
    probe: (canary) => probe(context, caseContext, canary),
    isRemovable: (operation) => removalOf(context, operation) !== undefined,
    hasWorked: ({ id }) => context.worked.has(id),
  };
}

/** The results of requests that belong to no case. */
export function ofNoCase(id: string, duty: NonNullable<CaseProgress['duty']>): CaseProgress {
  const request = { method: 'GET', path: '', query: '' };
  const expectation = { kind: 'any', text: '' } as const;
  const planned = { id, phase: 'stateful', description: id, request, expectation } as const;
  return {
    case: planned,
    beside: false,
    findings: [],
    history: emptyHistory(),
    requests: 0,
    timedOut: false,
    late: undefined,
    duty,
  };
}

function quiet(operation: Operation): Parameters<CaseContext['exchange']>[1] {
  return { operation, purpose: PLAIN, quiet: true };
}

function removalOf({ model, index }: RunContext, operation: Operation): Operation | undefined {
  const { kind, resource } = model.roleOf(operation);
  return kind === 'create' && resource !== undefined ? index.operation(resource, 'delete') : undefined;
}

/** Takes no lock that a flow may hold, because a flow may wait for this. */
async function probe(context: RunContext, caseContext: CaseContext, { operation, request }: Canary): Promise<Outcome> {
  const result = await caseContext.exchange(request, quiet(operation));
  const remove = removalOf(context, operation);
  const made = isSuccess(result) && remove !== undefined ? caseContext.madeBy(result.exchange) : undefined;
  if (made !== undefined && remove !== undefined) {
    const path = fillPath(remove, made.path);
    const removal = { ...requestAt({ path }), method: remove.method };
    if (!path.includes('{'))
      await caseContext.exchange(withRequiredParameters(caseContext, remove, removal), quiet(remove));
  }
  return outcomeOf(result);
}

function outcomeOf(result: ExchangeResult): Outcome {
  if (result.kind === 'missed') return result.missed.failure;
  const { response, raw, timing } = result.exchange;
  const { status, headers } = response;
  return { kind: 'answered', status, reason: '', headers, bytes: raw.bytes, cut: raw.cut, notes: raw.notes, timing };
}
