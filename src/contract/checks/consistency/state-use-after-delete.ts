import type { Json } from '../../../core/index.ts';
import { goneResponse, isStandIn, type Resource } from '../../../resources/index.ts';
import { paragraphsIn, sentencesIn } from '../../../spec/index.ts';
import { escapeRegExp, isObject } from '../../../wire/index.ts';
import { jsonOf } from '../../model/case-context.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { saysGone } from '../../responses/gone-words.ts';

export const stateUseAfterDelete: Check = defineCheck({
  id: 'state.use-after-delete',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  ofWrite: true,
  stories: ['after-delete'],
  question: 'Is a deleted item gone?',
  guard:
    'Only after a delete with 2xx (not 202, which may take a while), on an item that the run created. Not judged if the item says that it is deleted, expired or closed, and did not say so before the delete, unless the read has a documented 404 or 410 whose description is about deleted items, or a paragraph about the whole API says that they are answered so; nor if a GET that showed it answers without content or with null, nor if a call by name answers less than before: both may say so with a 2xx.',
  judge(exchange) {
    const { operation, request } = exchange;
    const { story } = exchange.purpose;
    const { status } = exchange.response;
    if (story.kind !== 'after-delete' || story.again || story.deletion.status === 202) return [];
    if (status < 200 || status > 299) return [];
    if (saysGone(jsonOf(exchange), story.before) && !promisesGone(exchange)) return [];
    if (request.method === 'GET' && isObject(story.before) && showsNothing(exchange)) return [];
    if (isStandIn(operation) && isLess(jsonOf(exchange), story.before)) return [];
    return [
      {
        messagePointer: '/status',
        expected: '404 or 410',
        actual: String(status),
        message: `An item was deleted (${story.deletion.status}), and ${operation?.id ?? request.method} still answers ${status} for it.`,
      },
    ];
  },
});

/** Whether the document says that a deleted item is answered with 404 or 410: the read, or a paragraph about the whole API. */
function promisesGone({ api, operation, model }: Exchange): boolean {
  if (operation === undefined) return false;
  const { resource } = model.roleOf(operation);
  if (resource !== undefined && paragraphsIn(api.description ?? '').some((each) => hidesDeleted(each, resource)))
    return true;
  if (operation.responses.some(({ status, description }) => status === '404' && DELETED.test(description))) return true;
  return resource !== undefined && goneResponse(operation, resource, 'item') !== undefined;
}

/** Whether a paragraph says that deleted records of a kind are answered with 404 or 410. */
function hidesDeleted(paragraph: string, { singular }: Resource): boolean {
  const sentences = sentencesIn(paragraph);
  const subject = new RegExp(`${READING.source}deleted (?:[\\w-]+ )?${escapeRegExp(singular)}`, 'i');
  const from = sentences.findIndex((sentence) => subject.test(sentence));
  const [own = '', next = ''] = from < 0 ? [] : sentences.slice(from);
  return [own, ...(OF_THE_SAME.test(next) ? [next] : [])].some((each) => {
    const at = each.search(GONE_STATUS);
    return at >= 0 && !CONDITIONAL.test(each.slice(0, at));
  });
}

const GONE_STATUS = /\b(?:answered with|answers?|gives?|returns?|is) (?:an? )?(?:404|410)\b/i;
/** Words before a status that put it off, take it back, or give it to another request: `after that`, `never`, `changing it`. */
const CONDITIONAL =
  /\b(?:after|once|until|later|then|may|might|can|if|not|never|no|(?!reading|fetching|getting)\w+ing|writes?|changes?|updates?|deletes?)\b|n['’]t\b/i;
/** The beginning of a sentence about a record, or about reading it. */
const READING =
  /^\W*(?:(?:reading|fetching|getting|(?:an? |the )?(?:get|read|request) (?:of|for)) )?(?:(?:an?|the|all|any|every|each) )?/i;
/** A sentence that goes on about the record of the one before. */
const OF_THE_SAME =
  /^\W*(?:(?:reading|fetching|getting|(?:an? |the )?(?:get|read|request) (?:of|for)) )?(?:it|they|them|such an? \w+)\b/i;

/** A missing item may be one that was deleted: “No such patient, or the patient was deleted”. */
const DELETED = /\b(is|was|were|are|been|or|already) (soft[- ])?deleted\b/i;

/** Whether an answer has no content, or null. */
function showsNothing({ response: { body } }: Exchange): boolean {
  return body.kind === 'none' || (body.kind === 'parsed' && body.value === null);
}

/** Whether an answer lacks something that it had before. */
function isLess(after: Json | undefined, before: Json | undefined): boolean {
  return isObject(after) && isObject(before) && Object.keys(before).some((name) => !Object.hasOwn(after, name));
}
