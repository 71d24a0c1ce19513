import { type Api, type Operation, type PlacedText, type Schema, sentencesIn, wordsOf } from '../../spec/index.ts';
import type { Resource } from '../model/model.ts';
import { ownRefusalTexts, refusalTexts } from '../model/refusal-texts.ts';
import { plainWords, pluralOf } from '../model/state-words.ts';
import { clusterKey, plain } from '../model/words.ts';
import type { Shape, Shapes } from './shape.ts';

/** A place in time that only one record can have: `The room is booked at this time`, `overlaps with another booking`. */
const OCCUPIED =
  /\b(already|is|are|was|been) (booked|reserved|occupied|scheduled|allocated)\b[^.;]*\b(times?|slots?|period|range|interval|dates?|hours?|then)\b|\b(slot|time|period|interval|date)s?\b[^.;]*\b(already|is|are) (booked|reserved|occupied|taken)\b|\boverlap\w*|\bdouble[- ]book\w*|\b(times?|periods?|dates?|slots?|bookings?)\b[^.;]*\b(collides?|clash(es)?)\b/i;

const UNIQUE =
  /\b(already ((been|being) )?(exists?|taken|used|in use|registered|tracked|subscribed|added|enrolled|followed|invited|a member)|exists already|(of|with|by) (this|that|the same) \w+( \w+)? exists|\w+ taken|unique|duplicate\w*|only once|(there is|has|have) (already )?an? [\w ]+ with (this|that|the same)|another [\w ]+ (has|uses|with) (this|that|the same)|must (still )?be free(?! (?:at|in|on|for|during|between|from|of|when|within|then|again)\b)|must not (already )?belong to another)\b/i;

/** The same in other languages. */
const EXISTING_ELSEWHERE =
  /\bsudah (?:ada|terdaftar|digunakan|dipakai)\b|\b(?:ya (?:existe|est[áa] (?:en uso|registrad[oa]))|já (?:existe|cadastrad[oa]|est[áa] (?:em uso|cadastrad[oa]))|existe déjà|déjà (?:existant|utilisée?|prise?|enregistrée?)|existiert bereits|bereits (?:vorhanden|vergeben|registriert)|esiste già|già (?:esistente|in uso|registrat[oa]))(?![\p{L}])|уже (?:существует|занята?|зарегистрирован)|已(?:经)?(?:存在|被使用|被注册|注册)|既に(?:存在|登録|使用)|이미 (?:존재|등록|사용)/iu;

/** Whether the 409 of an operation is about an existing record. What it says of idempotency keys does not count. */
export function isUniqueConflict(operation: Operation): boolean {
  const isKeyed = operation.parameters.some(({ in: place, name }) => place === 'header' && /idempotency/i.test(name));
  const ofKey = isKeyed ? /idempoten|\bkey\b/i : /idempoten/i;
  return conflictTexts(operation)
    .flatMap((text) => text.split(/[.;\n]|,? or /))
    .some(
      (part) => (isUniqueText(part) || OCCUPIED.test(part)) && !ofKey.test(part) && !isOfOtherKind(operation, part),
    );
}

/** What a value must not belong to. Where that is a record of another kind, many records may have the value. */
const OWNER = /\bmust not (?:already )?belong to another ([\w-]+)/i;

