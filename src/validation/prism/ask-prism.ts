import type { Body, HeaderFields, HttpRequest, HttpResponse, Json, Violation } from '../../core/index.ts';
import type { Api, DecodedParameters } from '../../spec/index.ts';
import { fieldValue, formatPointer, parseQuery } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { Deviation, DeviationInput } from '../deviations/deviation.ts';
import type { PrismFinding } from '../deviations/prism-finding.ts';
import { createExtent } from '../judge/extent.ts';
import type { PlannedBody, ValidationPlan } from '../judge/operation-plan.ts';
import type { OnFault } from '../model/faults.ts';
import { isLargeValue, toDoubles } from '../model/values.ts';
import { mergeVerdicts } from './merge-verdicts.ts';
import { type BodyQuestion, LARGEST, type Prism, type PrismOperation } from './prism.ts';
import { isJudgedHeader, judgedParameters, writePrismDocument } from './prism-document.ts';

/** Asks Prism about messages and merges its answer with our own verdict. */
export interface Consultation {
  request(
    plan: ValidationPlan,
    message: HttpRequest,
    decoded: DecodedParameters,
    own: readonly Violation[],
  ): readonly Violation[];
  response(plan: ValidationPlan, message: HttpResponse, own: readonly Violation[]): readonly Violation[];
}

/** An operation in Prism's form, and the pointers that it judges. */
interface JudgedOperation {
  readonly prism: PrismOperation;
  readonly parameters: ReadonlySet<string>;
}

/** Our copies of schemas are larger than Prism's, but less than twice as large. */
const MOST_WRITTEN = 2 * LARGEST;

export function createConsultation(
  api: Api,
  prism: Prism,
  onFault: OnFault,
  deviations: readonly Deviation[],
): Consultation {
  const known = new WeakMap<ValidationPlan, JudgedOperation | 'skipped'>();
  const extentOf = createExtent();
  const adapt = (plan: ValidationPlan): JudgedOperation | undefined => {
    const before = known.get(plan);
    if (before !== undefined) return before === 'skipped' ? undefined : before;
    // Writing an operation that is too large for Prism costs as much as a hundred requests.
    const made = extentOf(plan) > MOST_WRITTEN ? undefined : prism.operation(writePrismDocument(plan, api));
    const parameters = new Set(judgedParameters(plan.operation, api).map(pointerOf));
    const adapted = made === undefined ? undefined : { prism: made, parameters };
    known.set(plan, adapted ?? 'skipped');
    if (adapted === undefined) onFault({ kind: 'prism-skipped', operation: plan.operation.id });
    return adapted;
  };

  /** If Prism throws, our own verdict stands. */
  const consult = (
    plan: ValidationPlan,
    own: readonly Violation[],
    held: readonly JudgedValue[],
    ask: (adapted: JudgedOperation) => readonly [DeviationInput, readonly PrismFinding[]],
  ): readonly Violation[] => {
    const operation = plan.operation.id;
    if (held.some(isTooLong)) {
      onFault({ kind: 'prism-skipped', operation });
      return own;
    }
    const settled = attempt(() => {
      const adapted = adapt(plan);
      if (adapted === undefined) return { violations: own, overruled: [] };
      const [input, findings] = ask(adapted);
      return mergeVerdicts(own, findings, input, deviations);
    });
    if (!settled.ok) {
      onFault({ kind: 'prism-failed', operation, cause: settled.cause });
      return own;
    }
    for (const { pointer, message } of settled.value.overruled) {
      onFault({ kind: 'overruled', operation, pointer, message });
    }
    return settled.value.violations;
  };

  return {
    request: (plan, message, decoded, own) =>
      consult(plan, own, heldOfRequest(plan, message, decoded), (adapted) => {
        const question = questionFor(message.body, plan.body);
        const judgedBody = typeof question === 'number';
        const input: DeviationInput = {
          api,
          plan,
          judged: adapted.parameters,
          judgedBody,
          side: 'request',
          message,
          decoded,
        };
        return [input, adapted.prism.request(toPrismRequest(plan, message, question), question)];
      }),
    response: (plan, message, own) =>
      consult(plan, own, heldOfBody(message.body, plan.response(message.status)?.body), (adapted) => {
        const planned = plan.response(message.status);
        const question = message.body.kind === 'none' ? 'nothing' : questionFor(message.body, planned?.body);
        const headers = planned?.headers.filter(({ header }) => isJudgedHeader(header.schema, api)) ?? [];
        const judged = new Set(headers.map(({ subject }) => subject.pointer));
        const input: DeviationInput = {
          api,
          plan,
          judged,
          judgedBody: typeof question === 'number',
          side: 'response',
          message,
        };
        const fields = fieldsNamed(
          headers.map(({ header }) => header.name.toLowerCase()),
          message.headers,
        );
        const body = question === 'nothing' ? undefined : bodyFor(message.body, question);
        return [input, adapted.prism.response({ status: message.status, headers: fields, body }, question)];
      }),
  };
}

