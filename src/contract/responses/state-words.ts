import type { Json } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';

/** Whether a property is called as if it showed a state. */
export const isStateName = (property: string): boolean => /(^|_|[a-z])(status|state|phase|stage)$/i.test(property);

/** What a document says of the states in which an operation is refused. */
export interface StateRule {
  /** `in`: refused in these states. `outside`: refused in all others. */
  readonly refused: 'in' | 'outside';
  readonly states: readonly Json[];
  /** The document has a conflict and does not say which: it may be another one. */
  readonly guessed?: true;
}

/** A state of an item, and how texts name it. */
export interface NamedState {
  readonly word: string;
  readonly value: Json;
}

/** Conflicts of another kind: with a record or a change of another client. */
const OTHER =
  /\b(version|e-?tag|precondition|concurren\w*|meanwhile|lock\w*|idempoten\w*|duplicate\w*|exists?|taken|unique|in use|another|others?|stock|belongs?|names?|limit)\b/i;
const ONLY = /\b(not|isn't|only|unless|must|has to|needs?|before)\b/i;
const ONCE = /\b(already|once|after|no longer|any ?more|cannot|can't|twice)\b/i;
const OF_STATES = /\b(stat(e|us)|stage|phase)\b/i;
const OF_WRITERS = /\b(version|e-?tag|precondition|concurren\w*|meanwhile|lock\w*|idempoten\w*)\b/i;
const NOTHING_SAID = /^\W*(an? |the )?(problem|conflict|error|refus(ed|al)|failure)?\W*$/i;

/**
 * Reads the description of a 409 (or of a 422 that names a state): nothing where it may be about something else, names no state, or could
 * be read both ways. An action whose name says what it makes of its item (`effect`) is refused where it has been done already.
 * Where the description speaks of states and names none, the operation may say what it is for: `Cancel an open or paid order.`
 */
export function stateRule(
  operation: Operation,
  states: readonly NamedState[],
  { effect, singular }: { readonly effect?: Json | undefined; readonly singular: string },
): StateRule | undefined {
  const conflicts = operation.responses.filter(({ status }) => status === '409' || status === '422');
  const said = conflicts.some(
    ({ status, description }) => status === '409' && OF_STATES.test(description) && !OF_WRITERS.test(description),
  );
  const purpose = said ? ruleOfPurpose(operation, states, effect, singular) : undefined;
  if (purpose !== undefined) return purpose;
  const rules = conflicts.map(({ status, description }) => ruleIn(description, status, states, effect));
  return rules.find((rule) => rule !== undefined);
}

/** The states that stand right before what is acted on; nothing where the text speaks of others, too. */
function ruleOfPurpose(
  { summary = '', description = '' }: Operation,
  states: readonly NamedState[],
  effect: Json | undefined,
  singular: string,
): StateRule | undefined {
  const noun = bare(singular).trim().split(' ').at(-1) ?? '';
  const words = states.map(({ word }) => bare(word).trim()).filter((word) => word !== '');
  if (noun === '' || words.length === 0) return undefined;
  const any = `(?:${words.join('|')})`;
  const before = new RegExp(` (${any}(?:(?: or| and)? ${any})*) ${noun}s?(?= )`, 'g');
  const text = bare(`${summary}. ${description}`);
  const found = [...text.matchAll(before)].map(([, list = '']) => ` ${list} `).join('');
  const rest = text.replace(before, ' ');
  const named = (where: string): readonly Json[] =>
    states.filter(({ word, value }) => value !== effect && mentions(where, word)).map(({ value }) => value);
  const from = named(found);
  return from.length === 0 || named(rest).length > 0 ? undefined : { refused: 'outside', states: from };
}

function ruleIn(
  description: string,
  status: string,
  states: readonly NamedState[],
  effect: Json | undefined,
): StateRule | undefined {
  if (OTHER.test(description)) return undefined;
  const [only, once] = [ONLY.test(description), ONCE.test(description)];
  const named = states.filter(({ word }) => mentions(description, word)).map(({ value }) => value);
  const those = only && !once ? named.filter((value) => value !== effect) : named;
  if (those.length > 0) return only && once ? undefined : { refused: only ? 'outside' : 'in', states: those };
  if (effect === undefined || status !== '409') return undefined;
  if (/\b(already|stat(e|us))\b/i.test(description)) return { refused: 'in', states: [effect] };
  return NOTHING_SAID.test(description) ? { refused: 'in', states: [effect], guessed: true } : undefined;
}

/** Words in small letters with one space around each. */
function bare(value: string): string {
  return ` ${value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')} `.replace(/ +/g, ' ');
}

function mentions(text: string, word: string): boolean {
  const said = bare(text);
  const wanted = bare(word).trim();
  return said.includes(` ${wanted} `) || said.includes(` ${wanted}s `);
}

/** Whether an operation is to be refused in a state. */
export function isRefusedIn({ refused, states }: StateRule, state: Json): boolean {
  return (refused === 'in') === states.includes(state);
}
