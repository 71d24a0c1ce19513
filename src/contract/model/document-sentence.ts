import { type Operation, type PlacedText, placedTexts, sentencesIn } from '../../spec/index.ts';

/** The sentences of an operation and of its answers: of the answers first, which say most exactly what happens. */
export function sentencesOf(operation: Operation): readonly PlacedText[] {
  const [summary, description, ...answers] = placedTexts(operation, '');
  return [...answers, description, summary].flatMap((each) =>
    each === undefined ? [] : placedSentences(each.text, each.pointer),
  );
}

/** The sentences of a text, each on one line, with the place of the text. One that goes on behind a semicolon says so. */
export function placedSentences(text: string | undefined, pointer: string): readonly PlacedText[] {
  return sentencesIn(text ?? '')
    .map((each) => each.trim().replace(/\s+/g, ' ').replace(/;$/, ' …'))
    .filter((each) => each !== '')
    .map((each) => ({ pointer, text: each }));
}

/** What the document says of an answer; undefined where that is only a name, such as `Conflict`. */
export function describedAnswer({ responses }: Operation, status: string): PlacedText | undefined {
  const response = responses.find((each) => each.status === status);
  if (response === undefined) return undefined;
  const [sentence] = placedSentences(response.description, `${response.pointer}/description`);
  return sentence !== undefined && /\S+\s+\S+\s+\S+/.test(sentence.text) ? sentence : undefined;
}

/** Such as `“The copy is on loan already.”`. */
export function quoteOf({ text }: PlacedText): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')} …` : text;
  return `“${short.replace(/[“”]/g, '"')}”`;
}

const LONGEST = 200;
