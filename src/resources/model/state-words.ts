import { type Operation, operationTexts, sentencesIn } from '../../spec/index.ts';

/** Whether the name of a property suggests a state. */
export const isStateName = (property: string): boolean => /(^|_|[a-z])(status|state|phase|stage)$/i.test(property);

const LAST_CHANGE =
  /^_?(?:last_?)?(?:updated|modified|changed|edited)(?:_?(?:at|on|date|time|date_?time|timestamp))?$|^(?:date_?(?:updated|modified)|(?:update|modify|change)_?(?:at|date|time)|(?:(?:last_?)?modification|last_?(?:update|change))(?:_?(?:at|on|date|time|timestamp))?)$/i;

/** Whether a property is the time of the last change of its item, by its name: `updatedAt`, `last_modified`. */
export const isLastChangeName = (property: string): boolean => LAST_CHANGE.test(property);

const AUTHOR =
  /^_?(?:last_?)?(?:created|updated|modified|changed|edited)_?by(?:_?(?:id|user|user_?id))?$|^user_?(?:created|updated|modified)$/i;

/** Whether a property is who created or last changed its item, by its name: `modifiedBy`, `created_by_id`. Services take it from the credential. */
export const isAuthorName = (property: string): boolean => AUTHOR.test(property);

const CREATION =
  /^_?(?:created|inserted)(?:_?(?:at|on|date|time|date_?time|timestamp))?$|^date_?created$|^(?:create|creation)_?(?:at|on|date|time|timestamp)$/i;

/** Whether a property is the time at which its item was created, by its name: `createdAt`, `date_created`. */
export const isCreationName = (property: string): boolean => CREATION.test(property);

/** A state of an item: a listed value, or a flag. */
export type StateValue = string | boolean | number;

/** The states in which a document refuses an operation. */
export interface StateRule {
  /** `in`: refused in these states. `outside`: refused in all others. */
  readonly refused: 'in' | 'outside';
  readonly states: readonly StateValue[];
  /** The document has a conflict without saying which. It may be another one. */
  readonly guessed?: true;
  /** The status whose description names the states. */
  readonly status?: string;
}

/** A state of an item, and its name in descriptions. */
export interface NamedState {
  readonly word: string;
  readonly value: StateValue;
}

/** Words of other conflicts: with a record or a change of another client. */
const OTHER =
  /\b(version|e-?tag|precondition|concurren\w*|meanwhile|lock\w*|idempoten\w*|duplicate\w*|exists?|taken|unique|in use|another|others?|(?:someone|somebody|anyone) else|at the same time|stock|belongs?|names?|limit)\b/i;
