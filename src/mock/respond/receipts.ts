import type { HttpResponse, Json } from '../../core/index.ts';
import { pointerTo, type Role } from '../../resources/index.ts';
import { isJsonContent, type Operation, type Schema, singular, typesOf, wordsOf } from '../../spec/index.ts';
import type { Transaction } from '../../state/index.ts';
import { isObject, parsePointer, valueAt, withoutSeparators, withValueAt } from '../../wire/index.ts';
import { documentedAnswer } from '../answer/answer.ts';
import { drawnUntil } from '../fields/draw.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import type { Choice } from '../model/operation-plan.ts';

/** The ids in the answer of a POST that makes no record here, by pointer: `/messageId` of `POST /send`, `/data/messageId`. */
export type ReceiptIds = ReadonlyMap<string, Schema>;

/** What is called an id by the last word of its name. */
const ID_WORDS = new Set(['id', 'uuid', 'guid', 'sid']);

/** What each call makes: its id is another one each time. The id of an account or a place stays, whatever is asked about it. */
const MADE_BY_CALL =
  /^(?:message|request|response|transaction|payment|charge|transfer|order|booking|reservation|job|task|batch|run|execution|operation|process|event|trace|correlation|tracking|reference|confirmation|receipt|notification|mail|email|sms|call|upload|export|import|session|submission|ticket|quote)$/;

/** Names of objects that only hold the answer. */
const HOLDERS = new Set(['data', 'result', 'response', 'payload', 'item', 'body', 'content']);

/** Whether a place is that of the id of what a call makes: `id`, `messageId`, `message/id`, `letterId` of `POST /letters`. */
function isReceiptId(pointer: string, path: string): boolean {
  const [name = '', holder = ''] = parsePointer(pointer)?.toReversed() ?? [];
  const words = wordsOf(name);
  if (!ID_WORDS.has(words.at(-1) ?? '')) return false;
  const within = singular(wordsOf(holder).at(-1) ?? '');
  const thing = words.at(-2) ?? (HOLDERS.has(within) ? '' : within);
  return thing === '' || MADE_BY_CALL.test(thing) || wordsOf(path).some((word) => singular(word) === thing);
}

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
  const sent = new Set(
    (operation.body?.content ?? [])
      .flatMap((each) => (each.schema === undefined ? [] : placesIn(each.schema, fieldsOf)))
      .map(({ name }) => withoutSeparators(name)),
  );
  const ids = placesIn(schema, fieldsOf).filter(
    (each) =>
      isReceiptId(each.pointer, operation.path) &&
      !sent.has(withoutSeparators(each.name)) &&
      typesOf(api, each.schema).some((type) => type === 'string' || type === 'integer'),
  );
  return ids.length === 0 ? undefined : new Map(ids.map((each) => [each.pointer, each.schema]));
}

/** The properties of an object, and of the objects in it. */
function placesIn(
  schema: Schema,
  fieldsOf: MockContext['fieldsOf'],
  within = '',
): readonly { readonly name: string; readonly pointer: string; readonly schema: Schema }[] {
  return [...fieldsOf(schema).properties].flatMap(([name, property]) => {
    const pointer = `${within}${pointerTo(name)}`;
    const inner = within === '' ? placesIn(property, fieldsOf, pointer) : [];
    return [{ name, pointer, schema: property }, ...inner];
  });
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
  const named = Object.values(context.parameters.path).map(String);
  let value: Json = body.value;
  for (const [pointer, schema] of receiptIds) {
    const held = valueAt(value, pointer);
    if ((typeof held !== 'string' && typeof held !== 'number') || named.includes(String(held))) continue;
    const options = { name: parsePointer(pointer)?.at(-1) ?? '', about: '', examples: false, samples: [held] };
    const drawn = drawnUntil(
      `${context.plan.drawnAs}${pointer}#${count}`,
      (where) => {
        const made = mock.generator.value(schema, { seed: mock.options.seed, at: where }, options);
        return made.ok ? made.value : undefined;
      },
      (each): each is Json => each !== held,
    );
    if (drawn !== undefined) value = withValueAt(value, pointer, drawn);
  }
  const schema = success.spec.content.find(isJsonContent)?.schema ?? true;
  if (value === body.value || !mock.validator.accepts(schema, value, 'response')) return response;
  return { ...response, body: documentedAnswer(mock, context, success, { value }).body };
}
