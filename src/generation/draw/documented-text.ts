import type { Json } from '../../core/index.ts';
import { childChance, drawInt, pick } from '../model/chance.ts';
import { constantText } from '../model/constants.ts';
import type { Drawing, Spot } from '../plan/draw-context.ts';
import { keep, type LeafPlan } from '../plan/plan.ts';
import { type DateForm, dateFormOf } from '../text/example-date.ts';
import { patternOf, type TextPattern } from '../text/example-pattern.ts';
import { instantAround } from '../text/formats/instants.ts';
import { constantsShown, isOfOneRecord, wordsListed } from '../text/listed-words.ts';

interface DocumentedText {
  readonly constant: string | undefined;
  /** Words that are as good as the example. */
  readonly words: readonly string[];
  readonly patterns: readonly TextPattern[];
  /** Forms of examples that are dates. */
  readonly dates: readonly DateForm[];
}

/**
 * A string like those in the document: the only one that is allowed, a listed word, or one in the form of
 * an example.
 */
export function documentedText(drawing: Drawing, plan: LeafPlan, spot: Spot): string | undefined {
  if (drawing.wild || !keep(plan, 'speaks', () => speaks(plan))) return undefined;
  const { constant, words, patterns, dates } = keep(plan, `documented text/${spot.name}`, () =>
    readDocumentedText(drawing, plan, spot.name),
  );
  if (constant !== undefined) return constant;
  if (words.length > 0) return pick(childChance(spot.chance, 'word'), words);
  const date = dates.length === 0 ? undefined : pick(childChance(spot.chance, 'date'), dates);
  if (date !== undefined) return date(instantAround(drawing.tools.wordsOf(spot.name), spot.chance));
  const pattern = patterns.length === 0 ? undefined : pick(childChance(spot.chance, 'pattern'), patterns);
  return pattern?.((low, high) => drawInt(spot.chance, low, high));
}

/** Whether the document has the string itself, or its words. */
export function isDocumentedText(drawing: Drawing, plan: LeafPlan, name: string): boolean {
  if (!keep(plan, 'speaks', () => speaks(plan))) return false;
  const { constant, words } = keep(plan, `documented text/${name}`, () => readDocumentedText(drawing, plan, name));
  return constant !== undefined || words.length > 0;
}

const speaks = ({ schemas }: LeafPlan): boolean =>
  schemas.some(({ examples, description }) => examples !== undefined || description !== undefined);

/** An example as text. Authors of YAML leave out the quotes of texts that are numbers. */
export function exampleText(example: Json): string | undefined {
  if (typeof example === 'string') return example;
  return typeof example === 'number' && Number.isSafeInteger(example) ? String(example) : undefined;
}

function readDocumentedText({ tools }: Drawing, { schemas, shape }: LeafPlan, name: string): DocumentedText {
  const constant = schemas.map(constantText).find((text) => text !== undefined);
  const examples = schemas.flatMap(({ examples: list = [] }) => list.flatMap((each) => exampleText(each) ?? []));
  const isPlain = shape.formats.length === 0 && shape.patterns.length === 0 && shape.encoding === undefined;
  const descriptions = schemas.flatMap(({ description }) => description ?? []);
  const isUrl = shape.formats.every((format) => /^(?:uri|url|iri)(?:-reference)?$/.test(format));
  const meaning = tools.meaningOf(name, '', 'text');
  const listed = isPlain ? wordsListed(tools.wordsOf(name), examples, descriptions) : [];
  const isConstant = isPlain && listed.length === 0 && meaning === undefined;
  const words = isConstant ? constantsShown(tools.wordsOf(name), examples) : listed;
  const isOwn = isOfOneRecord(tools.wordsOf(name), descriptions);
  const takesForm = isUrl && meaning?.picture !== true;
  const patterns = takesForm ? examples.flatMap((each) => patternOf(each, meaning !== undefined, isOwn) ?? []) : [];
  const forms = isPlain ? examples.map(dateFormOf) : [];
  const dates = forms.every((form) => form !== undefined) ? forms : [];
  return { constant, words, patterns, dates };
}
