import { type Api, conjunctsOf, type Operation, operationTexts, propertiesOf, sentencesIn } from '../../spec/index.ts';
import type { Resource, ResourceModel } from './model.ts';
import { type NamedState, plainWords, ruleOfText, type StateRule, statesNamedIn } from './state-words.ts';
import { documentedStates, type ItemStates } from './states.ts';

/** Flags that say in which state a record is. */
const FLAGS =
  /^(?:is_?)?(active|enabled|disabled|archived|suspended|blocked|locked|frozen|closed|open|published|retired|discontinued|cancell?ed|available|verified|approved)$/i;
/** Words for the other side of a flag. */
const OPPOSITES: Readonly<Record<string, readonly string[]>> = {
  active: ['inactive', 'deactivated'],
  enabled: ['disabled'],
  published: ['unpublished'],
  available: ['unavailable'],
  verified: ['unverified'],
};

/** The properties that hold a state of a record: that of its actions, and its flags. */
export function recordStates(api: Api, model: ResourceModel, resource: Resource): readonly ItemStates[] {
  const documented = documentedStates(api, model, resource);
  const flags = Object.entries(propertiesOf(api, resource.schema)).flatMap(([property, { schema }]) => {
    const [, flag] = FLAGS.exec(property) ?? [];
    const isFlag = conjunctsOf(api, schema).some(({ type }) => type === 'boolean');
    if (flag === undefined || !isFlag || property === documented?.property) return [];
    const word = flag.toLowerCase();
    const others = [`not ${word}`, ...(OPPOSITES[word] ?? [])].map((each) => ({ word: each, value: false }));
    return [{ property, values: [{ word, value: true }, ...others] }];
  });
  return documented === undefined || documented.values.length < 2 ? flags : [documented, ...flags];
}

/** The states of a record in which the document refuses that a request names it. */
export interface ReferenceRule {
  readonly states: ItemStates;
  readonly rule: StateRule;
}

/**
 * Reads from the texts of an operation in which states a record cannot be named: `Only published events can be booked`,
 * `The venue must not be archived`, a 409 for “the queue is archived”. `about`: the description of the place that names
 * the record.
 */
export function referenceRule(
  { api, model }: { readonly api: Api; readonly model: ResourceModel },
  operation: Operation,
  resource: Resource,
  about: string,
): ReferenceRule | undefined {
  for (const states of recordStates(api, model, resource)) {
    const rule = ruleIn(operation, states.values, resource.singular, about);
    if (rule !== undefined) return { states, rule };
  }
  return undefined;
}

function ruleIn(
  operation: Operation,
  states: readonly NamedState[],
  singular: string,
  about: string,
): StateRule | undefined {
  const refusals = operation.responses.filter(({ status }) => /^4(00|03|09|22|XX)$/i.test(status));
  if (refusals.length === 0) return undefined;
  const noun = plainWords(singular).trim().split(' ').at(-1) ?? '';
  const words = states.map(({ word }) => plainWords(word).trim());
  if (noun === '' || words.length === 0) return undefined;
  const list = `((?:${words.join('|')})(?:(?: or| and)? (?:${words.join('|')}))*)`;
  const find = (text: string, pattern: string): StateRule['states'] => {
    const [, found] = new RegExp(pattern).exec(plainWords(text)) ?? [];
    return found === undefined ? [] : statesNamedIn([found], states);
  };
  const either = (text: string, refused: string, allowed: string): StateRule | undefined => {
    const [no, yes] = [find(text, refused), find(text, allowed)];
    if (no.length > 0) return { refused: 'in', states: no };
    return yes.length > 0 ? { refused: 'outside', states: yes } : undefined;
  };
  const own = either(about, ` must not be (?:an? )?${list} `, ` (?:must|has to) be (?:an? )?${list} `);
  if (own !== undefined) return own;
  for (const sentence of operationTexts(operation, '').flatMap(sentencesIn)) {
    if (!plainWords(sentence).includes(` ${noun}`)) continue;
    const found = either(
      sentence,
      ` ${noun}s? (?:.* )?must not be (?:an? )?${list} `,
      ` ${noun}s? (?:.* )?(?:must|has to|have to|needs to) be (?:an? )?${list} `,
    );
    if (found !== undefined) return found;
  }
  const stated = ruleOfText(operation, states, singular);
  if (stated !== undefined) return stated;
  for (const { description } of refusals) {
    const found = either(
      description,
      ` ${noun}s? (?:is|are|was|has been|have been) (?:already )?${list} `,
      ` ${noun}s? (?:is|are|was) (?:not|no longer) (?:an? )?${list} `,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
