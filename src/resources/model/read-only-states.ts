import {
  type Api,
  conjunctsOf,
  lastSegment,
  type Operation,
  onceForEach,
  type PlacedText,
  type Schema,
  sentencesIn,
} from '../../spec/index.ts';
import { itemProperties } from './item-properties.ts';
import type { Resource, ResourceModel } from './model.ts';
import { indexOperations } from './operation-index.ts';
import { recordStates } from './reference-states.ts';
import { isStateName, plainWords, pluralOf, type StateRule, statesNamedIn } from './state-words.ts';
import { effectOn, type ItemStates } from './states.ts';
import { plain } from './words.ts';

/** The states of an item in which the document refuses a write to it, or to what is below it. */
export interface ReadOnlyState {
  readonly resource: Resource;
  readonly states: ItemStates;
  readonly rule: StateRule;
  readonly status: string;
  /** The sentence that says it. */
  readonly text: PlacedText;
}

/**
 * Reads in which states of an item on its path a write is refused: from the description of a refusal (`The repository is
 * archived.`), and from what the document says of the API, of a tag, of the item or of its state (`Archived projects are
 * read-only (423).`). A write that sets the state is not one of them.
 */
export function readOnlyStates(api: Api, model: ResourceModel, operation: Operation): readonly ReadOnlyState[] {
  if (!/^(?:POST|PUT|PATCH|DELETE)$/.test(operation.method)) return [];
  if (!operation.responses.some(({ status }) => REFUSALS.includes(status))) return [];
  const role = model.roleOf(operation);
  return itemsOnPath(api, model, operation).flatMap((resource) => {
    if (!namesAState(api, operation, resource)) return [];
    return recordStates(api, model, resource).flatMap((states) => {
      const isMove = role.resource === resource && effectOn(role, states) !== undefined;
      const found = isMove ? undefined : ruleFor(api, model, operation, { resource, states });
      return found === undefined ? [] : [{ resource, states, ...found }];
    });
  });
}

/** The resources whose items a path names. Others, of which there may be hundreds, are not looked at. */
function itemsOnPath(api: Api, model: ResourceModel, { path }: Operation): readonly Resource[] {
  const items = [...path.matchAll(/\}(?=[/:]|$)/g)].map(({ index }) => path.slice(0, index + 1));
  const found = items.flatMap((itemPath) =>
    operationsAt(api)(itemPath).flatMap((each) => {
      const { resource } = model.roleOf(each);
      return resource?.id !== undefined && resource.itemPath === itemPath && !resource.singleton ? [resource] : [];
    }),
  );
  return [...new Set(found)];
}

const operationsAt = onceForEach(({ operations }: Api) => indexOperations(operations));

/**
 * Whether a text has a word that may be a state of an item: the name of a flag or of a date, or a listed value. The actions on the
 * item, of which there may be hundreds, are then worth a look.
 */
function namesAState(api: Api, { responses }: Operation, resource: Resource): boolean {
  const { words, isInOwnText } = stateNames(api)(resource);
  if (isInOwnText) return true;
  const answers = responses.flatMap(({ status, description }) => (REFUSALS.includes(status) ? [description] : []));
  const all = plain([...closingSentences(api), ...answers].join(' '));
  return words.some((word) => word.length > 3 && all.includes(word));
}

/** Words that may be states of an item, and whether its own descriptions say with one of them that it takes no writes. */
const stateNames = onceForEach((api: Api) =>
  onceForEach((resource: Resource): { readonly words: readonly string[]; readonly isInOwnText: boolean } => {
    const properties = Object.entries(itemProperties(api, resource));
    const names = properties.flatMap(([name, { schema }]) => {
      const rules = conjunctsOf(api, schema);
      if (rules.some(({ type }) => type === 'boolean')) return [name.replace(/^is_?/i, '')];
      const [, deed] = /^(.+?)_?(?:at|on)$/i.exec(name) ?? [];
      if (deed !== undefined) return [deed];
      const listed = isStateName(name) ? rules.flatMap((rule) => rule.enum ?? []) : [];
      return listed.filter((value) => typeof value === 'string');
    });
    const words = names.map(plain);
    const own = [resource.schema, ...properties.map(([, { schema }]) => schema)].map((schema) =>
      descriptionOf(api, schema),
    );
    const isInOwnText = own.some((text) => CLOSED.test(text) && words.some((word) => plain(text).includes(word)));
    return { words, isInOwnText };
  }),
);

/** What the document says of the whole API, or of a tag, about something that takes no writes. */
const closingSentences = onceForEach((api: Api) =>
  [api.description ?? '', ...api.tags.map(({ description = '' }) => description)]
    .flatMap(sentencesIn)
    .filter((sentence) => CLOSED.test(sentence)),
);

