import { type Operation, type Schema, wordsOf } from '../../spec/index.ts';
import { entityShownIn } from '../evidence/evidence.ts';
import { pathKey, type Segment, segmentsOf } from '../model/paths.ts';
import { plain } from '../model/words.ts';
import { requestSchema } from '../schema/bodies.ts';
import { isScalar } from '../schema/identity.ts';
import type { Shape, Shapes } from '../schema/shape.ts';
import { callIdIn, namesIn } from './call-names.ts';

/** A call that sends something or changes a part of something: `POST /sendPhoto`, `POST /setChatTitle`. */
export interface VerbCall {
  readonly operation: Operation;
  readonly deed: 'create' | 'patch';
}

/** The calls on one noun that name an item: `POST /deleteMessage`, `POST /getChat`. */
export interface CallsOnItem {
  readonly base: readonly Segment[];
  readonly naming: readonly Operation[];
  readonly reading: readonly Operation[];
  /** Whether a call lists or creates items. */
  readonly isWhole: boolean;
}

const SENDS = new Set(['send', 'post', 'publish']);
const SETS = new Set(['set', 'edit', 'update', 'change', 'modify']);
/** A quick test of the last word of a path. */
const MAY_BE = new RegExp(`/(?:${[...SENDS, ...SETS].join('|')})[A-Z_-][^/.{}]*$`);

/** A call by its words: `send`, `photo` of `POST /sendPhoto`. */
interface Phrase {
  readonly operation: Operation;
  readonly verb: string;
  readonly noun: readonly string[];
}

/**
 * The calls that send items of a noun or change parts of them, by their names and what they show. An answer with the id by
 * which items are deleted is such an item, whatever is sent: `POST /sendPhoto` answers the message that `POST /deleteMessage`
 * names.
 */
export function verbCallsOn(
  shapes: Shapes,
  phrasesBelow: ReadonlyMap<string, readonly Phrase[]>,
  { base, naming, reading, isWhole }: CallsOnItem,
): readonly VerbCall[] {
  const own = base.at(-1);
  const [first] = naming;
  const phrases = phrasesBelow.get(pathKey(base.slice(0, -1))) ?? [];
  const id = first && phrases.length > 0 ? callIdIn(shapes, first, base) : undefined;
  if (own?.kind !== 'literal' || id === undefined) return [];
  const noun = wordsOf(own.text);
  const names = (operation: Operation): readonly string[] => namesIn(shapes, operation).map(({ text }) => plain(text));
  const shownId = (shape: Shape): string | undefined =>
    [plain(id.text), 'id'].flatMap((name) => shape.spelled(name)).find(([, schema]) => isScalar(shapes, schema))?.[0];
  const read = reading[0] && entityShownIn(shapes, reading[0], own.text)?.found.schema;
  const parts = phrases.filter(
    (each) =>
      SETS.has(each.verb) &&
      each.noun.length >= noun.length &&
      noun.every((word, at) => each.noun[at] === word) &&
      names(each.operation).includes(plain(id.text)),
  );
  const changes = parts.filter(
    ({ operation }) => read === undefined || hasSome(shapes, read, sentNames(shapes, operation), plain(id.text)),
  );
  const shown = isWhole ? [] : phrases.flatMap((each) => sentBy(shapes, each, { names, id: plain(id.text), shownId }));
  const [root] = shown.filter(({ phrase }) => phrase.noun.join() === noun.join()).map((each) => each.root);
  const sends = shown.filter((each) => each.root === root).map(({ phrase }) => phrase);
  return [
    ...sends.map(({ operation }): VerbCall => ({ operation, deed: 'create' })),
    ...changes.map(({ operation }): VerbCall => ({ operation, deed: 'patch' })),
  ];
}

interface SentItem {
  readonly names: (operation: Operation) => readonly string[];
  readonly id: string;
  readonly shownId: (shape: Shape) => string | undefined;
}

/** A call that sends, if it does not name an item and answers one. */
function sentBy(
  shapes: Shapes,
  phrase: Phrase,
  { names, id, shownId }: SentItem,
): readonly { readonly phrase: Phrase; readonly root: Schema }[] {
  const { operation, verb } = phrase;
  if (!SENDS.has(verb) || names(operation).includes(id)) return [];
  const found = entityShownIn(shapes, operation, phrase.noun.join('_'))?.found.schema;
  const shape = shapes.maybe(found);
  return shape === undefined || shownId(shape) === undefined ? [] : [{ phrase, root: shape.root }];
}

/** The names of all that a call sends, lists and objects too. */
function sentNames(shapes: Shapes, operation: Operation): readonly string[] {
  const sent = shapes.maybe(requestSchema(operation));
  return [...namesIn(shapes, operation).map(({ text }) => text), ...(sent?.properties.keys() ?? [])].map(plain);
}

/** Whether the record has one of the properties that are sent beside the id. */
function hasSome(shapes: Shapes, record: Schema, sent: readonly string[], id: string): boolean {
  const shape = shapes.of(record);
  return sent.some((name) => name !== id && shape.spelled(name).length > 0);
}

/** The calls that may send or set something, by the key of the path in front of their names. */
export function verbPhrases(operations: readonly Operation[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const operation of operations) {
    if (operation.method !== 'POST' || !MAY_BE.test(operation.path)) continue;
    const segments = segmentsOf(operation.path);
    const last = segments.at(-1);
    if (last?.kind !== 'literal') continue;
    const key = pathKey(segments.slice(0, -1));
    const [verb = '', ...noun] = wordsOf(last.text);
    phrases.set(key, [...(phrases.get(key) ?? []), { operation, verb, noun }]);
  }
  return phrases;
}
