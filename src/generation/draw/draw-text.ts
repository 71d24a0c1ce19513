import { isJson, stringifyJson } from '../../wire/index.ts';
import { hasFormat } from '../evaluate/schema-evaluator.ts';
import { type Chance, childChance, drawInt, happens } from '../model/chance.ts';
import { cut, lengthOf } from '../model/json-values.ts';
import type { PatternText } from '../pattern/pattern.ts';
import { DEEPEST, type Drawing, fail, MOST_CHARACTERS, type Spot } from '../plan/draw-context.ts';
import { keep, type LeafPlan } from '../plan/plan.ts';
import type { ValueShape } from '../plan/shape.ts';
import { base64 } from '../text/formats/codes.ts';
import { isDescribedAsFuture } from '../text/formats/instants.ts';
import { formatNamed } from '../text/formats/table.ts';
import type { Meaning } from '../text/meanings/meaning.ts';
import { documentedText } from './documented-text.ts';

/** As a power of two. */
const CHARACTERS_PER_STEP = 4;
/** How often each way is tried before the next. */
const TRIES = 4;
const PATTERN_TRIES = 80;

/**
 * A string by its format, its meaning, its pattern, or its length: the first of these that fits all
 * keywords.
 */
export function drawText(drawing: Drawing, plan: LeafPlan, spot: Spot): string | undefined {
  const { shape } = plan;
  if (shape.minLength > shape.maxLength) return fail(drawing, '`minLength` is greater than `maxLength`');
  if (shape.minLength > MOST_CHARACTERS)
    return fail(drawing, `\`minLength\` asks for more than ${MOST_CHARACTERS} characters`);
  const patterns = keep(plan, 'patterns', () =>
    shape.patterns.flatMap((source) => drawing.tools.pattern(source) ?? []),
  );
  const fits = (text: string): boolean => {
    drawing.tools.steps.count(text.length >> CHARACTERS_PER_STEP);
    return textFits(shape, patterns, text);
  };
  const documented = documentedText(drawing, plan, spot);
  if (documented !== undefined && fits(documented)) return documented;
  return (
    byContent(drawing, plan, spot, fits) ??
    byFormat(drawing, plan, spot, fits) ??
    byMeaning(drawing, plan, spot, fits) ??
    byPattern(drawing, { shape, patterns, fits }, spot.chance) ??
    byLength(drawing, shape, spot, fits) ??
    fail(drawing, textReason(shape))
  );
}

/** Whether a string fits the string keywords. */
export function textFits(shape: ValueShape, patterns: readonly PatternText[], text: string): boolean {
  const length = lengthOf(text);
  if (length < shape.minLength || length > shape.maxLength) return false;
  return patterns.every((pattern) => pattern.test(text)) && shape.formats.every((name) => hasFormat(name, text));
}

type Fits = (text: string) => boolean;

/** A string that contains a JSON value of `contentSchema` (JSON Schema 2020-12 Validation §8.5). */
function byContent(drawing: Drawing, { schemas }: LeafPlan, spot: Spot, fits: Fits): string | undefined {
  const holder = schemas.find(({ contentMediaType }) => contentMediaType !== undefined && isJson(contentMediaType));
  if (holder === undefined || spot.depth > DEEPEST) return undefined;
  const plan = drawing.tools.planner.planOf([holder.contentSchema ?? {}]);
  const chance = childChance(spot.chance, 'content');
  const value = drawing.tools.draw(drawing, plan, { ...spot, chance, depth: spot.depth + 1, repeated: false });
  if (value === undefined) return undefined;
  const written = stringifyJson(value);
  const encoding = holder.contentEncoding?.toLowerCase();
  const text = encoding === 'base64' || encoding === 'base64url' ? Buffer.from(written).toString(encoding) : written;
  return fits(text) ? text : undefined;
}

