import type { Body, HttpRequest, Json } from '../../../core/index.ts';
import { type Api, jsonBodyOf, type Operation, type Schema, type SchemaObject } from '../../../spec/index.ts';
import { escapeToken, isJson, isXml, mediaTypeMatches, stringifyJson, valueAt } from '../../../wire/index.ts';
import { replaceHeaders } from '../../credentials/credentials.ts';
import type { CaseContext } from '../../model/case-context.ts';
import { type Flow, inconclusive, neverConclusive, planCase, single, skipped } from '../../model/flow.ts';
import type { BreakingStimulus, Purpose, Stimulus } from '../../model/purpose.ts';
import type { StepEnd } from '../../model/step-end.ts';
import { bodyAsObject, drawRequest } from '../../requests/draw-request.ts';
import { freeTextsOf } from '../../requests/free-text.ts';
import { withOwnKeys } from '../../requests/unique-values.ts';
import { withValue } from '../../requests/with-value.ts';
import { itemPart, type WrittenPart, withPart } from '../../requests/written-part.ts';
import { groupOf, type PlanContext, useOf } from '../planner.ts';

/** Changes a valid request. Returns a string if that is not possible. */
type Change = (request: HttpRequest, caseContext: CaseContext) => readonly [HttpRequest, Stimulus] | string;

/**
 * Empty or malformed bodies, bodies with a wrong media type, and bodies with properties that only the
 * service may set.
 */
export function planBodies(context: PlanContext): readonly Flow[] {
  return context.operations.flatMap((operation) => {
    const flows: Flow[] = [];
    const add = (name: string, description: string, change: Change, refused: boolean): void => {
      flows.push(plan(context, operation, { name, description, change, refused }));
    };
    if (operation.body !== undefined) {
      const { content, required } = operation.body;
      if (content.some(({ mediaType }) => isJson(mediaType) || isXml(mediaType)))
        add('malformed-body', 'a body that is cut off', cutOff, true);
      if (required) add('empty-body', 'no body', emptyBody, true);
      if (!content.some(({ mediaType }) => mediaTypeMatches(mediaType, OTHER)))
        add('media-type', `a body that says it is ${OTHER}`, otherMediaType, true);
      for (const property of readOnlyOf(context, operation)) {
        add(
          `read-only/${property.name}`,
          `a value for ${property.name}, which only the service sets`,
          takingOver(operation, property),
          false,
        );
      }
      add('unicode', 'a string beyond Latin letters', beyondLatin(context, operation, 'first'), false);
      if (hasSeveralTexts(context, operation))
        add('unicode-rest', 'other strings beyond Latin letters', beyondLatin(context, operation, 'rest'), false);
    }
    if (scalarQuery(context, operation) !== undefined) {
      add('duplicate-query', 'a scalar parameter that is sent twice', doubleParameter(context, operation), true);
    }
    return flows;
  });
}

const PLAIN: Stimulus = { kind: 'plain' };

/** A media type that no JSON service accepts, although a careless one may read it as JSON. */
const OTHER = 'text/plain';

/** A change of a body, and whether it must be refused. */
interface BodyCase {
  readonly name: string;
  readonly description: string;
  readonly change: Change;
  readonly refused: boolean;
}

