import type { Json } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';

/** Whether a property is called as if it showed a state. */
export const isStateName = (property: string): boolean => /(^|_|[a-z])(status|state|phase|stage)$/i.test(property);

/** What a document says of the states in which an operation is refused. */
export interface StateRule {
  /** `in`: refused in these states. `outside`: refused in all others. */
  readonly refused: 'in' | 'outside';
  readonly states: readonly Json[];
}

/** A state of an item, and how texts name it. */
export interface NamedState {
  readonly word: string;
  readonly value: Json;
}

/** Conflicts of another kind: with what somebody else wrote or has. */
const OTHER =
  /\b(version|e-?tag|precondition|concurren\w*|meanwhile|lock\w*|idempoten\w*|duplicate\w*|exists?|taken|unique|in use|another|others?|stock|belongs?|names?|limit)\b/i;
const ONLY = /\b(not|isn't|only|unless|must|has to|needs?|before)\b/i;
const ONCE = /\b(already|once|after|no longer|any ?more|cannot|can't|twice)\b/i;
const NOTHING_SAID = /^\W*(an? |the )?(problem|conflict|error|refus(ed|al)|failure)?\W*$/i;

/**
 * Reads the description of a 409 (or of a 422 that names a state): nothing where it may be about something else, names no state, or could
 * be read both ways. An action whose name says what it makes of its item (`effect`) is refused where it has been done already.
 */
export function stateRule(operation: Operation, states: readonly NamedState[], effect?: Json): StateRule | undefined {
  const rules = operation.responses
    .filter(({ status }) => status === '409' || status === '422')
    .map(({ status, description }) => ruleIn(description, status, states, effect));
  return rules.find((rule) => rule !== undefined);
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
  const again = /\b(already|stat(e|us))\b/i.test(description) || NOTHING_SAID.test(description);
  return effect !== undefined && status === '409' && again ? { refused: 'in', states: [effect] } : undefined;
}

function mentions(text: string, word: string): boolean {
  const bare = (value: string): string =>
    ` ${value
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')} `;
  const said = bare(text);
  const wanted = bare(word).trim();
  return said.includes(` ${wanted} `) || said.includes(` ${wanted}s `);
}

/** Whether an operation is to be refused in a state. */
export function isRefusedIn({ refused, states }: StateRule, state: Json): boolean {
  return (refused === 'in') === states.includes(state);
}
