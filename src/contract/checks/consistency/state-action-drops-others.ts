import type { Json } from '../../../core/index.ts';
import { itemProperties, undeletes } from '../../../resources/index.ts';
import {
  type Api,
  conjunctsOf,
  type Operation,
  operationTexts,
  propertiesOf,
  type Schema,
  wordsOf,
} from '../../../spec/index.ts';
import { escapeRegExp, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { itemPart } from '../../requests/written-part.ts';
import { entity, propertiesShown } from '../../responses/entity-diff.ts';

export const stateActionDropsOthers: Check = defineCheck({
  id: 'state.action-drops-others',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  ofWrite: true,
  stories: ['after-action'],
  question: 'Does an action leave what a client wrote?',
  guard:
    'Only texts and maps whose name describes a record (note, title, tags), and lists of texts, all without a format or listed values, which the client gives when it creates the item, which had a value before the action, and which are empty or gone afterwards. Not if the text of the action mentions the property, if its body has it, if its name is that of something that ends (draft, reason, blockers, guests), or if the name of the action is about values of its item: to reset, clear, revert, redact.',
  judge(exchange) {
    const { story } = exchange.purpose;
    if (story.kind !== 'after-action') return [];
    const action = exchange.api.operations.find(({ id }) => id === story.action);
    const before = propertiesShown(exchange, story.before);
    const after = propertiesShown(exchange, entity(exchange));
    if (action === undefined || before === undefined || after === undefined || changesValues(exchange, action))
      return [];
    return writtenTexts(exchange, action)
      .filter((name) => !isEmpty(before[name]) && isEmpty(after[name]))
      .map((name) => ({
        messagePointer: `/body/${name}`,
        subject: `${story.action} ${name}`,
        expected: stringifyJson(before[name] ?? null),
        actual: Object.hasOwn(after, name) ? stringifyJson(after[name] ?? null) : 'nothing',
        message: `${story.action} also took \`${name}\` away, which its text does not mention.`,
      }));
  },
});

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** Words of actions that may change any value of their item. */
const OF_VALUES =
  /^(?:re)?(?:set|clear|revert|rollback|roll|undo|redo|restore|redact|anonymi[sz]e|erase|wipe|purge|empty|strip|scrub|forget|reset|replace|merge|import|sync|synchroni[sz]e|refresh|apply|rename|update|edit|change|convert|translate|initiali[sz]e|regenerate|detach|unassign|unlink|remove|delete|discard|reject)$/i;

/** Whether an action may change any value: one that brings a deleted item back does not. */
function changesValues({ api, model }: Exchange, action: Operation): boolean {
  const last = action.path.split(/[/:]/).at(-1) ?? '';
  return wordsOf(last).some((word) => OF_VALUES.test(word)) && !undeletes(action, model, api.operations);
}

/** Names of the free texts of an item, its lists of texts and its maps, that a client gives and an action does not mention. */
function writtenTexts({ api, model }: Exchange, action: Operation): readonly string[] {
  const { resource } = model.roleOf(action);
  const create = api.operations.find((each) => {
    const role = model.roleOf(each);
    return role.kind === 'create' && role.resource === resource;
  });
  if (resource === undefined || create === undefined) return [];
  const given = propertiesOf(api, itemPart({ api, model }, create).schema);
  const sent = propertiesOf(api, itemPart({ api, model }, action).schema);
  const texts = operationTexts(action).join('\n');
  return Object.entries(itemProperties(api, resource)).flatMap(([name, { schema }]) =>
    Object.hasOwn(given, name) &&
    !Object.hasOwn(sent, name) &&
    isFree(api, schema) &&
    isLasting(api, name, schema) &&
    !isMentioned(texts, name)
      ? [name]
      : [],
  );
}

/** Names of references: an action may well give an item to another record. */
const REFERENCE = /(?:ids?|by|to|of)$/i;

function isMentioned(texts: string, name: string): boolean {
  const words = wordsOf(name);
  return (
    REFERENCE.test(words.at(-1) ?? '') ||
    words.some((word) => word.length > 2 && new RegExp(`\\b${escapeRegExp(word)}`, 'i').test(texts))
  );
}

/** Words for what describes a record, whatever is done to it. */
const DESCRIBING =
  /^(?:notes?|remarks?|comments?|descriptions?|titles?|names?|labels?|summar(?:y|ies)|texts?|body|contents?|subjects?|captions?|headings?|headlines?|address(?:es)?|city|street|country|origin|destination|phone|email|colou?r|brand|model|serial|isbn|sku|metadata|annotations?|attributes|tags?|keywords?|categor(?:y|ies)|topics?|languages?)$/i;
/** Words for what an action may end or settle, and for people who take part: `draft`, `reason`, `blockers`, `guests`. */
const PASSING =
  /^(?:drafts?|next|pending|pause|reject\w*|reasons?|resolutions?|errors?|warnings?|block\w*|hold\w*|lock\w*|steps?|todos?|tasks?|items?|lines?|coupons?|vouchers?|discounts?|requests?|queues?|alerts?|problems?|issues?|conflicts?|hints?|reservations?|guests?|people|persons?|teams?|\w{2,}(?:er|or|ee|ant|ist)s)$/i;

/** Whether a property stays what it is while its record goes through its states. */
function isLasting(api: Api, name: string, schema: Schema): boolean {
  const words = wordsOf(name);
  if (words.some((word) => PASSING.test(word))) return false;
  return conjunctsOf(api, schema).some(({ items }) => items !== undefined) || DESCRIBING.test(words.at(-1) ?? '');
}

/** Whether a schema is a text without a form, a list of such texts, or a map. */
function isFree(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  const types = rules.flatMap(({ type }) => type ?? []).filter((type) => type !== 'null');
  if (rules.some((rule) => rule.enum !== undefined || rule.const !== undefined || rule.format !== undefined))
    return false;
  if (types.length === 0 || types.some((type) => type !== types[0])) return false;
  if (types[0] === 'string') return true;
  if (types[0] === 'object') return rules.every((rule) => rule.properties === undefined);
  const items = rules.find((rule) => rule.items !== undefined)?.items;
  return types[0] === 'array' && items !== undefined && isFreeText(api, items);
}

function isFreeText(api: Api, schema: Schema): boolean {
  const rules = conjunctsOf(api, schema);
  return (
    rules.some(({ type }) => type === 'string') &&
    rules.every((rule) => rule.enum === undefined && rule.format === undefined)
  );
}