function plan(context: PlanContext, operation: Operation, { name, description, change, refused }: BodyCase): Flow {
  const id = `protocol/${operation.id}/${name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = refused
    ? ({ kind: 'refused', text: 'a refusal (4xx)' } as const)
    : ({ kind: 'any', text: 'an answer' } as const);
  const planned = planCase(
    { id, phase: 'protocol', operation, description: `${operation.id} with ${description}` },
    request,
    expectation,
  );
  return single(planned, groupOf(context, operation), async (caseContext): Promise<StepEnd> => {
    const hopeless = refused ? caseContext.refusesAll(operation) : undefined;
    if (hopeless !== undefined) return neverConclusive(`every valid request was refused (${hopeless})`);
    // If the service accepts an id from the body, no item remains under the old id.
    const use = name.startsWith('read-only/') ? 'spare' : useOf(operation);
    const drawn = await drawRequest(caseContext, operation, { at: id, use, optional: 'all' });
    if (typeof drawn === 'string') return inconclusive(drawn);
    // What must be taken bears the name of no other record.
    const own = refused ? drawn.request : withOwnKeys(caseContext, operation, drawn.request, { story: PLAIN, at: id });
    const changed = change(own, caseContext);
    if (typeof changed === 'string') return skipped(changed);
    const [sent, story] = changed;
    const valid = story.kind === 'unicode';
    const { proven, relational } = drawn.prepared;
    const purpose: Purpose = { expect: refused ? 'refused' : valid ? 'valid' : 'any', proven, relational, story };
    return (await caseContext.exchange(sent, { operation, purpose })).end;
  });
}

function brokenStimulus(fault: BreakingStimulus['fault'], keyword: string, pointer = '/body'): BreakingStimulus {
  return { kind: 'broken', fault, pointer, keyword };
}

const cutOff: Change = (request) => {
  const { body } = request;
  if (body.kind !== 'parsed') return 'the request has no body';
  const inXml = isXml(body.mediaType);
  if (!inXml && !isJson(body.mediaType)) return 'its body is neither JSON nor XML';
  const text = inXml || /^[[{"]/.test(body.text) ? body.text.slice(0, -1) : `${body.text}{`;
  const cut: Body = { kind: 'unreadable', mediaType: body.mediaType, text, reason: 'cut off on purpose' };
  return [{ ...request, body: cut }, brokenStimulus('malformed-body', inXml ? 'xml' : 'json')];
};

const emptyBody: Change = (request) => {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return [{ ...request, headers, body: { kind: 'none' } }, brokenStimulus('empty-body', 'required')];
};

const otherMediaType: Change = (request) => {
  const { body } = request;
  if (body.kind !== 'parsed') return 'its body is not a string';
  // A body without content has no media type (RFC 9110 §8.3).
  if (body.text === '') return 'its body is empty';
  const headers = replaceHeaders(request.headers, [['Content-Type', OTHER]]);
  return [
    { ...request, headers, body: { ...body, mediaType: OTHER } },
    brokenStimulus('unsupported-media-type', OTHER),
  ];
};

interface ReadOnly {
  readonly name: string;
  readonly schema: Schema;
  /** Not marked as read-only. The body in the document does not have it. */
  readonly isUnlisted: boolean;
}

/** Properties of the entity that only the service sets. */
function readOnlyOf(context: PlanContext, operation: Operation): readonly ReadOnly[] {
  const { kind, resource, requestEntity } = context.model.roleOf(operation);
  if (resource === undefined || requestEntity !== '' || !['create', 'replace'].includes(kind)) return [];
  const rule = context.api.deref(resource.schema);
  if (typeof rule === 'boolean') return [];
  return Object.entries<Schema>(rule.properties ?? {}).flatMap(([name, schema]) => {
    const member = context.api.deref(schema);
    const own = kind === 'create' && name === resource.id?.property && isUnnamed(context, operation, name);
    const isMarked = (isReadOnly(schema) || isReadOnly(member)) && !isInRequestBody(context, operation, name);
    return (isMarked || own) && foreign(context, operation, { name, schema: member, attempt: 0 }) !== undefined
      ? [{ name, schema: member, isUnlisted: !isMarked }]
      : [];
  });
}

/**
 * Whether the request body itself has the property, although it is read-only in the entity, such as the
 * address of a new list member.
 */
function isInRequestBody({ api }: PlanContext, operation: Operation, name: string): boolean {
  const forms = alternativesOf(api, jsonBodyOf(operation)?.schema ?? true);
  return forms.some((rule) => {
    const property = Object.hasOwn(rule.properties ?? {}, name) ? rule.properties?.[name] : undefined;
    return property !== undefined && !isReadOnly(property) && !isReadOnly(api.deref(property));
  });
}

/** A schema, and the alternatives and parts that it is made of. */
function alternativesOf(api: Api, schema: Schema, depth = 0): readonly SchemaObject[] {
  const rule = api.deref(schema);
  if (typeof rule === 'boolean' || depth > DEEPEST) return [];
  const inner = [rule.allOf, rule.anyOf, rule.oneOf].flatMap((each) => each ?? []);
  return [rule, ...inner.flatMap((each) => alternativesOf(api, each, depth + 1))];
}

const DEEPEST = 3;

/** Whether the schema of the body lists properties, and not this one. */
function isUnnamed(context: PlanContext, operation: Operation, name: string): boolean {
  const schema = jsonBodyOf(operation)?.schema;
  const rule = schema === undefined ? true : context.api.deref(schema);
  if (typeof rule === 'boolean' || rule.properties === undefined || Object.hasOwn(rule.properties, name)) return false;
  return [rule.allOf, rule.anyOf, rule.oneOf].every((schemas) => schemas === undefined);
}

function isReadOnly(schema: Schema): schema is SchemaObject {
  return typeof schema === 'object' && schema.readOnly === true;
}

/** A property that the document does not have. */
interface ForeignProperty {
  readonly name: string;
  readonly schema: Schema;
  readonly attempt: number;
}

/** A value that the service is unlikely to choose. It differs each time, because a value may be unique. */
function foreign(
  { api, generator, seed }: Pick<PlanContext, 'api' | 'generator' | 'seed'>,
  operation: Operation,
  { name, schema, attempt }: ForeignProperty,
): Json | undefined {
  if (typeof schema === 'boolean') return undefined;
  // From a list of values the service may have chosen the same one.
  const isListed = alternativesOf(api, schema).some((rule) => rule.const !== undefined || rule.enum !== undefined);
  if (isListed) return undefined;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.includes('integer') && schema.maximum === undefined) return 876_543_210 + attempt;
  const drawn = Array.from({ length: MANY }, (_, turn) => {
    const at = `read-only/${operation.id}/${name}/${attempt}${turn === 0 ? '' : `/${turn}`}`;
    const made = generator.value(schema, { seed, at }, { examples: false });
    return made.ok && (typeof made.value === 'string' || typeof made.value === 'number') ? made.value : undefined;
  });
  // From a small range the service may have chosen the same value.
  return new Set(drawn).size === MANY ? drawn[0] : undefined;
}

const MANY = 4;

function takingOver(operation: Operation, { name, schema, isUnlisted }: ReadOnly): Change {
  return (request, caseContext) => {
    const value = foreign(caseContext, operation, { name, schema, attempt: caseContext.attempt });
    if (value === undefined) return 'no value can be generated';
    const changed = withMember(request, name, value);
    return changed === undefined
      ? 'its body is not a JSON object'
      : [changed, { kind: 'read-only', property: name, value, isUnlisted }];
  };
}

function withMember(request: HttpRequest, name: string, value: Json): HttpRequest | undefined {
  const { body } = request;
  if (body.kind !== 'parsed' || !isJson(body.mediaType)) return undefined;
  const object = bodyAsObject(body.value);
  if (object === undefined) return undefined;
  const whole = { ...object, [name]: value };
  return { ...request, body: { ...body, value: whole, text: stringifyJson(whole) } };
}

/** Letters beyond Latin, and signs that the notation of a body has to escape. */
const BEYOND_LATIN = 'Grüße 東京 🦊';
const OF_FORMS = `${BEYOND_LATIN} 1+1=2 & 5%`;
const OF_XML = `${BEYOND_LATIN} & <`;

function textFor(mediaType: string): string {
  if (isXml(mediaType)) return OF_XML;
  return /^application\/x-www-form-urlencoded\b/i.test(mediaType) ? OF_FORMS : BEYOND_LATIN;
}

/** Whether a body has more than one string without further rules. */
function hasSeveralTexts(context: PlanContext, operation: Operation): boolean {
  const { api } = context;
  return (operation.body?.content ?? []).some(({ mediaType, schema: whole }) => {
    const schema = partIn(context, operation, whole).schema;
    const rule = api.deref(schema);
    const properties = typeof rule === 'boolean' ? {} : (rule.properties ?? {});
    const names = Object.fromEntries(Object.keys(properties).map((name) => [name, '']));
    return freeTextsOf(api, schema, names, textFor(mediaType).length).length > 1;
  });
}

/** The part of a body with the properties of the item: the body itself, where it has another schema than the JSON body. */
function partIn(
  context: PlanContext,
  operation: Operation,
  schema: Schema = true,
): Pick<WrittenPart, 'sent' | 'schema'> {
  const part = itemPart(context, operation);
  return part.sent === '' || jsonBodyOf(operation)?.schema !== schema ? { sent: '', schema } : part;
}

/**
 * Puts the text into the first string without further rules, or into the others: a service may treat strings
 * differently.
 */
function beyondLatin(context: PlanContext, operation: Operation, which: 'first' | 'rest'): Change {
  return (request) => {
    const { body } = request;
    if (body.kind !== 'parsed' || bodyAsObject(body.value) === undefined) return 'its body is not an object';
    const { mediaType: sentType } = body;
    const whole = operation.body?.content.find(({ mediaType }) => mediaTypeMatches(mediaType, sentType))?.schema;
    const part = partIn(context, operation, whole);
    const object = bodyAsObject(valueAt(body.value, part.sent)) ?? {};
    const text = textFor(body.mediaType);
    const all = freeTextsOf(context.api, part.schema, object, text.length);
    const names = which === 'first' ? all.slice(0, 1) : all.slice(1);
    if (names.length === 0) return 'the body has no free text';
    const properties = { ...object, ...Object.fromEntries(names.map((name) => [name, text])) };
    const changed = part.sent === '' ? withValue(request, properties) : withPart(request, part, properties);
    const written = changed.body.kind === 'parsed' ? bodyAsObject(valueAt(changed.body.value, part.sent)) : undefined;
    const isWritten = names.every((name) => written?.[name] === text);
    const pointers = names.map((name) => `/body${part.sent}/${escapeToken(name)}`);
    return isWritten ? [changed, { kind: 'unicode', pointers }] : 'its text cannot be replaced';
  };
}

/** A query parameter with a scalar value. */
function scalarQuery(context: PlanContext, operation: Operation): string | undefined {
  return operation.parameters.find((parameter) => {
    const schema = parameter.schema === undefined ? true : context.api.deref(parameter.schema);
    return (
      parameter.in === 'query' && typeof schema === 'object' && (schema.type === 'integer' || schema.type === 'boolean')
    );
  })?.name;
}

function doubleParameter(context: PlanContext, operation: Operation): Change {
  return (request) => {
    const name = scalarQuery(context, operation);
    const pair = request.query.split('&').find((each) => each.startsWith(`${name}=`));
    if (name === undefined || pair === undefined) return 'the request was drawn without the parameter';
    return [
      { ...request, query: `${request.query}&${pair}` },
      brokenStimulus('duplicate-query', 'duplicate', `/query/${name}`),
    ];
  };
}
