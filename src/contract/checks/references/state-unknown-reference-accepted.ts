import { namesExisting, refusalOfUnknown, refusalOfValues, spokenRefusal } from '../../../resources/index.ts';
import type { PlacedText } from '../../../spec/index.ts';
import { stringifyJson, valueAt } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import { describedAnswer, placedSentences, quoteOf } from '../../model/document-sentence.ts';
import type { Exchange } from '../../model/exchange.ts';
import { memberPath } from '../../model/member-path.ts';
import { requestRuleAt } from '../../requests/request-rule.ts';

export const stateUnknownReferenceAccepted: Check = defineCheck({
  id: 'state.unknown-reference-accepted',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'purpose',
  stories: ['unknown-reference'],
  question: 'Is a reference to a record that does not exist refused, if the document says so?',
  guard:
    'Only if a documented refusal cannot mean anything else: a 404 of a path without ids whose GET has none, a description that mentions something that does not exist, or a property that is described as the name of something existing, or of something that must exist. Only the latter counts if the document does not say which resource is meant. The answer of a change of several items may have a result for it.',
  judge(exchange) {
    const { purpose, response, operation, api, model } = exchange;
    const { story, proven } = purpose;
    const { status } = response;
    if (story.kind !== 'unknown-reference' || operation === undefined || status > 299 || !proven) return [];
    if (model.roleOf(operation).changes !== undefined && answerNames(exchange, story.pointer)) return [];
    const named = story.loose ? spokenRefusal(operation) : refusalOfUnknown(operation, api);
    const promised = named ?? (story.existing === true ? refusalOfValues(operation) : undefined);
    if (promised === undefined) return [];
    const place = memberPath(story.pointer.replace(/^\/body/, ''));
    const sentence =
      named === undefined ? existenceRule(exchange, story.pointer) : describedAnswer(operation, promised);
    return [
      {
        ...(sentence === undefined ? {} : { sentence }),
        pointer: `${operation.pointer}/responses/${promised}`,
        messagePointer: story.pointer,
        expected: promised,
        actual: String(status),
        message: `${operation.id} accepted (${status}) a request whose \`${place}\` names a record that does not exist, where the document has ${promised}${sentence === undefined ? '' : ` (${quoteOf(sentence)})`}.`,
      },
    ];
  },
});

/** The sentence that says that the record at a place of the request must exist. */
function existenceRule({ api, operation }: Exchange, place: string): PlacedText | undefined {
  if (operation === undefined) return undefined;
  const [own, list] = [place, place.replace(/\/\d+$/, '')].map((at) =>
    requestRuleAt(api, operation, at, 'description'),
  );
  const sentences = [own, list].flatMap((rule) =>
    typeof rule?.bound === 'string' ? placedSentences(rule.bound, rule.pointer) : [],
  );
  return sentences.find(({ text }) => namesExisting(text));
}

/** Whether the answer has a result for the value at a place of the request. */
function answerNames({ request, response }: Exchange, pointer: string): boolean {
  const { body } = response;
  const sent = request.body.kind === 'parsed' ? request.body.value : null;
  const value = valueAt(sent, pointer.replace(/^\/body/, ''));
  return body.kind === 'parsed' && value !== undefined && stringifyJson(body.value).includes(String(value));
}
