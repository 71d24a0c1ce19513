import { duplicateRefusal } from '../../resources/index.ts';
import { type Operation, operationTexts } from '../../spec/index.ts';

/** What a text says of a create whose item exists already. */
const EXISTS = /\b(?:already (?:exists?|in use|taken|used)|(?:is|are) in use|(?:is|are) taken|duplicates?)\b/i;
const REFUSED = /\b(?:refused|rejected|not (?:allowed|accepted|permitted)|an error|fails?|failure|invalid)\b/i;

/** Whether the text of an operation says that a second create of the same item is refused. */
function saysRefused(operation: Operation): boolean {
  return operationTexts(operation)
    .flatMap((text) => text.split(/[.;\n]\s*/))
    .some((sentence) => EXISTS.test(sentence) && REFUSED.test(sentence));
}

/** Whether an operation refuses an item that exists already: it documents a refusal and no 200 for that, or its text says so. */
export function refusesConflicts(operation: Operation): boolean {
  if (saysRefused(operation)) return true;
  const { responses } = operation;
  const has = (wanted: string): boolean => responses.some(({ status }) => status === wanted);
  const isRefused = has('409') || duplicateRefusal(operation) !== undefined;
  return isRefused && !(has('200') && has('201'));
}