/** Descriptions that call a string without a format a timestamp. */
const TIMESTAMP = /\bRFC ?3339\b|\bISO[- ]?8601[^.]*\b(?:date|time|timestamp)/i;

function formatsOf({ schemas, shape }: LeafPlan): readonly string[] {
  if (shape.encoding === 'base64' || shape.encoding === 'base64url') return [...shape.formats, shape.encoding];
  if (shape.formats.length > 0 || shape.patterns.length > 0) return shape.formats;
  return schemas.some(({ description }) => description !== undefined && TIMESTAMP.test(description))
    ? ['date-time']
    : [];
}

function byFormat(drawing: Drawing, plan: LeafPlan, spot: Spot, fits: Fits): string | undefined {
  const { shape } = plan;
  const formats = keep(plan, 'formats', () => formatsOf(plan));
  const format = formats.map(formatNamed).find((known) => known !== undefined);
  if (format === undefined) return undefined;
  if (shape.encoding === 'base64' || shape.formats.includes('byte')) return encodedText(shape, spot.chance, fits);
  const isFuture = keep(plan, 'future', () =>
    plan.schemas.some(({ description = '' }) => isDescribedAsFuture(description)),
  );
  const words = isFuture ? ['future'] : drawing.tools.wordsOf(spot.name);
  for (let i = 0; i < TRIES; i++) {
    const chance = i === 0 ? spot.chance : childChance(spot.chance, `format${i}`);
    const meant = isFuture ? undefined : byMeaning(drawing, plan, { ...spot, chance }, fits);
    if (meant !== undefined && format.annotation !== true) return meant;
    const text = format.make({
      chance,
      words,
      fake: () => drawing.tools.fakeAt(chance),
    });
    if (fits(text)) return text;
    const otherwise = format.spellings?.(text).find(fits);
    if (otherwise !== undefined) return otherwise;
  }
  return undefined;
}

function encodedText(shape: ValueShape, chance: Chance, fits: Fits): string | undefined {
  const least = Math.ceil(shape.minLength / 4) * 4;
  const most = Math.floor(Math.min(shape.maxLength, Math.max(least, 12)) / 4) * 4;
  const text = base64(chance, Math.max(least, Math.min(12, most)));
  return fits(text) ? text : undefined;
}

function byMeaning(drawing: Drawing, plan: LeafPlan, spot: Spot, fits: Fits): string | undefined {
  if (drawing.wild) return undefined;
  const meaning = meaningFor(drawing, plan, spot);
  if (meaning === undefined) return undefined;
  const { shape } = plan;
  for (let i = 0; i < TRIES; i++) {
    const chance = i === 0 ? spot.chance : childChance(spot.chance, `meaning${i}`);
    const text = String(
      meaning.make(drawing.tools.fakeAt(chance), chance, drawing.tools.wordsOf(spot.name), spot.about),
    );
    const { imageRoot } = drawing.tools;
    const located = meaning.picture === true && imageRoot !== undefined ? imageRoot + new URL(text).pathname : text;
    if (fits(located)) return located;
    if (fits(text)) return text;
    if (i === 0 && lengthOf(text) > shape.maxLength && meaning.prose === true) {
      const short = cut(text, shape.maxLength).trim();
      if (fits(short)) return short;
    }
  }
  return undefined;
}

/** A description that calls the string the identifier of something. */
const IDENTIFIER =
  /^(?:if [^.,]{1,60}, )?(?:(?:the|an?|its|this is the) )?(?:\w+ ){0,2}(?:identifier|ID|id|UUID|uuid)\b|\bunique (?:identifier|id)\b/i;
/** Names whose values identify a thing by themselves. */
const SPEAKING =
  /(?:name|login|handle|slug|mail|url|uri|sku|code|number|key|path|host|domain|phone|isbn|iban|address|tag|version|hash|sha|token|title|type)$/i;

