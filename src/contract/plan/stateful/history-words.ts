import { lastSegment, type Operation, type PlacedText, wordsOf } from '../../../spec/index.ts';
import { sentencesOf } from '../../model/document-sentence.ts';

const HISTORIES =
  /(?:^|-)(?:events?|histor(?:y|ies)|activit(?:y|ies)|logs?|audit(?:-?(?:log|trail))?s?|timeline|changes|changelog|transitions|trail|journal|(?:log|history|audit|journal|activity)-(?:entries|records|items))$/;

/** Whether the last word of a path promises what happened to the item in front of it. */
export function isHistoryPath(path: string): boolean {
  return path.includes('}/') && HISTORIES.test(wordsOf(lastSegment(path)).join('-'));
}

// “All events” are those that there are: it does not say that every write makes one.
const ALL =
  /\b(?:each|every|all|any|everything)\b[^.]{0,60}\b(?:changes?|updates?|happen\w*|done)\b|\b(?:each|every)\b[^.]{0,60}\b(?:actions?|transitions?)\b|\bhappen\w*\b.{0,80}\b(?:each|every) step\b/is;
const SOME = /\b(?:may|might|some|recent|last \d+|latest \d+|important|selected|external)\b/i;

/** Whether a text says that everything that happens is there: `One event for each change`. */
export function tellsAll(text: string): boolean {
  return ALL.test(text) && !SOME.test(text);
}

/** The word of a change: that of the action, `update` for a PATCH or PUT of the item. */
export function changeWord({ method, path, id }: Operation): string {
  const last = lastSegment(path);
  if (!last.includes('{')) return wordsOf(last)[0] ?? '';
  return method === 'PATCH' || method === 'PUT' ? 'update' : (wordsOf(id)[0] ?? '');
}

const UPDATES = new Set([
  'updated',
  'changed',
  'modified',
  'edited',
  'update',
  'updating',
  'changing',
  'patch',
  'patched',
]);

/** Whether a word is a form of another one: `completed` and `completing` of `complete`. */
export function namesWrite(value: string, word: string): boolean {
  const [one = '', ...others] = wordsOf(value);
  if (others.length > 0 || word.length < 3) return false;
  if (word === 'update' && UPDATES.has(one)) return true;
  return one === word || (/(?:ed|ing|en|t)$/.test(one) && stem(one) === stem(word));
}

/** A verb without its endings: `complet` of `complete`, `completed` and `completing`. */
function stem(verb: string): string {
  const bare = verb.replace(/(?:ing|ed|es|s)$/, '');
  const single = /([bdgklmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
  return single.replace(/(?:e|y|i)$/, '').replace(/([lpt])\1$/, '$1');
}

/** Which end of a history is first, and the sentence that says so. */
export interface HistoryOrder {
  readonly first: 'oldest' | 'newest';
  readonly sentence: PlacedText;
}

/** Undefined if no sentence of the document says it, or if two contradict each other. */
export function historyOrder(history: Operation): HistoryOrder | undefined {
  const found = sentencesOf(history).flatMap((sentence) => {
    const first = firstIn(sentence.text);
    return first === undefined ? [] : [{ first, sentence }];
  });
  return new Set(found.map(({ first }) => first)).size === 1 ? found[0] : undefined;
}

function firstIn(text: string): HistoryOrder['first'] | undefined {
  const isOldest =
    /\b(?:oldest|earliest) (?:\w+ )?first\b|\bchronological|\bin the order in which (?:it|they) happened\b|\bfirst to last\b/i.test(
      text,
    );
  const isNewest =
    /\b(?:newest|latest|most recent|youngest|last) (?:\w+ )?first\b|\breverse[- ]chronological|\bdescending\b/i.test(
      text,
    );
  if (/\breverse[- ]chronological/i.test(text)) return 'newest';
  return isOldest === isNewest ? undefined : isOldest ? 'oldest' : 'newest';
}
