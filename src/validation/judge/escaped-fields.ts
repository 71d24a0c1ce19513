import type { Violation } from '../../core/index.ts';
import { formatPointer, parseQuery } from '../../wire/index.ts';
import type { Subject } from './explain.ts';

/** Reserved characters (RFC 3986 §2.2) that every encoder of forms encodes; `encodeURIComponent` leaves `!'()*`. */
const RESERVED = /[:/?#[\]@$;=]/;

/**
 * Judges fields of a form whose reserved characters must be encoded (`allowReserved: false`, OpenAPI 3.1 §4.8.15).
 *
 * @param escaped pointers to the rules by the names of fields
 * @param text the form as it was received
 */
export function judgeEscaped(
  escaped: ReadonlyMap<string, string>,
  text: string,
  { pointer, code }: Pick<Subject, 'pointer' | 'code'>,
): readonly Violation[] {
  const form = parseQuery(text);
  return (form.ok ? form.pairs : []).flatMap(({ name, raw }): readonly Violation[] => {
    const rule = escaped.get(name);
    if (rule === undefined || !RESERVED.test(raw)) return [];
    const message = `The reserved characters of the field \`${name}\` must be percent-encoded`;
    return [{ code, pointer: `${pointer}${formatPointer([name])}`, rule, message }];
  });
}