/** An item on the path of a write, with a property that holds a state of it. */
interface ItemOnPath {
  readonly resource: Resource;
  readonly states: ItemStates;
}

/** Statuses of refusals in a state, the one first that means nothing else (RFC 4918 §11.3). */
const REFUSALS: readonly string[] = ['423', '409', '422', '403'];

type FoundRule = Pick<ReadOnlyState, 'rule' | 'status' | 'text'>;

function ruleFor(api: Api, model: ResourceModel, operation: Operation, item: ItemOnPath): FoundRule | undefined {
  const patterns = patternsFor(item);
  if (patterns === undefined) return undefined;
  for (const status of REFUSALS) {
    const refusal = operation.responses.find((each) => each.status === status);
    // A 403 is mostly about rights.
    if (refusal === undefined || status === '403') continue;
    const causes = refusal.description.split(CAUSES).filter((cause) => !OF_ANOTHER.test(cause));
    const rule = causes.flatMap((cause) => patterns.rule(cause, 'answer') ?? [])[0];
    if (rule !== undefined)
      return { rule, status, text: { text: refusal.description, pointer: `${refusal.pointer}/description` } };
  }
  for (const { text, pointer, about } of textsAbout(api, operation, item))
    for (const sentence of sentencesIn(text)) {
      // What stands behind a “but” is possible, or is about something else.
      const [clause = ''] = sentence.split(CONTRAST);
      if (OF_SOME.test(sentence) || !closesItem(api, item, clause, about)) continue;
      const rule = patterns.rule(clause, about);
      const status = rule === undefined ? undefined : statusFor(model, operation, item, { sentence, clause });
      if (rule !== undefined && status !== undefined) return { rule, status, text: { text: sentence.trim(), pointer } };
    }
  return undefined;
}

/** What a text is about: a refusal, the whole API, the item, or its state. */
type Topic = 'answer' | 'api' | 'item' | 'state';

/** The texts that may say in which states an item is read-only. */
function textsAbout(
  api: Api,
  { tags }: Operation,
  { resource, states }: ItemOnPath,
): readonly (PlacedText & { readonly about: Topic })[] {
  const state = itemProperties(api, resource)[states.property]?.schema ?? true;
  const ofTags = api.tags.flatMap(({ name, description = '' }, at) =>
    tags.includes(name) || nounsOf(resource).some((noun) => plainWords(name).includes(` ${noun}`))
      ? [{ text: description, pointer: `/tags/${at}/description`, about: 'api' as const }]
      : [],
  );
  return [
    { text: api.description ?? '', pointer: '/info/description', about: 'api' },
    ...ofTags,
    { text: descriptionOf(api, resource.schema), pointer: '/components/schemas', about: 'item' },
    { text: descriptionOf(api, state), pointer: '/components/schemas', about: 'state' },
  ];
}

function descriptionOf(api: Api, schema: Schema): string {
  const rule = api.deref(schema);
  return typeof rule === 'object' ? (rule.description ?? '') : '';
}

/** A sentence that says that something takes no writes. */
const CLOSED = new RegExp(
  [
    'read[- ]?only',
    'immutable',
    'frozen',
    "(?:cannot|can not|can['’]t|must not|may not|can no longer|may no longer) be (?:\\w+ or )?(?:changed|modified|edited|updated|altered|written)",
    '(?:accepts?|takes?|allows?|admits?) (?:no|neither) (?:more |further |new )?(?:writes?|changes?|updates?|edits?|modifications?)',
    'no (?:writes?|changes?|edits?) (?:is|are|can be) (?:allowed|possible|accepted|made)',
    'no(?:thing|body)\\b.{0,40}\\bcan be (?:changed|added|modified|written)',
    '(?:every|all|any|each) (?:\\w+ )?(?:writes?|changes?|updates?|edits?|modifications?)\\b.{0,90}\\b(?:refused|rejected|denied|fails?|answer(?:s|ed)?(?: with)?(?: an?)? (?:4\\d\\d|errors?|conflicts?))',
    '(?:every|all|any|each) (?:\\w+ )?requests? that\\b.{0,30}\\b(?:writes?|changes?|modif\\w+)\\b.{0,90}\\b(?:refused|rejected|denied|fails?|4\\d\\d)',
    '(?:refuses?|rejects?) (?:every|all|any|each) (?:\\w+ )?(?:writes?|changes?|updates?|edits?|modifications?)',
  ]
    .map((each) => `\\b${each}\\b`)
    .join('|'),
  'i',
);

/** The causes that one answer has: `The project is archived, or the name is taken.` */
const CAUSES = /[.;,\n]|\bor (?=(?:the|an?|its|another) )/i;
/** A conflict with another record, or with another change. */
const OF_ANOTHER =
  /\b(?:another|others?|taken|in use|exists?|unique|duplicate\w*|version|e-?tag|meanwhile|same time|some(?:body|one))\b/i;

