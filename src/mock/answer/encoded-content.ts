import type { Json } from '../../core/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

const MOST_LEVELS = 4;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A value whose content beside `encoding: base64` is valid base64: a made-up string becomes bytes. */
export function asEncoded(value: Json, level = 0): Json {
  if (level > MOST_LEVELS) return value;
  if (isArray(value))
    return unlessSame(
      value,
      value.map((each) => asEncoded(each, level + 1)),
    );
  if (!isObject(value)) return value;
  const { content, encoding } = value;
  if (encoding === 'base64' && typeof content === 'string' && !BASE64.test(content.replaceAll(/\s/g, '')))
    return { ...value, content: Buffer.from(content, 'base64').toString('base64') };
  const inner = Object.entries(value).map(([name, each]) => [name, asEncoded(each, level + 1)] as const);
  return inner.every(([name, each]) => each === value[name]) ? value : Object.fromEntries(inner);
}

function unlessSame(before: readonly Json[], after: readonly Json[]): readonly Json[] {
  return after.every((each, index) => each === before[index]) ? before : after;
}
