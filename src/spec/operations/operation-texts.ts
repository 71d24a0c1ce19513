import type { Operation } from '../model/api.ts';

/** A text of the document with the JSON Pointer of where it stands. */
export interface PlacedText {
  readonly text: string;
  readonly pointer: string;
}

type TextsOfOperation = Partial<Pick<Operation, 'summary' | 'description' | 'responses' | 'pointer'>>;

/**
 * The texts of an operation, one by one: its summary, its description and, with `answers`, the descriptions of the
 * answers whose status begins with it (`2`; an empty string for all). A text that it does not have is empty.
 */
export function placedTexts(
  { summary = '', description = '', responses = [], pointer = '' }: TextsOfOperation,
  answers?: string,
): readonly PlacedText[] {
  const answered = answers === undefined ? [] : responses.filter(({ status }) => status.startsWith(answers));
  return [
    { text: summary, pointer: `${pointer}/summary` },
    { text: description, pointer: `${pointer}/description` },
    ...answered.map((each) => ({ text: each.description, pointer: `${each.pointer}/description` })),
  ];
}

/** The same texts without their places. */
export function operationTexts(operation: TextsOfOperation, answers?: string): readonly string[] {
  return placedTexts(operation, answers).map(({ text }) => text);
}

/** The paragraphs of a text, which blank lines separate. */
export function paragraphsIn(text: string): readonly string[] {
  return text.split(/\n\s*\n/);
}

/** The sentences of a text. A blank line ends one as well. */
export function sentencesIn(text: string): readonly string[] {
  return text.split(/(?<=[.;!])\s+|\n\s*\n/);
}
