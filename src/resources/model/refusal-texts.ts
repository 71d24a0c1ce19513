import { type Operation, sentencesIn } from '../../spec/index.ts';

/** What a document says of a refusal: the description of the response, and each sentence of the operation that names its status. */
export function refusalTexts({ description = '', responses }: Operation, status: string): readonly string[] {
  const own = responses.find((each) => each.status === status);
  if (own === undefined) return [];
  const named = sentencesIn(description).filter((sentence) => new RegExp(`\\b${status}\\b`).test(sentence));
  return [own.description, ...named];
}
