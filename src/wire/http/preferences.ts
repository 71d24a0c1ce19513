import type { HeaderFields } from '../../core/index.ts';
import { fieldValues } from './fields.ts';
import { splitList } from './negotiation.ts';

const PREFERENCE = /^([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^";\s]*)))?\s*(?:;.*)?$/s;

/**
 * The preferences of all `Prefer` fields (RFC 7240 §2): lower-case name to value, `''` without one. Unknown
 * names are kept, the first of a repeated name counts, parameters and malformed elements are ignored.
 */
export function parsePrefer(headers: HeaderFields): Readonly<Record<string, string>> {
  const preferences: Record<string, string> = Object.create(null);
  for (const line of fieldValues(headers, 'prefer')) {
    for (const element of splitList(line)) {
      const found = PREFERENCE.exec(element);
      if (found?.[1] !== undefined)
        preferences[found[1].toLowerCase()] ??= found[2]?.replace(/\\(.)/gs, '$1') ?? found[3] ?? '';
    }
  }
  return preferences;
}
