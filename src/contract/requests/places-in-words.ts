import { type Api, type Operation, wordsOf } from '../../spec/index.ts';
import { escapeRegExp, withoutSeparators } from '../../wire/index.ts';
import { OWN_NAMES } from '../resource-index/commands.ts';
import { requiredNamesIn, takesOtherProperties } from './required-names.ts';
import { bodyProperties, bodySchemaOf } from './value-places.ts';

/** How many places are named for one operation. */
const MOST_PLACES = 4;

/**
 * Keys of given values for the places that a refusal names, also properties that the document does not have. If it names
 * none: for those whose last word it has, else the required ones, else those that are called as ids.
 */
export function placesInWords(api: Api, operation: Operation, words: readonly string[]): readonly string[] {
  const schema = bodySchemaOf(operation);
  const properties = schema === undefined ? [] : bodyProperties(api, schema);
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query' || place === 'header');
  const places = [
    ...properties.map(({ name, pointer, required }) => ({
      name,
      required: required && isTop(pointer),
      place: `/body${pointer}`,
    })),
    ...parameters.map(({ name, in: where, required }) => ({ name, required, place: `/${where}/${name}` })),
  ];
  const text = withCodesAsWords(words.join(' '));
  const coded = places.filter(({ name }) => text.includes(`"${wordsOf(name).join(' ')}"`));
  const mentioned = places.filter(({ name }) =>
    new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, 'i').test(text),
  );
  const named = coded.length > 0 ? coded : mentioned;
  const others = takesOtherProperties(api, operation)
    ? words.flatMap(requiredNamesIn).filter((name) => !places.some((each) => each.name === name))
    : [];
  const missing = [...new Set(others)].map((name) => ({ place: `/body/${name}` }));
  const called = [...missing, ...named];
  const likely = called.length > 0 ? called : places.filter(({ name }) => endsOneIn(name, text));
  const chosen = likely.length > 0 ? likely : places.filter(({ required }) => required);
  return (chosen.length > 0 ? chosen : places.filter(({ name }) => namesRecord(name)))
    .slice(0, MOST_PLACES)
    .map(({ place }) => `${operation.id}#${place}`);
}

const BROKEN_WORDS = /^(?:missing|invalid|empty|malformed|unknown|duplicate)$/;
/** A code that says what is wrong with a value, and its name: `MISSING_ID_TOKEN`, `EMAIL_REQUIRED`. */
const CODE =
  /\b(?:(?:MISSING|INVALID|EMPTY|MALFORMED|UNKNOWN|DUPLICATE)(?:_[A-Z0-9]+)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:REQUIRED|MISSING|INVALID|EMPTY))\b/g;
const LOWER_CODE = new RegExp(`^(?:${CODE.source})$`, 'i');

/** A refusal with its codes as words, and what they name in quotes: `missing "id token"`. */
export function withCodesAsWords(text: string): string {
  return LOWER_CODE.test(text) ? codeInWords(text) : text.replace(CODE, codeInWords);
}

function codeInWords(code: string): string {
  const words = code.toLowerCase().split('_');
  const isFirst = BROKEN_WORDS.test(words[0] ?? '');
  const [broken, name] = isFirst ? [words[0], words.slice(1)] : [words.at(-1), words.slice(0, -1)];
  return isFirst ? `${broken} "${name.join(' ')}"` : `"${name.join(' ')}" ${broken}`;
}

/** Whether a sentence has the last word of a name, as `rev is not a number` has that of `startRev`. Ids are too common. */
export function endsOneIn(name: string, text: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.length < 2 || last.length < 3 || OWN_NAMES.has(last)) return false;
  return new RegExp(`(?<![\\w-])${escapeRegExp(last)}(?![\\w-])`, 'i').test(text);
}

/** Whether a name is that of an id: `sourceID`. */
export function namesRecord(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && OWN_NAMES.has(withoutSeparators(words.at(-1) ?? ''));
}

function isTop(pointer: string): boolean {
  return pointer.lastIndexOf('/') === 0;
}
