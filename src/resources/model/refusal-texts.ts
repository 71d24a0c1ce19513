import { type Operation, sentencesIn } from '../../spec/index.ts';

/** What a document says of a refusal: the description of the response, and each sentence of the operation that names its status. */
export function refusalTexts({ description = '', responses }: Operation, status: string): readonly string[] {
  const own = responses.find((each) => each.status === status);
  if (own === undefined) return [];
  return [own.description, ...sentencesWith(description, status)];
}

/**
 * What a document says of a refusal. Where operations share a response that lists several causes ("the name is taken, or the state does not
 * allow it"), the sentences of the operation that name its status say which of them it is about.
 */
export function ownRefusalTexts(operation: Operation, status: string): readonly string[] {
  const texts = refusalTexts(operation, status);
  const [shared = '', ...named] = texts;
  const pointer = operation.responses.find((each) => each.status === status)?.pointer;
  const isShared = pointer !== undefined && SHARED.test(pointer) && SEVERAL.test(shared);
  return isShared && named.length > 0 ? named : texts;
}

const SHARED = /^\/(?:components\/)?responses\//;
const SEVERAL = /,|;|\bor\b/;

function sentencesWith(description: string, status: string): readonly string[] {
  return sentencesIn(description).filter((sentence) => new RegExp(`\\b${status}\\b`).test(sentence));
}
