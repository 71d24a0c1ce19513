import {
  CORE_SCHEMA,
  constructFromEvents,
  DUMP_SCHEMA,
  defineScalarTag,
  dump,
  EVENT_ID,
  intCoreTag,
  NOT_RESOLVED,
  parseEvents,
  YAMLException,
} from 'js-yaml';
import type { Json } from '../core/index.ts';
import type { ValueResult } from './json/value-result.ts';

/** As for JSON: a nesting that is safe for every later step. */
const DEFAULT_MAX_DEPTH = 256;

/** The time of BigInt conversions grows faster than the number of digits. */
const MOST_DIGITS = 4096;

/**
 * Reads one YAML 1.2 document of the core schema (RFC 9512). Integers keep all digits. Aliases are refused,
 * so that no content expands; so are duplicate keys and tags that JSON does not have.
 */
export function parseYaml(text: string, options: { readonly maxDepth?: number } = {}): ValueResult {
  try {
    const events = parseEvents(text, { maxDepth: options.maxDepth ?? DEFAULT_MAX_DEPTH });
    if (events.some(({ type }) => type === EVENT_ID.ALIAS))
      return { ok: false, reason: 'not YAML as it is read here: aliases' };
    const documents = constructFromEvents(events, { source: text, schema: READ });
    if (documents.length !== 1) return { ok: false, reason: `not YAML: ${documents.length} documents in place of one` };
    // The core schema makes only JSON values, and `EXACT_INTEGER` bigints.
    return { ok: true, value: documents[0] as Json };
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark } = cause;
    const where = mark === undefined ? '' : ` at line ${mark.line + 1}, column ${mark.column + 1}`;
    return { ok: false, reason: `not YAML: ${cause.reason}${where}` };
  }
}

/**
 * Writes a value as a YAML 1.2 document in block style. Strings that YAML 1.1 would read as another type
 * are quoted.
 */
export function formatYaml(value: Json): string {
  return dump(value, { schema: WRITE, noRefs: true, lineWidth: -1 });
}

const EXACT_INTEGER = defineScalarTag<number | bigint>('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: intCoreTag.implicitFirstChars,
  identify: (value) => intCoreTag.identify?.(value) === true || typeof value === 'bigint',
  represent: (value) => String(value),
  resolve: (source, isExplicit, tagName) => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    return source.length > MOST_DIGITS ? NOT_RESOLVED : bigintOf(source);
  },
});

/** `0x` and `0o` are valid in both YAML and BigInt. */
function bigintOf(source: string): bigint {
  const digits = BigInt(source.replace(/^[-+]/, ''));
  return source.startsWith('-') ? -digits : digits;
}

const READ = CORE_SCHEMA.withTags(EXACT_INTEGER);
const WRITE = DUMP_SCHEMA.withTags(EXACT_INTEGER);
