import type { Json, JsonObject } from '../../../core/index.ts';
import { isWriting, pointerTo } from '../../../resources/index.ts';
import { decodeParameters, isReadOnly, jsonBodyOf, propertiesOf } from '../../../spec/index.ts';
import { isSecretName, jsonEquals, stringifyJson, valueAt, withoutSeparators } from '../../../wire/index.ts';
import { hintPlaces, namedPlaces } from '../../hints/hint-places.ts';
import { quotesMissingRecord } from '../../hints/missing-records.ts';
import { refusalEntries } from '../../hints/refusal-entries.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck, type FindingDraft } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ExamplePair, ShownAnswer } from '../../model/purpose.ts';
import { bodyAsObject, sentItem, sentObject } from '../../requests/draw-request.ts';
import { shortJson } from '../../requests/request-rule.ts';
import { isSameValue } from '../../responses/comparison.ts';
import { isOfCreation, isSetByService } from '../../responses/entity-diff.ts';
import { namesShownOtherwise } from '../consistency/state-roundtrip-lossy.ts';
import { hasOtherCause } from '../rejection/refusals.ts';

export const exampleAnswerDiffers: Check = defineCheck({
  id: 'example.answer-differs',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  stories: ['plain'],
  needs: ['success'],
  question: 'Is a documented example answered as the document shows under the same name?',
  guard:
    'Only examples of a request and of an answer that have one name, or are the only ones. Of the answer, only values that both examples have under one name and that agree there: a property of the body, a parameter of path or query called as the property, the id of an item. Data that only the answer shows may differ, and so may what a service sets or derives itself. A parameter of a list is not a value of its items. Another status counts if the document shows it for other examples of the request: a 202 in place of a 200 or 201, and a success in place of a 400 or 422 (a warning, unless the documented refusal names a part of the request and no other record or state).',
  judge(exchange) {
    const { story } = exchange.purpose;
    const pair = story.kind === 'plain' ? story.pair : undefined;
    const { operation } = exchange;
    if (pair === undefined || operation === undefined || exchange.refuses || exchange.response.status > 299) return [];
    const own = exchange.documented?.status;
    const answers = pair.answers.filter(({ status }) => status === own);
    return answers.length === 0 ? ofStatus(exchange, pair) : ofValues(exchange, pair, answers);
  },
});

/** A success that the document shows for other examples of the request, and another status for this one. */
function ofStatus(exchange: Exchange, pair: ExamplePair): readonly FindingDraft[] {
  const { response, documented, operation } = exchange;
  const [shown] = pair.answers;
  const came = documented?.status;
  if (shown === undefined || came === undefined || !isSentAsShown(exchange, pair)) return [];
  const severity = pair.answers.every(({ status }) => REFUSED.test(status))
    ? severityOfAccepted(exchange, pair)
    : isOtherSuccess(pair, came)
      ? 'error'
      : undefined;
  if (severity === undefined) return [];
  return [
    {
      severity,
      pointer: shown.pointer,
      messagePointer: '/status',
      subject: pair.name,
      expected: shown.status,
      actual: String(response.status),
      message: `${operation?.id ?? 'The operation'} answered ${response.status} to the documented example \`${pair.name}\`, and the document shows ${shown.status} for it.`,
    },
  ];
}

const REFUSED = /^(400|422)$/;

/** Whether the document tells a 202 from other successes by examples. Between 200 and 201, the state of the service decides. */
function isOtherSuccess({ answers, otherStatuses }: ExamplePair, came: string): boolean {
  const shown = answers.map(({ status }) => status);
  const isDecided = shown.every((status) => status.startsWith('2')) && otherStatuses.includes(came);
  return isDecided && [...shown, came].includes('202');
}

/** How surely an accepted request is one that must be refused; undefined if a state of the service may decide. */
function severityOfAccepted(exchange: Exchange, pair: ExamplePair): 'error' | 'warning' | undefined {
  const { api, model, operation, request, purpose } = exchange;
  if (operation === undefined || operation.path.includes('{')) return undefined;
  // Every operation without a resource counts as relational. Ids that were put into its body make it another request.
  const mayRefer = purpose.relational && model.roleOf(operation).resource !== undefined;
  if (mayRefer) return undefined;
  if (!pair.otherStatuses.some((status) => status.startsWith('2'))) return undefined;
  const places = hintPlaces(api, operation);
  const refusals = pair.answers.map((answer) => asRefusal(exchange, answer));
  if (refusals.some((each) => hasOtherCause(each) || quotesMissingRecord(each))) return undefined;
  const names = refusals
    .flatMap(({ response }) => refusalEntries(response.body))
    .some((entry) => namedPlaces(entry, places, request).length > 0);
  return names ? 'error' : 'warning';
}

/** The exchange with the refusal that the document shows. */
function asRefusal(exchange: Exchange, { status, value }: ShownAnswer): Exchange {
  const body = { kind: 'parsed', mediaType: 'application/json', value, text: stringifyJson(value) } as const;
  return { ...exchange, response: { status: Number(status), headers: [], body } };
}

/** Whether the request has the values of the example: ids of records may have been put in their places. */
function isSentAsShown(exchange: Exchange, pair: ExamplePair): boolean {
  const { body } = exchange.request;
  const isBody = pair.body === undefined || (body.kind === 'parsed' && jsonEquals(body.value, pair.body));
  return isBody && sentParameters(exchange, pair).length === Object.keys(pair.parameters).length;
}