const CONTRAST = /(?<=\w.*?)[,;:]? \b(?:but|yet|although|though|instead|only)\b/i;

/** A sentence about some writers, some writes, or exceptions. What brings the item back is none. */
const OF_SOME =
  /\b(?:by|for) (?!(?:any|every|all|no|as)\w*\b)|\bin (?:the|an?|your|our) (?:\w+ )?(?:interface|ui|apps?|applications?|editor|dashboard|console|browser)\b|\bwithout\b|\bheaders?\b|\bif-match\b|\b(?:invalid|malformed|concurrent|conflicting|lack\w*|missing|breaks?|depend\w*|configur\w*)\b|\b(?:unless|except|other than)\b(?!.{0,40}\b(?:un\w+|re(?:opened|stored|activated)|restor\w+|brought back|state|status|flag)\b)|\b(?:permissions?|rights|roles?|admins?|administrators?|by (?:other|non|regular|ordinary))\b/i;

/** Words before a refusal that take it back, or only make it possible: `never`, `can be made`. */
const DENIED =
  /(?:\b(?:not|never|no longer|used to|nor|neither|rarely|seldom)|n['’]t)\b(?: \w+){0,2} ?$|\b(?:can|may|might|could) (?:\w+ ){0,2}be(?:come)? (?:\w+ ){0,3}$|\b(?:in|as|with) an? $|\b(?:has|have|had) (?:(?:an?|the|its|their) )?$/i;
/** What is read-only instead of the item: `a read-only view`. */
const OF_OTHERS =
  /^ (?:access|cop(?:y|ies)|views?|links?|tokens?|fields?|flags?|propert(?:y|ies)|mirrors?|snapshots?|users?|members?|roles?)\b/i;
/** Parts of an item, by words that any item may have. */
const PARTS = ['value', 'flag', 'field', 'property', 'status', 'state', 'id', 'identifier', 'name', 'key'];

/** Whether a clause says that the item itself takes no writes: not that it may take none, nor that one of its properties is fixed. */
function closesItem(api: Api, { resource, states }: ItemOnPath, clause: string, about: Topic): boolean {
  const closed = CLOSED.exec(clause);
  if (closed === null) return false;
  const before = clause.slice(0, closed.index);
  const nouns = nounsOf(resource).flatMap((noun) => [noun, pluralOf(noun)]);
  const parts = Object.keys(itemProperties(api, resource)).filter(
    (name) => name !== states.property && !nouns.includes(plainWords(name).trim()),
  );
  const names = [...PARTS, ...parts.map((name) => plainWords(name).trim())].filter((name) => name !== '');
  const ofPart = new RegExp(
    `(?<! (?:and|or) (?:(?:its|their|the|all) )?)\\b(?:${names.join('|')})(?: (?:of|in|for|on) (?:\\w+ ){1,4}| )(?:(?:is|are|becomes?|stays?|remains?|gets?) (?:(?:then|also) )?)?$`,
  );
  if (
    DENIED.test(before) ||
    OF_OTHERS.test(clause.slice(closed.index + closed[0].length)) ||
    ofPart.test(plainWords(before))
  )
    return false;
  if (about !== 'state') return true;
  // The state may be what is fixed: `Cannot be changed once the project is closed.`
  const subject = plainWords(before + closed[0]);
  return nouns.some((noun) => subject.includes(` ${noun} `)) && !/(?:^|\b(?:it|this) (?:is )?)$/i.test(before);
}

/** Words before “of an archived project” that mean the writes to it. */
const OF_WRITES =
  /^(?:writes?|changes?|updates?|edits?|modifications?|requests?|deletions?|\w+thing|any|all|each|none|parts?|contents?)$/;

/** Whether a sentence is about what is in the item, rather than about the item: `The tasks of archived projects are read-only.` */
function isOfContents(resource: Resource, words: string): boolean {
  const nouns = nounsOf(resource).flatMap((noun) => [noun, pluralOf(noun)]);
  const noun = `(?:${nouns.join('|')})`;
  const inside =
    new RegExp(` ${noun} s (\\w+) `).exec(words)?.[1] ??
    new RegExp(` (\\w+) (?:of|in|inside|within|below|under|on|from) (?:\\w+ ){0,3}${noun} `).exec(words)?.[1];
  return inside !== undefined && !OF_WRITES.test(inside);
}

interface StatePatterns {
  /** The states in which a text says that the item takes no writes. */
  rule(text: string, about: Topic): StateRule | undefined;
}

function patternsFor({ resource, states }: ItemOnPath): StatePatterns | undefined {
  const nouns = nounsOf(resource).flatMap((noun) => [noun, pluralOf(noun)]);
  const words = states.values.filter(({ value }) => value !== false).map(({ word }) => plainWords(word).trim());
  if (nouns.length === 0 || words.length === 0) return undefined;
  const noun = `(?:${nouns.join('|')})`;
  const list = `((?:${words.join('|')})(?:(?: or| and)? (?:${words.join('|')}))*)`;
  const find = (text: string, pattern: string): StateRule['states'] => {
    const [, found] = new RegExp(pattern).exec(plainWords(text)) ?? [];
    return found === undefined ? [] : statesNamedIn([found], states.values);
  };
  const is = '(?:is|are|was|has been|have been)';
  // Other words beside a state may be states without a property: `The issue is deleted or archived`.
  // `The project of the issue is archived` is about the project.
  const subject = `(?:(?<! of (?:an?|the|this)) ${noun} | ${noun} (?:that|which) )`;
  const inState = `${subject}${is} (?:already |currently )?(?:\\w+ or ){0,2}${list}(?= )(?! for )`;
  const alone = ` (?:once|when|while|if|after) (?:(?:it|they|the|this|${is}) )*${list}(?= )`;
  const isTrue = ' (?:once|when|while|if|after) (?:(?:it|this|set|to|is|flag) )*true(?= )';
  return {
    rule(text, about) {
      if (about === 'answer') {
        const left = find(text, ` ${noun} ${is} (?:not|no longer) (?:an? |in )?${list}(?= )`);
        if (left.length > 0) return { refused: 'outside', states: left };
        const named = find(text, `${inState}|^ ${list} ${noun} $`);
        return named.length === 0 ? undefined : { refused: 'in', states: named };
      }
      const only = find(text, ` only (?:an? )?${list} ${noun} (?:can|may) be`);
      if (only.length > 0) return { refused: 'outside', states: only };
      const named = [` ${list} ${noun}(?= )`, inState, ...(about === 'api' ? [] : [alone])].map((each) =>
        find(text, each),
      );
      const [first] = named.filter((each) => each.length > 0);
      if (first !== undefined) return { refused: 'in', states: first };
      const isFlag = about === 'state' && states.values.some(({ value }) => value === true);
      return isFlag && new RegExp(isTrue).test(plainWords(text)) ? { refused: 'in', states: [true] } : undefined;
    },
  };
}

/** What texts call an item: by its path, and by its schema. */
function nounsOf({ singular, schema }: Resource): readonly string[] {
  const reference = typeof schema === 'object' ? (schema.$ref ?? '') : '';
  const named = reference.slice(reference.lastIndexOf('/') + 1);
  const nouns = [singular, named].map((each) => plainWords(each).trim());
  return [...new Set(nouns.filter((each) => each !== ''))];
}

/** Words that reach what is below an item: `read-only`, `every request`, `its tasks`. */
const WHOLE =
  /\bread[- ]?only\b|\bimmutable\b|\bfrozen\b|\b(?:every|everything|all|any|each|nothing|contents?|inside|within|below|its|their)\b|\bin (?:it|them)\b/i;
/** An answer that does not say what conflicts, or speaks of states. */
const UNSPECIFIC =
  /\b(?:stat(?:e|us)|locked|read-?only|not allowed)\b|^\W*(?:an? |the )?(?:problem|conflict|error)?\W*$/i;

/** The status with which a write is refused, if the sentence is about that write. */
function statusFor(
  model: ResourceModel,
  operation: Operation,
  { resource }: ItemOnPath,
  { sentence, clause }: { readonly sentence: string; readonly clause: string },
): string | undefined {
  const stated = /\b(?:403|409|422|423)\b/.exec(sentence)?.[0];
  const status = stated ?? REFUSALS.slice(0, 2).find((each) => operation.responses.some((one) => one.status === each));
  const answer = operation.responses.find((each) => each.status === status);
  if (status === undefined || answer === undefined) return undefined;
  if (stated === undefined && status !== '423' && !UNSPECIFIC.test(answer.description)) return undefined;
  const { method, path } = operation;
  const words = plainWords(clause);
  const own = model.roleOf(operation).resource;
  const ofContents = isOfContents(resource, words);
  if (ofContents && (own === undefined || own === resource)) return undefined;
  if (path === resource.itemPath) {
    const isNamed = method !== 'DELETE' || /\bdelet\w+|\bremov\w+|\b(?:every|any|all) /i.test(clause);
    return isNamed ? status : undefined;
  }
  if (own === undefined || own === resource) {
    const verb = plainWords(lastSegment(path)).trim();
    return verb.length > 3 && words.includes(` ${verb.replace(/e$/, '')}`) ? status : undefined;
  }
  const isNamed = nounsOf(own).some((noun) => words.includes(` ${noun} `) || words.includes(` ${pluralOf(noun)} `));
  return isNamed || (!ofContents && (status === '423' || WHOLE.test(clause))) ? status : undefined;
}
