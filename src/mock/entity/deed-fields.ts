import type { HttpRequest, Json, JsonObject } from '../../core/index.ts';
import type { Operation, Schema } from '../../spec/index.ts';
import { beginningOf, momentOf } from '../fields/initial-values.ts';
import { fileFields, sentFile } from '../fields/sent-file.ts';
import { instantFor, isStamp } from '../fields/server-fields.ts';
import type { MockContext } from '../model/context.ts';

/** Some services start something with GET, which the name of the operation shows. */
const BEGINS = /^(?:create|init|start|begin|issue)/i;

/**
 * Fields of an answer about the write itself: when it happened, when its effect ends, and which file was
 * sent.
 */
export function deedFields(
  mock: MockContext,
  { method, id }: Pick<Operation, 'method' | 'id'>,
  request: HttpRequest,
  schema: Schema,
): JsonObject {
  if (mock.options.stateless || ((method === 'GET' || method === 'HEAD') && !BEGINS.test(id))) return {};
  const now = mock.options.now();
  const fields: Record<string, Json> = {};
  for (const [name, property] of mock.fieldsOf(schema).properties) {
    const moment = isStamp(name) ? 0 : momentOf(name);
    const instant = moment === undefined ? undefined : instantFor(mock, property, now + moment);
    const first = BEGINS.test(id) ? beginningOf(mock, name, property) : undefined;
    if ((instant ?? first) !== undefined) fields[name] = instant ?? first ?? null;
  }
  return { ...fields, ...fileFields(mock, schema, sentFile(request)) };
}
