import type { HttpResponse, Json, JsonObject } from '../../core/index.ts';
import type { Role } from '../../resources/index.ts';
import { isJsonContent, type Operation, type Schema, typesOf, wordsOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { drawnUntil } from '../fields/draw.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { asObject } from '../model/object.ts';
import type { Choice } from '../model/operation-plan.ts';

/** The ids in the answer of a POST that makes no record here: `{ messageId }` of `POST /send`. */
export type ReceiptIds = ReadonlyMap<string, Schema>;

/** What is called an id by the last word of its name. */
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'sid']);

/** Finds the ids of a receipt. An id that the client sends itself is not one of them. */
export function receiptIdsOf(
  operation: Operation,
  { kind, resource }: Role,
  { spec }: Choice,
  { api, fieldsOf }: Pick<MockContext, 'api' | 'fieldsOf'>,
): ReceiptIds | undefined {
  if (operation.method !== 'POST' || resource !== undefined || kind !== 'action') return undefined;
  const schema = spec.content.find(isJsonContent)?.schema;
  if (schema === undefined) return undefined;
  const sent = (operation.body?.content ?? []).flatMap((each) =>
    each.schema === undefined ? [] : [...fieldsOf(each.schema).properties.keys()],
  );
  const ids = [...fieldsOf(schema).properties].filter(
    ([name, property]) =>
      ID_WORDS.has(wordsOf(name).at(-1) ?? '') && !sent.includes(name) && typesOf(api, property).includes('string'),
  );
  return ids.length === 0 ? undefined : new Map(ids);
}

/** The answer of a call after the first one, with other ids: two messages that are sent have two ids. */
export function withReceiptIds(
  mock: MockContext,
  context: RequestContext,
  response: HttpResponse,
  tx: Transaction,
): HttpResponse {
  const { receiptIds, success } = context.plan;
  const { body } = response;
  if (receiptIds === undefined || response.status >= 400 || body.kind !== 'parsed' || !isObject(body.value))
    return response;
  const count = tx.collection(`$receipts/${context.operation.id}`).nextId();
  if (count === 1n) return response;
  const before: JsonObject = body.value;
  const named = Object.values(context.parameters.path);
  const ids = [...receiptIds].flatMap(([name, schema]): readonly (readonly [string, Json])[] => {
    const held = before[name];
    if (typeof held !== 'string' || named.includes(held)) return [];
    const options = { name, about: '', examples: false, samples: [held] };
    const at = `${context.plan.drawnAs}/${name}#${count}`;
    const drawn = drawnUntil(
      at,
      (where) => {
        const made = mock.generator.value(schema, { seed: mock.options.seed, at: where }, options);
        return made.ok ? made.value : undefined;
      },
      (value): value is Json => value !== held,
    );
    return drawn === undefined ? [] : [[name, drawn]];
  });
  const value = { ...before, ...Object.fromEntries(ids) };
  const schema = success.spec.content.find(isJsonContent)?.schema ?? true;
  if (ids.length === 0 || !mock.validator.accepts(schema, asObject(value), 'response')) return response;
  return { ...response, body: documentedAnswer(mock, context, success, { value }).body };
}
