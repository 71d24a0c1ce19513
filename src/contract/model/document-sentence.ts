import type { Operation } from '../../spec/index.ts';

/** A sentence of the document, with the JSON Pointer of the text that has it. */
export interface DocumentSentence {
  readonly pointer: string;
  readonly text: string;
}

/** The sentences of an operation and of its answers: of the answers first, which say most exactly what happens. */
export function sentencesOf(operation: Operation): readonly DocumentSentence[] {
  const { pointer, summary, description, responses } = operation;
  return [
    ...responses.flatMap((each) => sentencesIn(each.description, `${each.pointer}/description`)),
    ...sentencesIn(description, `${pointer}/description`),
    ...sentencesIn(summary, `${pointer}/summary`),
  ];
}

export function sentencesIn(text: string | undefined, pointer: string): readonly DocumentSentence[] {
  return (text ?? '')
    .split(/(?<=[.;!])\s+|\n\s*\n/)
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter((each) => each !== '')
    .map((each) => ({ pointer, text: each }));
}

/** What the document says of an answer; undefined where that is only a name, such as `Conflict`. */
export function describedAnswer({ responses }: Operation, status: string): DocumentSentence | undefined {
  const response = responses.find((each) => each.status === status);
  if (response === undefined) return undefined;
  const [sentence] = sentencesIn(response.description, `${response.pointer}/description`);
  return sentence !== undefined && /\S+\s+\S+\s+\S+/.test(sentence.text) ? sentence : undefined;
}

/** Such as `“The copy is on loan already.”`. */
export function quoteOf({ text }: DocumentSentence): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : text;
  return `“${short.replace(/[“”]/g, '"')}”`;
}

const LONGEST = 200;