interface SentParameter {
  readonly place: string;
  readonly name: string;
  readonly value: Json;
}

/** The parameters of the example that were sent with its values. */
function sentParameters(exchange: Exchange, { parameters }: ExamplePair): readonly SentParameter[] {
  const { api, operation, request } = exchange;
  const match = api.match(request);
  if (operation === undefined || match.kind !== 'found' || match.operation !== operation) return [];
  const decoded = decodeParameters(operation, request, match.pathParams, api);
  return Object.entries(parameters).flatMap(([key, value]) => {
    const [place = '', name = ''] = [key.slice(0, key.indexOf('.')), key.slice(key.indexOf('.') + 1)];
    const sent =
      place === 'path'
        ? decoded.path[name]
        : place === 'query'
          ? decoded.query[name]
          : place === 'header'
            ? decoded.header[name]
            : undefined;
    return sent !== undefined && isAlike(sent, value) ? [{ place, name, value }] : [];
  });
}

/** Values that the example of the request and that of the answer both have, and that the answer shows otherwise. */
function ofValues(exchange: Exchange, pair: ExamplePair, answers: readonly ShownAnswer[]): readonly FindingDraft[] {
  const { operation, model } = exchange;
  const at = operation === undefined ? '' : (model.roleOf(operation).responseEntity ?? '');
  const read = bodyAsObject(valueAt(jsonOf(exchange) ?? null, at));
  const shown = answers.map(({ value }) => bodyAsObject(valueAt(value, at))).filter((each) => each !== undefined);
  if (read === undefined || shown.length === 0) return [];
  return [...ofParameters(exchange, pair, shown, read), ...ofBody(exchange, pair, shown, read)].map(
    ({ name, sent, what }) => ({
      pointer: answers[0]?.pointer ?? '',
      messagePointer: `/body${at}/${name}`,
      subject: `${pair.name} ${name}`,
      expected: stringifyJson(sent),
      actual: stringifyJson(read[name] ?? null),
      message: `${operation?.id ?? 'The operation'} answered the documented example \`${pair.name}\` with \`${name}\` ${shortJson(read[name] ?? null)}. ${what} ${shortJson(sent)}, and the document shows it in the answer, too.`,
    }),
  );
}

/** A value of an answer that is not the one which was sent. */
interface ChangedValue {
  readonly name: string;
  readonly sent: Json;
  readonly what: string;
}

function ofParameters(
  exchange: Exchange,
  pair: ExamplePair,
  shown: readonly JsonObject[],
  read: JsonObject,
): readonly ChangedValue[] {
  const { operation, model } = exchange;
  if (operation === undefined) return [];
  const { resource, list } = model.roleOf(operation);
  const id = resource?.id?.property;
  return sentParameters(exchange, pair).flatMap(({ place, name, value }) => {
    if (place === 'header' || (place === 'query' && list !== undefined) || isSecretName(name)) return [];
    const isItem = place === 'path' && operation.path.endsWith(`{${name}}`) && operation.path === resource?.itemPath;
    const isCalledSo = (each: string): boolean =>
      withoutSeparators(each) === withoutSeparators(name) ||
      (isItem && id !== undefined && pointerTo(id) === `/${each}`);
    return Object.keys(read)
      .filter((each) => isCalledSo(each) && !isSetByService(each))
      .filter((each) => shown.every((one) => isAlike(one[each] ?? null, value)))
      .filter((each) => isScalar(read[each]) && !isAlike(read[each] ?? null, value))
      .map((each) => ({ name: each, sent: value, what: `Its ${place} has \`${name}\`` }));
  });
}

function isScalar(value: Json | undefined): boolean {
  return value !== undefined && value !== null && typeof value !== 'object';
}

/** Whether two values are written alike: a parameter has no types. */
function isAlike(one: Json, other: Json): boolean {
  if (typeof one === 'object' || typeof other === 'object') return jsonEquals(one, other);
  return isSameValue(String(one), String(other)) || (one !== '' && other !== '' && Number(one) === Number(other));
}

function ofBody(
  exchange: Exchange,
  { body }: ExamplePair,
  shown: readonly JsonObject[],
  read: JsonObject,
): readonly ChangedValue[] {
  const { operation, model, request } = exchange;
  if (operation === undefined || body === undefined) return [];
  const { requestEntity = '', responseEntity = '', kind } = model.roleOf(operation);
  const example = bodyAsObject(valueAt(body, requestEntity));
  const sent = sentItem(exchange, operation, request) ?? sentObject(request);
  if (example === undefined || sent === undefined) return [];
  const properties = propertiesOf(exchange.api, jsonBodyOf(operation)?.schema ?? true);
  const isOwn = (name: string): boolean =>
    isSecretName(name) ||
    isSetByService(name) ||
    (isWriting(kind) && isOfCreation(name)) ||
    isReadOnly(exchange.api, properties[name]?.schema ?? true);
  const agreed = Object.entries(sent).filter(
    ([name]) =>
      !isOwn(name) &&
      example[name] !== undefined &&
      shown.every((one) => one[name] !== undefined && jsonEquals(one[name] ?? null, example[name] ?? null)),
  );
  return namesShownOtherwise(exchange, Object.fromEntries(agreed), read, responseEntity)
    .filter((name) => read[name] !== null)
    .map((name) => ({ name, sent: sent[name] ?? null, what: 'Its body has' }));
}