const ONLY = /\b(not|isn't|(?<!read[- ])only|unless|must|has to|needs?|before)\b/i;
const ONCE = /\b(already|once|after|no longer|any ?more|cannot|can't|twice)\b/i;
const OF_STATES = /\b(stat(e|us)|stage|phase)\b/i;
const OF_WRITERS = /\b(version|e-?tag|precondition|concurren\w*|meanwhile|lock\w*|idempoten\w*)\b/i;
const OF_RIGHTS =
  /\b(rights?|permi\w+|allowed|owner\w*|roles?|scopes?|access|plan|subscription|admin\w*|authori[sz]\w*)\b/i;
const NOTHING_SAID = /^\W*(an? |the )?(problem|conflict|error|refus(ed|al)|failure)?\W*$/i;

/**
 * Reads the states from the description of a 409, or of a 403, 422 or 423 that names a state. Undefined if it may be
 * about something else, names no state, or is ambiguous. An action with a known `effect` is refused if the
 * effect is there already. If the description mentions states without naming one, the description of the
 * operation may: `Cancel an open or paid order.`
 */
export function stateRule(
  operation: Operation,
  states: readonly NamedState[],
  { effect, singular }: { readonly effect?: StateValue | undefined; readonly singular: string },
): StateRule | undefined {
  const conflicts = operation.responses.filter(({ status }) => REFUSING_STATES.has(status));
  const shown = ruleOfExample(operation, states);
  if (shown !== undefined) return shown;
  const namesStates = conflicts.some(
    ({ status, description }) => status === '409' && OF_STATES.test(description) && !OF_WRITERS.test(description),
  );
  const purpose = namesStates ? ruleOfPurpose(operation, states, effect, singular) : undefined;
  if (purpose !== undefined) return purpose;
  const rules = conflicts.map((conflict) => ruleIn(conflict, states, { effect, singular }));
  const stated = rules.find((rule) => rule?.status !== undefined);
  return stated ?? ruleOfText(operation, states, singular, effect) ?? rules.find((rule) => rule !== undefined);
}

/** Conflict, Unprocessable Content, Locked (RFC 4918 §11.3), and Forbidden, which may name a state as well. */
const REFUSING_STATES = new Set(['409', '422', '423', '403']);

const ALLOWED = /^(?:allowed|valid|permitted|expected|required|accepted)_?(?:values?|stat(?:e|us)e?s?)$/i;

/** The states that the example of a conflict calls allowed: `{ "allowed_values": ["done"], "current_value": "running" }`. */
export function ruleOfExample({ responses }: Operation, states: readonly NamedState[]): StateRule | undefined {
  const known = states.map(({ value }) => value);
  const examples = responses
    .filter(({ status }) => status === '409' || status === '422')
    .flatMap(({ content }) => content.flatMap(({ examples: shown }) => shown.map(({ value }) => value)));
  for (const example of examples) {
    if (typeof example !== 'object' || example === null) continue;
    const listed = Object.entries(example).find(([name]) => ALLOWED.test(name))?.[1];
    const allowed = known.filter((state) => [listed].flat().includes(state));
    if (allowed.length > 0 && allowed.length === [listed].flat().length) return { refused: 'outside', states: allowed };
  }
  return undefined;
}

/** A sentence that states a refusal. */
const REFUSING =
  /\b(can ?not|can't|must not|may not|(?:can|may) no longer|no (?:more|new|further)|(?:takes?|accepts?|admits?|allows?) no|is not (allowed|possible|permitted)|(is|are|will be) (refused|rejected)|not allowed|fails?|(?<!read[- ])only|must be|has to be|unless)\b/i;
/** A refusal by its status: `409 if the order is closed`. */
const REFUSING_STATUS = /\b(?:409|422|423|conflict)\b(?:[^.;]{0,30}?)\b(?:if|when|once|unless)\b/i;
const INSISTING = /\b((?<!read[- ])only|must be|has to be|unless)\b/i;
/** Another action has to come first, so the states that are named are refused: `A published entry must be unpublished first`. */
const FIRST =
  /\b(?:must|has to|have to|needs? to) (?:first )?be \w+(?: (?:first|before(?:hand)?)\b|(?<=\bfirst be \w+))/i;
/** What may be changed in a state, not whether anything may: `Once it is active, you can only update its name`. */
const ONLY_CHANGING = / only (update|change|edit|modify|set|add|remove|replace) /;
/** What separates sentences besides punctuation: the end of a paragraph or an item, in HTML or Markdown. */
const BLOCKS = /<\/?(?:br|p|li|ul|ol|div|h\d)\b[^>]*>|\n\s*\n/gi;
/** What is refused in all states but those that were named before: `Any other status is a conflict.` */
const OTHER_STATES =
  /\b(?:any|every|all) other (?:stat(?:e|us)|phase|stage)(?:s|es)? (?:(?:is|are|will be|leads? to|results? in|gives?|answers?(?: with)?) )?(?:an? )?(?:refus|reject|conflict|409|422|not (?:allowed|possible))/i;
/** Words before the state that an item comes to. */
const BECOMING = '(?:becomes?|(?:goes|moves|moved|set|turns|changes|back|returns?) (?:in)?to|into|as)(?: an?| the)?';
/** Words between the refusal and its state. */
const WHEN =
  '(?:once|when|while|if|after|in|is|are|was|already|that (?:is|are|was|has been|have been)|(?:has|have) been)';

/** What finds states in a plain text: the noun of the item in singular or plural, and a list of states (`open or paid`). Undefined without either. */
function statePatterns(
  states: readonly NamedState[],
  singular: string,
): { readonly noun: string; readonly list: string } | undefined {
  const noun = plainWords(singular).trim().split(' ').at(-1) ?? '';
  const words = states.map(({ word }) => plainWords(word).trim()).filter((word) => word !== '');
  if (noun === '' || words.length === 0) return undefined;
  const any = `(?:${words.join('|')})`;
  return { noun: `(?:${noun}|${pluralOf(noun)})`, list: `(${any}(?:(?: or| and)? ${any})*)` };
}

/** `entries` of `entry`, `batches` of `batch`, `orders` of `order`. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/**
 * A sentence of the operation's description that refuses it in a state: `A closed case cannot be closed
 * again.`, `Only open or paid orders can be cancelled.` Only states directly before the noun, or after a
 * word such as `once`, count. Undefined if a sentence is about other conflicts or about single properties.
 */
export function ruleOfText(
  operation: Operation,
  states: readonly NamedState[],
  singular: string,
  effect?: StateValue,
): StateRule | undefined {
  if (!operation.responses.some(({ status }) => /^4(00|03|09|22|XX)$/i.test(status))) return undefined;
  const patterns = statePatterns(states, singular);
  if (patterns === undefined) return undefined;
  const { noun, list } = patterns;
  const before = new RegExp(
    ` (?:(?:an?|the|only|already|no) )?${list} ${noun}(?= )| only (?:an? )?${list}s? (?:can|may)(?= )`,
    'g',
  );
  const negated = new RegExp(
    ` (?:if|when|unless|while|${noun} (?:that|which)) (?:(?:an?|the|it|${noun}) )*(?:is|are) (?:not|no longer) (?:an? )?${list}(?= )`,
    'g',
  );
  const except = new RegExp(
    ` (?:any ?thing|every ?thing|all|any|every|each|others?)(?: ${noun})? (?:else )?(?:but|except|other than|than) (?:an? |the )?${list}s?(?= )`,
    'g',
  );
  const behind = new RegExp(
    ` ${WHEN} (?:(?:an?|the|it|its|${noun}|is|are|already|has|been|have|or) )*${list}(?= )`,
    'g',
  );
  const sentences = sentencesIn(operationTexts(operation).join('. ').replaceAll(BLOCKS, '. '));
  for (const [at, sentence] of sentences.entries()) {
    if (OTHER_STATES.test(sentence)) {
      const [earlier = ''] = sentences
        .slice(0, at + 1)
        .join(' ')
        .split(OTHER_STATES);
      const named = plainWords(earlier).replace(new RegExp(` ${BECOMING} ${list}(?= )`, 'g'), ' ');
      // A verb is not the plural of a state: `Opens a closed ticket`.
      const from = states.filter(({ word }) => named.includes(plainWords(word))).map(({ value }) => value);
      const left = from.filter((value) => value !== effect);
      if (left.length > 0) return { refused: 'outside', states: left };
    }
    const isRefusal = REFUSING.test(sentence) || REFUSING_STATUS.test(sentence) || FIRST.test(sentence);
    if (!isRefusal || OF_WRITERS.test(sentence) || isOfProperty(sentence, states)) continue;
    const text = plainWords(sentence);
    const left = statesNamedIn(
      [...text.matchAll(negated), ...text.matchAll(except)].map(([, found = '']) => found),
      states,
    );
    if (left.length > 0 && !INSISTING.test(sentence)) return { refused: 'outside', states: left };
    const first = [...text.matchAll(before)].map(([, found, alone]) => found ?? alone ?? '');
    const limits = ONLY_CHANGING.test(text);
    const found = first.length > 0 || limits ? first : [...text.matchAll(behind)].map(([, state = '']) => state);
    const named = statesNamedIn(found, states);
    const isOutside = INSISTING.test(sentence) && !FIRST.test(sentence);
    if (named.length > 0) return { refused: isOutside ? 'outside' : 'in', states: named };
  }
  return undefined;
}

/** The states that texts name. What is read as a longer name (`not archived`) is not a shorter one (`archived`), too. */
export function statesNamedIn(texts: readonly string[], states: readonly NamedState[]): readonly StateValue[] {
  const longestFirst = [...states].sort((one, other) => other.word.length - one.word.length);
  const named = new Set<StateValue>();
  for (const text of texts) {
    let left = plainWords(text);
    for (const { word, value } of longestFirst) {
      if (!mentions(left, word)) continue;
      named.add(value);
      left = left.replaceAll(plainWords(word), ' ; ');
    }
  }
  return states.map(({ value }) => value).filter((value) => named.has(value));
}

/** Whether a sentence is about a property that it names as code (`autoStart` can only be set …), not about the operation. */
function isOfProperty(sentence: string, states: readonly NamedState[]): boolean {
  const named = [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  return named.some((name) => !states.some(({ word }) => plainWords(word) === plainWords(name)));
}

/** A sentence that says what an operation is not for: `Closed tickets take no more comments.` */
const NEGATED = /\b(?:no|not|never|cannot|refus\w+|reject\w+)\b|n['’]t\b/i;

/** The states directly before the noun of the item; undefined if the description names others as well, or refuses one of them. */
function ruleOfPurpose(
  operation: Operation,
  states: readonly NamedState[],
  effect: StateValue | undefined,
  singular: string,
): StateRule | undefined {
  const patterns = statePatterns(states, singular);
  if (patterns === undefined) return undefined;
  const { noun, list } = patterns;
  const before = new RegExp(` ${list} ${noun}(?= )`, 'g');
  const texts = operationTexts(operation).join('. ');
  const isRefused = sentencesIn(texts).some(
    (each) => (NEGATED.test(each) || FIRST.test(each)) && plainWords(each).search(before) >= 0,
  );
  if (isRefused) return undefined;
  const text = plainWords(texts);
  const found = [...text.matchAll(before)].map(([, listed = '']) => ` ${listed} `).join('');
  const rest = text.replace(before, ' ');
  const named = (where: string): readonly StateValue[] =>
    states.filter(({ word, value }) => value !== effect && mentions(where, word)).map(({ value }) => value);
  const from = named(found);
  return from.length === 0 || named(rest).length > 0 ? undefined : { refused: 'outside', states: from };
}

function ruleIn(
  { description: text, status }: Operation['responses'][number],
  states: readonly NamedState[],
  { effect, singular }: { readonly effect: StateValue | undefined; readonly singular: string },
): StateRule | undefined {
  // At the end of a sentence: `The loan was returned before.`
  const description = text.replace(/ before(?=\W*$|[.;])/gi, ' already');
  if (OTHER.test(withoutOwnStates(description, states, singular)) || (status === '403' && OF_RIGHTS.test(description)))
    return undefined;
  if (OF_FIELD.test(description) || isOfParent(description, singular)) return undefined;
  const left = states.filter(({ word }) => isLeft(description, word)).map(({ value }) => value);
  if (left.length > 0) return { refused: 'outside', states: left, status };
  const [only, once] = [ONLY.test(description), ONCE.test(description)];
  const named = states.filter(({ word }) => mentions(description, word)).map(({ value }) => value);
  const those = only && !once ? named.filter((value) => value !== effect) : named;
  if (those.length > 0) return only && once ? undefined : { refused: only ? 'outside' : 'in', states: those, status };
  const ended = ENDED.test(description) ? states.filter(({ word }) => ENDS.has(plainWords(word).trim())) : [];
  if (ended.length > 1) return { refused: 'in', states: ended.map(({ value }) => value), status };
  if (effect === undefined || status !== '409') return undefined;
  if (/\b(already|stat(e|us))\b/i.test(description)) return { refused: 'in', states: [effect] };
  return NOTHING_SAID.test(description) ? { refused: 'in', states: [effect], guessed: true } : undefined;
}

/** What says that an item has ended, whatever its last states are called: `The job has ended`, `The run is in a terminal state`. */
const ENDED =
  /\b(?:has|have|is|was) (?:already )?(?:ended|finished|over|done|terminated)\b|\b(?:final|terminal|end) state\b/i;
/** States after which nothing follows. */
const ENDS: ReadonlySet<string> = new Set(
  'completed|complete|succeeded|success|successful|failed|failure|errored|cancelled|canceled|aborted|terminated|done|finished|expired|stopped'.split(
    '|',
  ),
);

/** A property that cannot be written, not an item: “The `archived` flag is read-only.” */
const OF_FIELD = /\b(?:flag|property|field|attribute)\b[^.;]*\bread[- ]only\b/i;

/** Whether a text is about something else of the item: “The project of the issue is archived.” */
function isOfParent(text: string, singular: string): boolean {
  const noun = plainWords(singular).trim();
  const [, owner = ''] =
    new RegExp(` (\\w+) (?:of|for) (?:an?|the|this) ${noun} (?:is|was|has been) `).exec(plainWords(text)) ?? [];
  return owner !== '' && !OF_STATES.test(owner);
}

/** A description without what it says of the item itself: `The issue is locked` is about a state, not about a lock of another client. */
function withoutOwnStates(description: string, states: readonly NamedState[], singular: string): string {
  const patterns = statePatterns(states, singular);
  if (patterns === undefined) return description;
  const { noun, list } = patterns;
  const own = new RegExp(
    ` ${noun} (?:is|are|was|has been|have been) (?:already )?${list}(?= )| ${list} ${noun}(?= )`,
    'g',
  );
  const text = plainWords(description);
  const rest = text.replace(own, ' ');
  return rest === text ? description : rest;
}

/** Whether an item is not in a state, or not any more: `The order is no longer open.`, `The message is not a draft any more.` */
function isLeft(text: string, word: string): boolean {
  const sentence = plainWords(text);
  const wanted = plainWords(word).trim();
  return new RegExp(
    ` no longer (?:in |an? )?${wanted} | not (?:an? |in )?${wanted} (?:any (?:more|longer)|anymore) | (?:is|are|was) no ${wanted} `,
  ).test(sentence);
}

/** The words in lower case, separated by single spaces. */
export function plainWords(value: string): string {
  return ` ${value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')} `.replace(/ +/g, ' ');
}

function mentions(text: string, word: string): boolean {
  const sentence = plainWords(text);
  const wanted = plainWords(word).trim();
  return sentence.includes(` ${wanted} `) || sentence.includes(` ${wanted}s `);
}

/** Whether an operation must be refused in a state. A date in place of a flag is true where it is there. */
export function isRefusedIn({ refused, states }: StateRule, state: unknown): boolean {
  const isOfFlag = states.every((each) => typeof each === 'boolean');
  const own = isOfFlag && typeof state !== 'boolean' ? state !== null && state !== undefined : state;
  return (refused === 'in') === states.some((each) => each === own);
}