/** What the string is: by its name, by a description that calls it an identifier, or likely by its name. */
function meaningFor({ tools }: Drawing, plan: LeafPlan, { name, about }: Spot): Meaning | undefined {
  const identifies = keep(plan, 'identifier', () =>
    plan.schemas.some(({ description }) => description !== undefined && IDENTIFIER.test(description.trim())),
  );
  const meaning = tools.meaningOf(name, about, 'text');
  if (identifies && !SPEAKING.test(name)) return tools.meaningOf('id', '', 'text');
  return meaning ?? (plan.shape.patterns.length > 0 ? undefined : tools.meaningOf(name, about, 'likely'));
}

/** A string that must match patterns. */
interface PatternedText {
  readonly shape: ValueShape;
  readonly patterns: readonly PatternText[];
  readonly fits: Fits;
}

function byPattern(drawing: Drawing, { shape, patterns, fits }: PatternedText, chance: Chance): string | undefined {
  if (patterns.length === 0) return undefined;
  const high = Math.min(shape.maxLength, MOST_CHARACTERS);
  for (let i = 0; i < PATTERN_TRIES; i++) {
    const wild = drawing.wild || i > 4;
    const place = childChance(chance, i);
    const text = patterns[i % patterns.length]?.write(place, shape.minLength, high, wild);
    if (text !== undefined && fits(text)) return text;
    // Two patterns, one for the start and one for the end, can be joined.
    const joined = patterns.length > 1 ? together(patterns, place, { high, wild, forward: i % 2 === 0 }) : undefined;
    if (joined !== undefined && fits(joined)) return joined;
  }
  return undefined;
}

/** How a text is drawn that fits several patterns. `high`: most characters. */
interface TextStyle {
  readonly high: number;
  readonly wild: boolean;
  readonly forward: boolean;
}

function together(patterns: readonly PatternText[], chance: Chance, { high, wild, forward }: TextStyle): string {
  const texts = patterns.map(
    (pattern, index) => pattern.write(childChance(chance, `part${index}`), 0, high, wild) ?? '',
  );
  return (forward ? texts : texts.reverse()).join('');
}

const WILD = ['ä', 'é', '日', '😀', 'Z', '0', '-', '_', '.', 'a', 'B', '7'];

function byLength(drawing: Drawing, shape: ValueShape, spot: Spot, fits: Fits): string | undefined {
  if (shape.formats.some((name) => !hasFormat(name, 'word')) || shape.patterns.length > 0) {
    const text = 'a'.repeat(shape.minLength);
    return fits(text) ? text : undefined;
  }
  const text = drawing.wild ? wildText(shape, spot.chance) : words(drawing, shape, spot.chance);
  return fits(text) ? text : undefined;
}

function wildText(shape: ValueShape, chance: Chance): string {
  const length = drawInt(chance, shape.minLength, Math.min(shape.maxLength, shape.minLength + 12));
  return Array.from({ length }, () => WILD[drawInt(chance, 0, WILD.length - 1)]).join('');
}

function words(drawing: Drawing, shape: ValueShape, chance: Chance): string {
  const { noun, adjective } = drawing.tools.vocabulary;
  let text = shape.maxLength > 24 && happens(chance, 0.5) ? `${adjective(chance)} ${noun(chance)}` : noun(chance);
  let length = lengthOf(text);
  const texts = [text];
  while (length < shape.minLength) {
    const next = noun(chance);
    texts.push(next);
    length += next.length + 1;
  }
  text = texts.join(' ');
  if (length <= shape.maxLength) return text;
  // A shortened string must not end in a space, which some readers trim.
  return cut(text, shape.maxLength).replace(/\s$/, 'x');
}

function textReason(shape: ValueShape): string {
  const words = [
    ...shape.patterns.map((source) => `\`pattern\` ${source}`),
    ...shape.formats.map((name) => `\`format\` ${name}`),
  ];
  return `no string was found that fits ${words.join(' and ') || 'the schema'} with its lengths`;
}
