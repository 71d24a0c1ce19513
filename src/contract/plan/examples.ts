import type { HttpRequest, Json } from '../../core/index.ts';
import { drawnFields } from '../../generation/index.ts';
import type { Example, MediaType, Operation, Parameter } from '../../spec/index.ts';
import { bodyShapesOf, isSafe } from '../../spec/index.ts';
import { isForm, isJson, isMultipart, isXml, stringifyJson } from '../../wire/index.ts';
import { replaceHeaders } from '../credentials/credentials.ts';
import { isConflict } from '../hints/conflicts.ts';
import type { CaseContext, ExchangeResult } from '../model/case-context.ts';
import { type Flow, inconclusive, planCase, single } from '../model/flow.ts';
import type { ExamplePair, Purpose, ShownAnswer } from '../model/purpose.ts';
import type { StepEnd } from '../model/step-end.ts';
import { asBody } from '../requests/build-request.ts';
import { type DrawOptions, drawRequest } from '../requests/draw-request.ts';
import { issuedByService } from '../requests/server-issued-values.ts';
import { substitute } from '../requests/substitute.ts';
import { groupOf, type PlanContext, type Planner, turnOf, useOf } from './planner.ts';

/** The values of one documented example. */
interface ExampleValues {
  readonly name: string;
  /** By place and name, such as `query.limit`. */
  readonly parameters: Readonly<Record<string, Json>>;
  readonly body?: { readonly media: MediaType; readonly example: Example };
  readonly pair?: ExamplePair;
}

/**
 * Sends every documented example unchanged. Examples that change or remove data are sent for records of the
 * run.
 */
export const planExamples: Planner = (context): readonly Flow[] =>
  context.operations.flatMap((operation) =>
    shownBy(context, operation).map((examples) => plan(context, operation, examples)),
  );

function shownBy(context: PlanContext, operation: Operation): readonly ExampleValues[] {
  const { cursors, options } = issuedByService(context, operation);
  const withheld = [...cursors, ...options];
  const own = operation.parameters.filter(({ in: place, name }) => place !== 'query' || !withheld.includes(name));
  const bodies = (operation.body?.content ?? []).flatMap((media) =>
    media.examples.map((example) => ({ media, example })),
  );
  const names = bodies.map(({ example }) => example.name);
  if (bodies.length === 0) return operation.body?.required === true ? [] : rowsOf(operation, own);
  return bodies.map((body, index) => {
    const { name, value } = body.example;
    const answers = answersTo(operation, name);
    const parameters = answers.length === 0 ? parametersOf(own, 0) : parametersNamed(own, name);
    const pair = pairOf(operation, { name, parameters: namedOnly(own, parameters, name), body: value }, names);
    return {
      name: `body-${index + 1}${name === '' ? '' : `-${name}`}`,
      parameters,
      body,
      ...(pair === undefined ? {} : { pair }),
    };
  });
}

/**
 * Combinations of parameter examples, each once: those that have an answer of the same name, then the others by their
 * order. A parameter that many operations share has examples for all of them, which are often equal.
 */
function rowsOf(operation: Operation, own: readonly Parameter[]): readonly ExampleValues[] {
  const names = [...new Set(own.flatMap(({ examples }) => examples.map(({ name }) => name)))];
  const paired = names.filter((name) => answersTo(operation, name).length > 0);
  const pairs = paired.map((name) => {
    const parameters = parametersNamed(own, name);
    const pair = pairOf(operation, { name, parameters: namedOnly(own, parameters, name) }, names);
    return { parameters, ...(pair === undefined ? {} : { pair }) };
  });
  const alone = own.filter(({ examples }) => examples.some(({ name }) => !paired.includes(name)));
  const most = Math.max(0, ...alone.map(({ examples }) => examples.length));
  const others = Array.from({ length: most }, (_, index) => ({ parameters: parametersOf(own, index) }));
  const seen = new Set<string>();
  return [...pairs, ...others]
    .map((row, index) => ({ name: `parameters-${index + 1}`, ...row }))
    .filter(({ parameters }) => {
      const key = stringifyJson(parameters);
      return !seen.has(key) && seen.add(key);
    });
}

/** The example of each parameter with this index, or its last one. */
function parametersOf(own: readonly Parameter[], index: number): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = Object.create(null);
  for (const { name, in: place, examples } of own) {
    const example = examples[Math.min(index, examples.length - 1)];
    if (example !== undefined) values[`${place}.${name}`] = example.value;
  }
  return values;
}

/** The example with this name of each parameter. A parameter that is required without one has its first example. */
function parametersNamed(own: readonly Parameter[], wanted: string): Readonly<Record<string, Json>> {
  const values: Record<string, Json> = Object.create(null);
  for (const { name, in: place, required, examples } of own) {
    const example = examples.find((each) => each.name === wanted) ?? (required ? examples[0] : undefined);
    if (example !== undefined) values[`${place}.${name}`] = example.value;
  }
  return values;
}