/** A value of a message, and the schema by which Prism would judge it. */
type JudgedValue = readonly [value: Json, schema: CompiledSchema];

function heldOfRequest(
  plan: ValidationPlan,
  { body }: HttpRequest,
  decoded: DecodedParameters,
): readonly JudgedValue[] {
  const parameters = plan.parameters.flatMap(({ parameter, key, schema }): readonly JudgedValue[] => {
    const value = parameter.in === 'querystring' ? decoded.querystring : decoded[parameter.in][key];
    return schema === undefined || value === undefined ? [] : [[value, schema]];
  });
  return [...parameters, ...heldOfBody(body, plan.body)];
}

function heldOfBody(body: Body, planned: PlannedBody | undefined): readonly JudgedValue[] {
  const schema = body.kind === 'parsed' ? planned?.choose(body.mediaType)?.schema : undefined;
  return body.kind === 'parsed' && schema !== undefined && !isLargeValue(body.value) ? [[body.value, schema]] : [];
}

/**
 * Prism lists the breaches of every alternative: if these refer to the same definition, the list grows
 * exponentially.
 */
const LONGEST_LIST = 1_000;
/** How many evaluations Prism may need, at about a microsecond each. */
const MOST_VISITS = 20_000;

/** For a schema with fewer parts, references replaced, the list grows linearly with the message. */
const SHORT_SCHEMA = 1_000;

function isTooLong([value, schema]: JudgedValue): boolean {
  if (schema.copy.copier.unfoldedSize(schema.copy.root) < SHORT_SCHEMA) return false;
  try {
    const { breaches, visits } = schema.weigh(value);
    return breaches > LONGEST_LIST || visits > MOST_VISITS;
  } catch (error) {
    // A chain of references may be longer than the stack.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

function attempt<T>(
  act: () => T,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly cause: unknown } {
  try {
    return { ok: true, value: act() };
  } catch (cause) {
    return { ok: false, cause };
  }
}

function pointerOf({ in: place, name }: { readonly in: string; readonly name: string }): string {
  return formatPointer([place, place === 'header' ? name.toLowerCase() : name]);
}

/** The representation by which Prism judges a body; the media type alone if there is none. */
function questionFor(body: Body, planned: PlannedBody | undefined): BodyQuestion {
  if (body.kind === 'none') return 'media-type';
  if (body.kind === 'oversize') return 'nothing';
  const chosen = planned?.choose(body.mediaType);
  if (planned === undefined || chosen === undefined) return 'media-type';
  if (body.kind !== 'parsed' || isLargeValue(body.value)) return 'nothing';
  return planned.contents.indexOf(chosen);
}

function bodyFor(body: Body, question: BodyQuestion): Json | undefined {
  if (body.kind === 'none' || question === 'nothing') return undefined;
  return question === 'media-type' || body.kind !== 'parsed' ? 'anything' : toDoubles(body.value);
}

function toPrismRequest(
  plan: ValidationPlan,
  message: HttpRequest,
  question: BodyQuestion,
): Parameters<PrismOperation['request']>[0] {
  const names = plan.parameters.filter(({ parameter }) => parameter.in === 'header').map(({ key }) => key);
  return {
    path: ownPath(message.path, plan.operation.path),
    query: queryOf(message.query),
    headers: fieldsNamed([...names, ...(question === 'media-type' ? ['content-type'] : [])], message.headers),
    body: bodyFor(message.body, question),
  };
}

/** The part of a path that the template covers, without the base path. */
function ownPath(path: string, template: string): string {
  const segments = template.split('/').length - 1;
  return `/${path.split('/').slice(-segments).join('/')}`;
}

function queryOf(query: string): Readonly<Record<string, string | readonly string[]>> {
  const read = parseQuery(query);
  const values: Record<string, string | readonly string[]> = Object.create(null);
  for (const { name, value } of read.ok ? read.pairs : []) {
    const before = values[name];
    values[name] = before === undefined ? value : [...(typeof before === 'string' ? [before] : before), value];
  }
  return values;
}

function fieldsNamed(names: readonly string[], headers: HeaderFields): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const name of names) {
    const value = fieldValue(headers, name);
    if (value !== undefined) fields[name] = value;
  }
  return fields;
}
