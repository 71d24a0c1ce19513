import { sentencesIn } from '../../spec/index.ts';
import type { ListDetails } from '../model/model.ts';
import { plain } from '../model/words.ts';
import { itemShape, pointerInItem } from '../schema/item-shape.ts';
import type { Shape, Shapes } from '../schema/shape.ts';

const SORTED_BY =
  /\b(?:sorted|ordered|in (?:the )?(?:alphabetical |ascending |descending )?order of) (?:alphabetically |(ascending|descending) )?(?:by )?(?:the |their |its )?[`'"]?(\w+(?: (?!ascending|descending|without|ignoring)\w+){0,2})[`'"]?(?=[,.;)\n]|$| ascending| descending| \((?:a|de)scending| \((?:the )?\w+(?: recent)? first\)| without| ignoring)/i;
/** An order that is told by what comes first: “the latest `recordedAt` first”. */
const EXTREME_FIRST =
  /(?:^|[,;:(–—] ?)(?:with )?(?:the )?(newest|latest|most recent|highest|largest|greatest|oldest|earliest|lowest|smallest) [`'"]?(\w+)[`'"]? first(?=[,.;)]|\W*$)/i;
/** Both: “Bookings by arrival, the earliest first.” */
const BY_EXTREME =
  /^(?:all )?(?:the )?(?:\w+ )?\w+s (?:of \w+ \w+ )?by (?:the |their )?[`'"]?(\w+)[`'"]?,? (?:with )?(?:the )?(newest|latest|most recent|highest|largest|greatest|oldest|earliest|lowest|smallest) first\W*$/i;
/** Another sentence about the order: “Pinned bookings come before all others.” */
const ALSO_ORDERED = /\b(?:first|last|top|end|begin\w*|start|before|after|follow\w*|pinned|order\w*|sort\w*)\b/i;
/** A sentence about what a client may send: `With order=desc, the largest size first.` */
const INSTRUCTION = /=|\b(?:use|set|pass|send|clients?|you)\b/i;
/** A sentence without a verb that names the whole list and an order: “All depots by name.” */
const ALL_BY = /^all (?:the )?(?:\w+ )?\w+s by (?:the |their )?[`'"]?(name|title|label)[`'"]?[,.;]?$/i;
const DOWN = /\b(?:descending|desc|revers\w+|(?:newest|latest|highest|largest|greatest|last|most recent) first)\b/i;
const UP = /\b(?:ascending|asc|alphabetical\w*|chronological\w*|(?:oldest|earliest|lowest|smallest|least) first)\b/i;
/** Words for an order of some cases, of what is inside an item, or of what a client may do. */
const NOT_OF_THE_LIST =
  /\b(?:unless|if|when|then|and|or|not|never|can|could|may|might|each|every|per|within|inside|nested|grouped|no longer|earlier|formerly|previous|previously|used to)\b/i;

/** The order of a list whose description names the property: “Sorted by name, without regard to case.” */
export function describedOrder(texts: readonly string[], shapes: Shapes, entity: Shape): ListDetails['ordered'] {
  const shape = itemShape(shapes, entity);
  const sentences = texts.flatMap((text) => sentencesIn(text.replaceAll(/<br ?\/?>/gi, ' ')));
  for (const sentence of sentences) {
    const { word, direction, valued } = orderIn(sentence);
    const [name] = word === '' || NOT_OF_THE_LIST.test(sentence) ? [] : (shape.spelled(plain(word))[0] ?? []);
    if (name === undefined || (isListed(shapes, shape, name) && !/\balphabetical/i.test(sentence))) continue;
    const isAlone = sentences.every((each) => each === sentence || !ALSO_ORDERED.test(each));
    if (valued !== undefined && !(isAlone && isOfKind(shapes, shape, name, valued))) continue;
    const descending = DOWN.test(direction === '' ? sentence : direction);
    const isNamed = descending || UP.test(direction === '' ? sentence : direction);
    return { pointer: pointerInItem(shapes, entity, name), descending, ...(isNamed ? { named: true as const } : {}) };
  }
  return undefined;
}

/** Whether the values of a property are listed words, whose order is their meaning: `low`, `medium`, `high`. */
function isListed(shapes: Shapes, { properties }: Shape, name: string): boolean {
  const { root } = shapes.of(properties.get(name) ?? true);
  return typeof root === 'object' && root.enum?.some((value) => typeof value === 'string') === true;
}

/** Whether a property has times or numbers. “Files by folder, the newest first” is about the files of each folder. */
function isOfKind(shapes: Shapes, { properties }: Shape, name: string, extreme: string): boolean {
  const { root } = shapes.of(properties.get(name) ?? true);
  if (typeof root !== 'object') return false;
  const isTime = /newest|latest|recent|oldest|earliest/i.test(extreme);
  return isTime ? /^date(?:-time)?$/.test(root.format ?? '') : root.type === 'integer' || root.type === 'number';
}

/** The property that a sentence sorts by, as it is written, and the words that give its direction. `valued`: the word that only times or numbers have. */
function orderIn(sentence: string): {
  readonly word: string;
  readonly direction: string;
  readonly valued?: string;
} {
  const [, direction = '', word = ''] = SORTED_BY.exec(sentence) ?? [];
  if (word !== '') return { word, direction };
  const [, extreme = '', valued = ''] = INSTRUCTION.test(sentence) ? [] : (EXTREME_FIRST.exec(sentence) ?? []);
  if (valued !== '') return { word: valued, direction: `${extreme} first` };
  const [, by = '', first = ''] = INSTRUCTION.test(sentence) ? [] : (BY_EXTREME.exec(sentence.trim()) ?? []);
  if (by !== '') return { word: by, direction: `${first} first`, valued: first };
  return { word: ALL_BY.exec(sentence.trim())?.[1] ?? '', direction: '' };
}
