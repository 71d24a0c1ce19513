import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  EVENT_ID,
  type Event,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  SCALAR_STYLE,
  type Schema,
  YAMLException,
} from 'js-yaml';
import { StandinError } from '../../core/index.ts';
import type { Limits } from '../model/limits.ts';
import { refuseAt } from '../model/source-file.ts';
import { refuseEscapedSurrogates } from './decode-text.ts';
import { refuseExpansion } from './expansion.ts';
import { placedEvent, withShallowEnds } from './lenient-indentation.ts';

/**
 * Reads a YAML 1.2 document with the core schema, and merge keys. Integers keep all digits. Refused with
 * line and column: duplicate keys, unknown tags, unknown and cyclic aliases, infinities, and everything
 * beyond a limit.
 */
export function readYaml(name: string, text: string, limits: Limits): unknown {
  const { events, text: readable, placeOf } = readEvents(name, text, limits);
  const aliases = countAliases(name, readable, events, limits);
  const construct = (): readonly unknown[] =>
    constructFromEvents(events, {
      source: readable,
      filename: name,
      schema: schemaThatRefusesInfinity((source) =>
        refuseAt(name, text, placeOf(scalarAt(readable, events, source)), `${source} is not a JSON number`),
      ),
      maxAliases: limits.aliases,
      maxTotalMergeKeys: limits.mergeKeys,
    });
  const documents = withReadErrors(name, text, construct, placeOf);
  if (documents.length === 0) refuseAt(name, text, 0, 'the file holds no document');
  if (documents.length > 1) refuseAt(name, text, placeOf(secondAt(events)), 'more than one YAML document in the file');
  if (aliases > 0)
    refuseExpansion((reason) => refuseAt(name, text, placeOf(aliasAt(readable, events)), reason), documents[0], limits);
  refuseEscapedSurrogates(name, text);
  return documents[0];
}

/** The events of a YAML text, each with offsets into it. */
export function eventsOf(name: string, text: string, limits: Limits): Event[] {
  const { events, text: readable, placeOf } = readEvents(name, text, limits);
  return readable === text ? events : events.map((event) => placedEvent(event, placeOf));
}

function readEvents(name: string, text: string, limits: Limits): ReturnType<typeof withShallowEnds> {
  return withReadErrors(name, text, () =>
    withShallowEnds(text, (readable) => parseEvents(readable, { filename: name, maxDepth: limits.depth })),
  );
}

function withReadErrors<T>(
  name: string,
  text: string,
  read: () => T,
  placeOf: (offset: number) => number = (at) => at,
): T {
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

/** The position of a plain scalar with this text. */
function scalarAt(text: string, events: readonly Event[], source: string): number {
  const found = events.find(
    (event) =>
      event.type === EVENT_ID.SCALAR && event.style === SCALAR_STYLE.PLAIN && getScalarValue(text, event) === source,
  );
  return found?.type === EVENT_ID.SCALAR ? found.valueStart : 0;
}

/** The start of the second document, if known. */
function secondAt(events: readonly Event[]): number {
  const second = events.findIndex((event, at) => at > 0 && event.type === EVENT_ID.DOCUMENT);
  const first = events[second + 1];
  return first?.type === EVENT_ID.SCALAR ? first.valueStart : first !== undefined && 'start' in first ? first.start : 0;
}

/** The first alias inside its own anchor, else the first one. */
function aliasAt(text: string, events: readonly Event[]): number {
  const open: string[] = [];
  let first: number | undefined;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) open.pop();
    else if (event.type === EVENT_ID.ALIAS) {
      first ??= event.anchorStart;
      if (open.includes(text.slice(event.anchorStart, event.anchorEnd))) return event.anchorStart;
    } else if (event.type !== EVENT_ID.SCALAR)
      open.push('anchorStart' in event && event.anchorStart >= 0 ? text.slice(event.anchorStart, event.anchorEnd) : '');
  }
  return first ?? 0;
}

function schemaThatRefusesInfinity(refused: (source: string) => never): Schema {
  const float = defineScalarTag('tag:yaml.org,2002:float', {
    ...floatCoreTag,
    resolve: (source, isExplicit, tagName) => {
      const value = floatCoreTag.resolve(source, isExplicit, tagName);
      if (typeof value === 'number' && !Number.isFinite(value) && /inf|nan/i.test(source)) refused(source);
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
