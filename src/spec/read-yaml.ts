import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  type Schema,
  YAMLException,
} from 'js-yaml';
import { StandinError } from '../core/index.ts';
import { refuseEscapedSurrogates } from './decode-text.ts';
import { refuseExpansion } from './expansion.ts';
import type { Limits } from './limits.ts';
import { placedEvent, withShallowEnds } from './shallow-ends.ts';
import { refuse, refuseAt } from './source-file.ts';

/**
 * Reads a YAML 1.2 document with the core schema, and merge keys. Integers keep all their digits. Refused with line and column:
 * duplicate keys, unknown tags, unknown and cyclic aliases, infinities, and whatever passes a limit.
 */
export function readYaml(name: string, text: string, limits: Limits): unknown {
  const { events, text: readable, placeOf } = readEvents(name, text, limits);
  const aliases = countAliases(name, readable, events, limits);
  const construct = (): readonly unknown[] =>
    constructFromEvents(events, {
      source: readable,
      filename: name,
      schema: schemaThatRefusesInfinity(name),
      maxAliases: limits.aliases,
      maxTotalMergeKeys: limits.mergeKeys,
    });
  const documents = guarded(name, text, construct, placeOf);
  if (documents.length !== 1)
    refuse(name, documents.length === 0 ? 'the file holds no document' : 'more than one YAML document in the file');
  if (aliases > 0) refuseExpansion(name, documents[0], limits);
  refuseEscapedSurrogates(name, text);
  return documents[0];
}

/** The events of a YAML text, each with offsets into it. */
export function eventsOf(name: string, text: string, limits: Limits): Event[] {
  const { events, text: readable, placeOf } = readEvents(name, text, limits);
  return readable === text ? events : events.map((event) => placedEvent(event, placeOf));
}

function readEvents(name: string, text: string, limits: Limits): ReturnType<typeof withShallowEnds> {
  return guarded(name, text, () =>
    withShallowEnds(text, (readable) => parseEvents(readable, { filename: name, maxDepth: limits.depth })),
  );
}

function guarded<T>(name: string, text: string, read: () => T, placeOf: (offset: number) => number = (at) => at): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof StandinError) throw cause;
    if (cause instanceof YAMLException) refuseAt(name, text, placeOf(cause.mark?.position ?? 0), wordsOf(cause.reason));
    throw new StandinError('document.refused', `${name}: the YAML cannot be read`, { cause });
  }
}

function wordsOf(reason: string): string {
  if (/maxDepth|nesting/i.test(reason)) return `limit depth: ${reason}`;
  if (/alias(es)? .*(limit|exceed)|maxAliases/i.test(reason)) return `limit aliases (yaml-alias-limit): ${reason}`;
  if (/merge/i.test(reason)) return `limit mergeKeys: ${reason}`;
  return reason;
}

function countAliases(name: string, text: string, events: readonly Event[], limits: Limits): number {
  let count = 0;
  for (const event of events)
    if (event.type === EVENT_ID.ALIAS && ++count > limits.aliases)
      refuseAt(name, text, event.anchorStart, `limit aliases (yaml-alias-limit): more than ${limits.aliases}`);
  return count;
}

function schemaThatRefusesInfinity(name: string): Schema {
  const float = defineScalarTag('tag:yaml.org,2002:float', {
    ...floatCoreTag,
    resolve: (source, isExplicit, tagName) => {
      const value = floatCoreTag.resolve(source, isExplicit, tagName);
      if (typeof value === 'number' && !Number.isFinite(value) && /inf|nan/i.test(source))
        refuse(name, `${source} is no JSON number`);
      return value;
    },
  });
  return CORE_SCHEMA.withTags(mergeTag, exactInteger, float);
}

const exactInteger = defineScalarTag<number | bigint>('tag:yaml.org,2002:int', {
  implicit: true,
  implicitFirstChars: intCoreTag.implicitFirstChars,
  identify: () => false,
  resolve: (source, isExplicit, tagName) => {
    const value = intCoreTag.resolve(source, isExplicit, tagName);
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    if (source.length > 4096) return NOT_RESOLVED;
    const digits = source.replace(/^[-+]/, '');
    return source.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  },
});