/** The parameters that have an example with this name. */
function namedOnly(
  own: readonly Parameter[],
  parameters: Readonly<Record<string, Json>>,
  wanted: string,
): Readonly<Record<string, Json>> {
  const named = own.filter(({ examples }) => examples.some(({ name }) => name === wanted));
  return Object.fromEntries(
    named
      .map(({ in: place, name }) => `${place}.${name}`)
      .flatMap((key) => (key in parameters ? [[key, parameters[key] ?? null]] : [])),
  );
}

/** The documented JSON answers with this name. */
function answersTo({ responses }: Operation, wanted: string): readonly ShownAnswer[] {
  return responses.flatMap(({ status, content }) =>
    content
      .filter(({ mediaType }) => isJson(mediaType))
      .flatMap(({ examples }) => examples.filter(({ name }) => name === wanted))
      .map(({ value, pointer }) => ({ status, value, pointer })),
  );
}

/** An example with the answers of its name; undefined if the document has none. `names`: those of all examples of the request. */
function pairOf(
  operation: Operation,
  example: Pick<ExamplePair, 'name' | 'parameters' | 'body'>,
  names: readonly string[],
): ExamplePair | undefined {
  const answers = answersTo(operation, example.name);
  if (answers.length === 0) return undefined;
  const shown = answers.map(({ status }) => status);
  const others = names.filter((name) => name !== example.name).flatMap((name) => answersTo(operation, name));
  const otherStatuses = others.map(({ status }) => status).filter((status) => !shown.includes(status));
  return { ...example, answers, otherStatuses: [...new Set(otherStatuses)] };
}

function plan(context: PlanContext, operation: Operation, examples: ExampleValues): Flow {
  const id = `examples/${operation.id}/${examples.name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'valid', text: 'a documented success' } as const;
  const planned = planCase(
    { id, phase: 'examples', operation, description: `${operation.id} as the document shows it (${examples.name})` },
    request,
    expectation,
  );
  return single(
    planned,
    groupOf(context, operation),
    (caseContext) => replay(caseContext, operation, examples),
    turnOf(operation),
  );
}

async function replay(caseContext: CaseContext, operation: Operation, examples: ExampleValues): Promise<StepEnd> {
  const safe = isSafe(operation.method);
  const path: Record<string, Json> = Object.create(null);
  if (safe) {
    for (const { name, in: place } of operation.parameters) {
      const value = examples.parameters[`path.${name}`];
      if (place === 'path' && value !== undefined) path[name] = value;
    }
  }
  const asShown = safe && Object.keys(path).length > 0;
  const at = `examples/${operation.id}/${examples.name}`;
  const draw = { at, use: useOf(operation), parameters: examples.parameters };
  const first = await sendExample(caseContext, operation, examples, asShown ? { ...draw, path } : draw);
  if (typeof first === 'string') return inconclusive(first);
  // Another case may have used the record that the request refers to.
  const again = isConflict(first) && !asShown && !first.failed;
  const second = again ? await sendExample(caseContext, operation, examples, { ...draw, use: 'fresh' }) : first;
  return typeof second === 'string' ? first.end : second.end;
}

/** The example with ids that exist, or a string that says why it cannot be sent. */
async function sendExample(
  caseContext: CaseContext,
  operation: Operation,
  examples: ExampleValues,
  draw: DrawOptions,
): Promise<ExchangeResult | string> {
  const drawn = await drawRequest(caseContext, operation, draw);
  if (typeof drawn === 'string') return drawn;
  const request =
    examples.body === undefined
      ? drawn.request
      : substitute(operation, withExample(caseContext, drawn.request, examples.body, draw.at), drawn.prepared.known);
  const { proven, relational } = drawn.prepared;
  const { pair } = examples;
  const isRefusal = pair?.answers.every(({ status }) => /^[45]/.test(status)) === true;
  const purpose: Purpose = {
    expect: isRefusal ? 'any' : 'valid',
    proven: proven && draw.path === undefined,
    relational,
    story: { kind: 'plain', ...(pair === undefined ? {} : { pair }) },
  };
  // The record of the example may exist already, so a 409 is inconclusive, documented or not.
  const settle = async ({ status }: { readonly status: number }): Promise<Purpose> =>
    status === 409 && examples.body !== undefined ? { ...purpose, proven: false, relational: true } : purpose;
  return caseContext.exchange(request, { operation, purpose, settle });
}

function withExample(
  { api, generator, seed }: CaseContext,
  request: HttpRequest,
  { media, example: { value, text } }: NonNullable<ExampleValues['body']>,
  at: string,
): HttpRequest {
  const { mediaType } = media;
  const structured = isJson(mediaType) || isForm(mediaType) || isMultipart(mediaType) || isXml(mediaType);
  const body =
    text === undefined || structured
      ? asBody(value, mediaType, bodyShapesOf(api, media, mediaType, drawnFields(generator, { seed, at })))
      : ({ kind: 'parsed', mediaType, value: text, text } as const);
  const type = body.kind === 'none' ? [] : ([['Content-Type', body.mediaType]] as const);
  return { ...request, body, headers: replaceHeaders(request.headers, type) };
}
