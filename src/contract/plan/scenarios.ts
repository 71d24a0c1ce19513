import type { HttpRequest, Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import { fieldValue, valueAt } from '../../wire/index.ts';
import { type CaseContext, type ExchangeResult, jsonOf } from '../model/case-context.ts';
import { type Act, type Flow, inconclusive, PASSED, planCase, skipped } from '../model/flow.ts';
import type { Purpose } from '../model/purpose.ts';
import type { Scenario, ScenarioStep } from '../model/scenario.ts';
import type { StepEnd } from '../model/step-end.ts';
import { asBody, buildRequest } from '../requests/build-request.ts';
import { fill, fillText, type Variables } from '../requests/variables.ts';
import { excuse } from '../responses/excuse.ts';
import type { PlanContext, Planner } from './planner.ts';

/** Each scenario is a flow. A failed expectation ends it, because later steps depend on earlier ones. */
export const planScenarios: Planner = (context): readonly Flow[] =>
  (context.options.scenarios ?? []).map((scenario) => plan(context, scenario));

interface ScenarioState {
  variables: Variables;
  over: string | undefined;
}

function plan(context: PlanContext, scenario: Scenario): Flow {
  const id = `scenarios/${scenario.name}`;
  const cases = scenario.steps.map((step, index) => {
    const operation = step.operation === undefined ? undefined : context.api.operation(step.operation);
    const [method = 'GET', path = ''] =
      operation === undefined ? (step.request ?? '').split(/\s+/) : [operation.method, operation.path];
    const redact = context.redactor.ofOthers.sent;
    const name = step.name ?? operation?.id ?? redact(step.request ?? `step ${index + 1}`);
    const { status } = step.expect ?? {};
    const expectation = {
      kind: 'any',
      text: status === undefined ? 'an answer as documented' : String(status),
    } as const;
    return planCase(
      { id: `${id}/${index + 1}`, phase: 'scenarios', operation, description: `${scenario.name}: ${name}` },
      { method, path: redact(path), query: '' },
      expectation,
    );
  });
  const begin = (): readonly Act[] => {
    const telling: ScenarioState = { variables: new Map(), over: undefined };
    return scenario.steps.map(
      (step): Act =>
        async (caseContext) => {
          if (telling.over !== undefined) return skipped(telling.over);
          const end = await take(caseContext, scenario, step, telling);
          if (end.kind !== 'passed') telling.over = 'an earlier step failed';
          return end;
        },
    );
  };
  return { id, phase: 'scenarios', group: id, turn: 'alone', cases, begin };
}

async function take(
  caseContext: CaseContext,
  scenario: Scenario,
  step: ScenarioStep,
  telling: ScenarioState,
): Promise<StepEnd> {
  const built = requestOf(caseContext, step, telling.variables);
  if (typeof built === 'string') {
    telling.over = built;
    return inconclusive(built);
  }
  const expected = fill({ ...step.expect } as Json, telling.variables);
  const purpose: Purpose = {
    expect: 'any',
    proven: false,
    relational: true,
    story: {
      kind: 'scenario',
      scenario: scenario.name,
      step: step.name ?? '',
      expected,
      ...(step.position ? { position: step.position } : {}),
    },
    caller: scenario.name,
  };
  const answer = await sendTogether(caseContext, built, purpose, step.together ?? 1);
  if (answer.kind !== 'answered') {
    telling.over = 'no answer came';
    return answer.end;
  }
  const why = excuse(answer.exchange, expected);
  if (why !== undefined) {
    telling.over = 'an earlier step was inconclusive';
    return inconclusive(why);
  }
  if (answer.failed) telling.over = 'an earlier step failed';
  const missing = capture(step, answer.exchange, telling);
  return missing === undefined ? PASSED : inconclusive(missing);
}

/**
 * Sends the request, in parallel with equal ones if the step says so. The last answer is judged after all
 * others have come.
 */
async function sendTogether(
  caseContext: CaseContext,
  { operation, request }: { readonly operation: Operation | undefined; readonly request: HttpRequest },
  purpose: Purpose,
  count: number,
): Promise<ExchangeResult> {
  const others = Promise.all(
    Array.from({ length: count - 1 }, () => caseContext.exchange(request, { operation, quiet: true, purpose })),
  );
  const settle = async (): Promise<Purpose> => {
    const beside = (await others).flatMap((answer) =>
      answer.kind === 'answered' ? [answer.exchange.response.status] : [],
    );
    const { story } = purpose;
    return story.kind === 'scenario' && count > 1 ? { ...purpose, story: { ...story, beside } } : purpose;
  };
  return caseContext.exchange(request, { operation, purpose, settle });
}

function requestOf(
  caseContext: CaseContext,
  step: ScenarioStep,
  variables: Variables,
): { readonly operation: Operation | undefined; readonly request: HttpRequest } | string {
  const headers = Object.entries(step.headers ?? {}).map(
    ([name, value]) => [name, fillText(value, variables)] as const,
  );
  const body = step.body === undefined ? undefined : fill(step.body, variables);
  if (step.operation !== undefined) {
    const operation = caseContext.api.operation(step.operation);
    if (operation === undefined) return `there is no operation ${step.operation} in the document`;
    const parameters: Record<string, Json> = Object.create(null);
    for (const [name, value] of Object.entries(step.parameters ?? {})) parameters[name] = fill(value, variables);
    const mediaType = step.mediaType === undefined ? {} : { mediaType: step.mediaType };
    const request = buildRequest(caseContext.api, operation, {
      parameters,
      headers,
      ...mediaType,
      ...(body === undefined ? {} : { body }),
    });
    return request.path.includes('{')
      ? `${step.operation} needs a value for every parameter in ${operation.path}`
      : { operation, request };
  }
  const [, method, target] = /^(\S+)\s+(\S+)$/.exec(fillText(step.request ?? '', variables)) ?? [];
  if (method === undefined || target === undefined) return 'the step names neither an operation nor a request';
  const [path = '', query = ''] = relative(target).split(/\?(.*)/s);
  const sentBody =
    body === undefined ? ({ kind: 'none' } as const) : asBody(body, step.mediaType ?? 'application/json');
  const typed = sentBody.kind === 'none' ? headers : [...headers, ['Content-Type', sentBody.mediaType] as const];
  const match = caseContext.api.match({ method, path });
  const operation = match.kind === 'found' ? match.operation : undefined;
  return { operation, request: { method, path, query, headers: typed, body: sentBody } };
}

/** A `Location` may be absolute. */
function relative(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '');
}

function capture(
  step: ScenarioStep,
  exchange: Parameters<typeof jsonOf>[0],
  telling: ScenarioState,
): string | undefined {
  const variables = new Map(telling.variables);
  for (const [name, place] of Object.entries(step.capture ?? {})) {
    const [, field] = /^header\.(.+)$/.exec(place) ?? [];
    const value =
      field === undefined ? valueAt(jsonOf(exchange) ?? null, place) : fieldValue(exchange.response.headers, field);
    if (value === undefined) return `${place} is not in the answer, so ${name} could not be captured`;
    variables.set(name, value);
  }
  telling.variables = variables;
  return undefined;
}
