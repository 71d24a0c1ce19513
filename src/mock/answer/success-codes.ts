import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import { asSuccess } from '../fields/success-marks.ts';
import type { MockContext, RequestContext } from '../model/context.ts';
import { withAnsweredFlags } from './answered-flags.ts';

const DEEPEST = 3;

/** An answer that says of itself that the request succeeded, and what it did. */
export function soundAnswer(
  mock: MockContext,
  { plan, request: { body } }: RequestContext,
  schema: Schema,
  value: Json,
): Json {
  const sound = asSuccess(mock, schema, withoutErrorCodes(mock, schema, value));
  const sent = body.kind === 'parsed' ? body.value : null;
  return withAnsweredFlags(mock, plan.answeredFlags, { schema, value: sound, sent });
}

/**
 * The generated answer of a success: `errorCode` is 0, or null where it is a string, and the message beside it is `OK`. The value stays as it was where the
 * schema does not allow that.
 */
function withoutErrorCodes(mock: MockContext, schema: Schema, value: Json): Json {
  if (!hasCode(value, 0)) return value;
  const candidates = [0, null, ''].map((nothing) => clearCodes(value, nothing, 0));
  return candidates.find((each) => mock.validator.accepts(schema, each, 'response')) ?? value;
}

const isCode = (name: string): boolean => withoutSeparators(name) === 'errorcode';

/** Whether a code is that of a success: 0, 200, `ok`. */
function saysSuccess(code: Json): boolean {
  return typeof code !== 'object' && /^(?:0+|2\d\d|ok|success)$/i.test(String(code));
}

function hasCode(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return false;
  if (isArray(value)) return value.some((each) => hasCode(each, depth + 1));
  return Object.entries(value as Readonly<Record<string, Json>>).some(
    ([name, each]) => (isCode(name) && each !== null && !saysSuccess(each)) || hasCode(each, depth + 1),
  );
}

function clearCodes(value: Json, nothing: Json, depth: number): Json {
  if (depth > DEEPEST) return value;
  if (isArray(value)) return value.map((each) => clearCodes(each, nothing, depth + 1));
  if (!isObject(value)) return value;
  const isOutcome = Object.keys(value).some(isCode);
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isCode(name)
        ? saysSuccess(each)
          ? each
          : nothing
        : isOutcome && withoutSeparators(name) === 'message' && typeof each === 'string'
          ? 'OK'
          : clearCodes(each, nothing, depth + 1),
    ]),
  );
}