function isOfOtherKind({ path }: Operation, text: string): boolean {
  const [, owner] = OWNER.exec(text) ?? [];
  return owner !== undefined && clusterKey(owner) !== clusterKey(/([^/{}]+)(?:\/\{[^/]*)?$/.exec(path)?.[1] ?? '');
}

function isUniqueText(text: string): boolean {
  return UNIQUE.test(text) || EXISTING_ELSEWHERE.test(text);
}

/** What the document says of the 409 of an operation, with what it calls unique in its description. */
function conflictTexts(operation: Operation): readonly string[] {
  const texts = ownRefusalTexts(operation, '409');
  const stated = sentencesIn(operation.description ?? '').filter((sentence) => STATED.test(sentence));
  return texts.length === 0 ? [] : [...new Set([...texts, ...stated])];
}

/** A sentence about a property that no two records share: “The `code` of a course is unique.” */
const STATED =
  /(?:[`"'][\w.]+[`"'](?: of (?:an?|the|each|every) \w+)?|^\W*(?:the|each|every|an?) (?:[\w-]+ ){1,3}?)\s*\b(?:is|are|must be|has to be|should be) unique\b/i;

/** What a refusal that is not a conflict says of a record that exists. */
const EXISTING =
  /\b(already (been )?(exists?|taken|in use|registered)|exists already|(of|with|by) (this|that|the same) \w+( \w+)? exists|another [\w ]+ (has|uses|with) (this|that|the same))\b/i;

/** Words of a sentence that names an existing record as one of many possible causes. */
const POSSIBLY = /\b(may|might|can|could|sometimes|for example|for instance|such as?)\b|\be\.g\./i;

/** The documented status of a create whose record exists already: 409, or another refusal that says so. */
export function duplicateRefusal(operation: Operation): string | undefined {
  if (isUniqueConflict(operation)) return '409';
  return ['400', '422'].find((status) => refusalTexts(operation, status).flatMap(sentencesOf).some(saysExisting));
}

function saysExisting(sentence: string): boolean {
  return (EXISTING.test(sentence) && !POSSIBLY.test(sentence)) || EXISTING_ELSEWHERE.test(sentence);
}

function sentencesOf(description: string): readonly string[] {
  return description.split(/[.;]\s|\n|<br ?\/?>/i);
}

/** What the document says of a create, and of its refusal of what exists. */
export function textsOfDuplicates(operation: Operation): readonly string[] {
  const refusals = ['409', duplicateRefusal(operation)];
  const refused = operation.responses.filter(({ status }) => refusals.includes(status));
  return [operation.description ?? '', ...refused.map(({ description }) => description)];
}

/** Words of a document that call texts the same whatever the case of their letters. */
export const CASELESS: RegExp =
  /case[- ]?insensitiv|((re|disre)gard(less)?( of| to)?|without|ignor\w+|differ\w* only (in|by)|irrespective of)( the| letter| upper| lower| and)*[- ]?(case|capitali[sz]ation)|(upper|capital)\w*[- ]?(case)? (and|or) (lower|small)|in any case\b|\bwhatever (the |its |their )?((upper|lower|letter) )?case\b|\bcase (does not|doesn't|never) (matter|count)|\bcase is (ignored|not significant)/i;

/**
 * The sentence about the whole API that compares the values of a property without regard to case: “Email addresses of
 * members are compared without regard to case.” It has to name the property and the items.
 */
export function caselessByApi(
  { description = '' }: Pick<Api, 'description'>,
  property: string,
  { singular }: Pick<Resource, 'singular'>,
): PlacedText | undefined {
  const isNamed = (text: string, name: string): boolean => {
    const noun = plainWords(name).trim();
    return noun !== '' && (text.includes(` ${noun} `) || text.includes(` ${pluralOf(noun)} `));
  };
  const text = sentencesIn(description).find((sentence) => {
    const words = plainWords(sentence);
    const isOfValues = COMPARED.test(sentence) && !OF_SEARCH.test(sentence) && CASELESS.test(sentence);
    return isOfValues && !NEGATED.test(sentence) && isNamed(words, property) && isNamed(words, singular);
  });
  return text === undefined ? undefined : { text: text.trim().replace(/\s+/g, ' '), pointer: '/info/description' };
}

const NEGATED = /\b(?:not|never|n['’]t|unless|except|may|might|only (?!in\b|by\b))\b/i;
/** A sentence about when two values are the same one. */
const COMPARED = /\b(?:compared|unique|equal|same|identical|duplicates?|taken)\b/i;
/** A sentence about finding, sorting or signing in, or one for some cases. */
const OF_SEARCH =
  /\b(?:search\w*|filter\w*|sort\w*|order(?:s|ed)?|lists?|find\w*|found|match\w*|quer\w+|look\w*|sign\w*|log(?:s|ged|ging|in)?\b|if|when|where|while|for|parameters?|headers?)\b/i;

/** Properties that a client names its records by, and that are described as unique: `uid`, "Optional unique identifier". */
function calledUnique(shapes: Shapes, entity: Shape): readonly string[] {
  return [...entity.properties].flatMap(([name, schema]) => {
    const { root } = shapes.of(schema);
    const isDescribedUnique =
      typeof root === 'object' && /\bunique\b/i.test(root.description ?? '') && root.readOnly !== true;
    return isDescribedUnique && GIVEN.test(wordsOf(name).join('_')) && isTelling(shapes, schema) ? [name] : [];
  });
}

/** Names of what clients call their records by. Other ids may be references. */
const GIVEN = /^(?:uid|slug|handle|sku|username|email|external_(?:id|reference|key)|reference_id|custom_id)$/;

/**
 * The unique properties according to the refusal of what exists (the 409 of a create, or a 400 or 422 that says so), or to their own descriptions beside a 409, in the form of `Role.unique`. `singular` is the
 * entity's name, which is ignored in the description. `undefined` if nothing is said of uniqueness.
 */
export function uniqueBy(
  shapes: Shapes,
  operation: Operation,
  entity: Shape,
  singular: string,
): readonly (readonly string[])[] | undefined {
  const refusal = duplicateRefusal(operation);
  if (refusal === undefined) {
    const hasConflict = operation.responses.some(({ status }) => status === '409');
    const called = hasConflict ? calledUnique(shapes, entity) : [];
    return called.length === 0 ? undefined : called.map((name) => [name]);
  }
  const names = [...entity.properties].flatMap(([name, schema]) =>
    clusterKey(name) !== clusterKey(singular) && isTelling(shapes, schema) ? [name] : [],
  );
  const texts = refusal === '409' ? conflictTexts(operation) : refusalTexts(operation, refusal);
  const sentences = texts.flatMap(sentencesOf);
  return sentences
    .filter((sentence) => (refusal === '409' ? isUniqueText(sentence) : saysExisting(sentence)))
    .filter((sentence) => !isOfOtherKind(operation, sentence))
    .flatMap((sentence) => {
      if (EXISTING_ELSEWHERE.test(sentence)) return mentionedIn(sentence, names);
      const within = namedAround(sentence, entity);
      return groupsIn(sentence, names, wordsOf(singular)).map((group) => [
        ...group,
        ...within.filter((name) => !group.includes(name)),
      ]);
    });
}

/**
 * The unique properties that the 409 of a change names, for all items in all cases. Whether a value is free may depend
 * on an owner, a state or a time, so a sentence with any other words says nothing of it.
 */
export function uniqueInChanges(
  shapes: Shapes,
  operation: Operation,
  entity: Shape,
  singular: string,
): readonly (readonly string[])[] | undefined {
  if (!operation.responses.some(({ status }) => status === '409') || !isUniqueConflict(operation)) return undefined;
  const groups = (uniqueBy(shapes, operation, entity, singular) ?? []).filter((group) => {
    const [name, ...others] = group;
    if (name === undefined || others.length > 0) return false;
    const { root } = shapes.of(entity.properties.get(name) ?? true);
    const own = typeof root === 'object' ? (root.description ?? '') : '';
    const texts = [...conflictTexts(operation), operation.description ?? '', own].flatMap(sentencesOf);
    return texts.every((text) => !isLimitedUnique(text, name, singular));
  });
  return groups.length === 0 ? undefined : groups;
}

/** Whether a sentence about equal values of a property has more words than that no two items have the same. */
export function isLimitedUnique(sentence: string, property: string, singular: string): boolean {
  if (!isUniqueText(sentence) && !SAME_VALUES.test(sentence)) return false;
  const own = new Set([property, singular].flatMap((name) => wordsOf(name).flatMap((word) => [word, pluralOf(word)])));
  const words = wordsOf(sentence.replaceAll(/['’]s\b/g, '').replaceAll(/\be-mail/gi, 'email'));
  return words.some(
    (word, at) => !own.has(word) && !EVERYWHERE.has(word) && !(word === 'in' && words[at + 1] === 'use'),
  );
}

const SAME_VALUES = /\b(?:same|share[sd]?|unique|taken|distinct)\b/i;
/** Words of a sentence that speaks of all items: `There is another member with the same email address already`. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  'a an the this that same given another other some one no two each every there is are was has have been already taken used use uses registered exists exist with by of must be unique duplicate conflict error address number value code name or and'.split(
    ' ',
  ),
);

const SAYS_ONLY_CONFLICT = /^\W*(?:an? |the )?(?:name )?conflict\W*$/i;

/** The other names by which paths call the items (`{id}`, "ID or name"), where a create documents a conflict and does not say with what. */
export function uniqueNames(
  shapes: Shapes,
  { responses, path }: Operation,
  entity: Shape,
  others: readonly string[],
): readonly (readonly string[])[] | undefined {
  const isConflict = responses.some((each) => each.status === '409' && SAYS_ONLY_CONFLICT.test(each.description));
  const all = [...others, ...accountNames(entity, path)];
  const names = isConflict ? all.filter((name) => isTelling(shapes, entity.properties.get(name) ?? true)) : [];
  return names.length === 0 ? undefined : names.map((name) => [name]);
}

/** Paths of records that people sign in with. Others may show the name of an account as well. */
const ACCOUNTS =
  /(?:^|[/_-])(?:users?|accounts?|members?|people|persons?|customers?|logins?|admins?|operators?|agents?|sign-?up|register)(?![a-z])/i;

/** The names by which people sign in, of which no two accounts have the same. */
function accountNames({ properties }: Shape, path: string): readonly string[] {
  const isAccount = ACCOUNTS.test(path) || [...properties.keys()].some((name) => /password/i.test(name));
  if (!isAccount) return [];
  return [...properties.keys()].filter((name) => /^(?:user_?name|login)$/i.test(name)).slice(0, 1);
}

/** The property of what a value is unique in: `a folder with this name exists in the parent folder`. */
function namedAround(sentence: string, entity: Shape): readonly string[] {
  const words = [...sentence.matchAll(AROUND)].map(([, word = '']) => plain(word));
  return words.flatMap((word) => {
    const found = entity.spelled(word)[0] ?? entity.spelled(`${word}id`)[0];
    return found === undefined ? [] : [found[0]];
  });
}

const AROUND = /\b(?:in|within) (?:(?:the|this|that|its|same|given|an?) )+(\w+)/gi;

/** Whether a property has many possible values: one with few cannot be unique. */
function isTelling(shapes: Shapes, schema: Schema): boolean {
  const { root } = shapes.of(schema);
  if (typeof root === 'boolean' || root.enum !== undefined || root.const !== undefined) return false;
  return [root.type].flat().some((type) => type === 'string' || type === 'integer');
}

interface Mention {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Groups of properties that a sentence calls taken: `with the same name and owner already exists` is one
 * group, `the email or username is taken` are two.
 */
function groupsIn(sentence: string, names: readonly string[], own: readonly string[]): readonly (readonly string[])[] {
  const words = wordsOf(sentence.replaceAll(/['’]s\b/g, '').replaceAll(/\be-mail/gi, 'email'));
  const mentions = names.flatMap((name) => mentionsOf(name, words));
  const taken = new Set(mentions.filter((each) => isTaken(words, each, own)));
  // A property joined to a taken one is taken as well.
  for (const each of mentions.toSorted((a, b) => b.from - a.from))
    if (JOINS.has(words[each.to] ?? '') && [...taken].some(({ from }) => from === each.to + 1)) taken.add(each);
  for (const each of mentions.toSorted((a, b) => a.from - b.from))
    if (JOINS.has(words[each.from - 1] ?? '') && [...taken].some(({ to }) => to === each.from - 1)) taken.add(each);
  const found = [...new Set([...taken].map(({ name }) => name))];
  const isEither = [...taken].some(({ to }) => words[to] === 'or');
  return found.length === 0 ? [] : isEither ? found.map((name) => [name]) : [found];
}

/** The properties that a sentence in any language mentions: each alone beside an “or”, else together (“este nombre en esta categoria”). */
function mentionedIn(sentence: string, names: readonly string[]): readonly (readonly string[])[] {
  const words = wordsOf(sentence.replaceAll(/\be-mail/gi, 'email'));
  const mentioned = names.filter((name) => mentionsOf(name, words).length > 0);
  if (mentioned.length === 0) return [];
  return OR_ELSEWHERE.test(sentence) ? mentioned.map((name) => [name]) : [mentioned];
}

const OR_ELSEWHERE = /\/|\b(?:o|ou|oder|atau|or)\b|(?:^|\s)или(?:\s|$)|或|または|또는/iu;

const JOINS = new Set(['and', 'or']);

function mentionsOf(name: string, words: readonly string[]): readonly Mention[] {
  const own = wordsOf(name);
  return words.flatMap((word, from) => {
    if (word === own.join('')) return [{ name, from, to: from + 1 }];
    const isHere = own.length > 1 && own.every((each, at) => words[from + at] === each);
    return isHere ? [{ name, from, to: from + own.length }] : [];
  });
}

const FILLERS = new Set(['a', 'an', 'the', 'this', 'that', 'these', 'same', 'given', 'such', 'specified', 'provided']);
const OWNING = new Set(['has', 'have', 'uses', 'use']);
const LEADING = new Set(['with', 'by', 'having', 'duplicate', 'duplicated']);
const BETWEEN = new Set(
  ['is', 'are', 'was', 'has', 'have', 'been', 'must', 'should', 'to', 'be', 'already', 'still', 'not'].concat([
    // `serial number` of the property `serial`, `email address` of `email`.
    'value',
    'number',
    'address',
    'code',
    'name',
  ]),
);
const ENDING = /^(exists?|taken|used|registered|unique|in|free|belong)$/;

/** `with the same name`, `email is already taken`, `slug must be unique`, `duplicate template name` of a template. */
function isTaken(words: readonly string[], { from, to }: Mention, own: readonly string[]): boolean {
  let before = from - 1;
  while (FILLERS.has(words[before] ?? '') || own.includes(words[before] ?? '')) before -= 1;
  if (LEADING.has(words[before] ?? '')) return true;
  // `Another member has this email address already`.
  const verb = words[before] === 'already' ? before - 1 : before;
  const others = words.slice(words.indexOf('another', 0) + 1, verb);
  if (OWNING.has(words[verb] ?? '') && words.includes('another') && others.every((each) => own.includes(each)))
    return true;
  // `code of a course is unique`.
  let behind = words[to] === 'of' && FILLERS.has(words[to + 1] ?? '') ? to + 3 : to;
  while (BETWEEN.has(words[behind] ?? '')) behind += 1;
  return ENDING.test(words[behind] ?? '') && (words[behind] !== 'in' || words[behind + 1] === 'use');
}
