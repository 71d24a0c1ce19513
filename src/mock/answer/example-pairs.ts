import type { Json } from '../../core/index.ts';
import { type Api, bodyShapesOf, type Example, type MediaType, mediaTypeFor } from '../../spec/index.ts';
import { decodeText, isJson, jsonEquals, scalarText } from '../../wire/index.ts';
import { answerFor, chooseMedia } from '../facts/negotiate.ts';
import type { RequestContext } from '../model/context.ts';
import type { Choice } from '../model/operation-plan.ts';

/** A documented example of an answer. */
export interface PairAnswer {
  readonly choice: Choice;
  readonly media: MediaType;
  readonly example: Example;
}

/** What an example without a name is called when the document is read. */
export const UNNAMED = 'example';

interface Answers {
  readonly success: Choice | undefined;
  /** Whether an example keeps its schema. */
  readonly fits: (media: MediaType, example: Example) => boolean;
}

/**
 * The answer that the document shows for the example that a request repeats: examples of a request and of an answer
 * belong together if they have one name. An error is one only where other names belong to successes, because many
 * documents call every example alike.
 */
export function answerOfPair(api: Api, context: RequestContext, { success, fits }: Answers): PairAnswer | undefined {
  const sources = sourcesOf(api, context);
  if (sources.length === 0 || success === undefined) return undefined;
  const names = [...new Set(sources.flatMap(({ examples }) => examples.map(({ name }) => name)))];
  const choices = choicesOf(context, success);
  const shownBy = (name: string, isError: boolean): PairAnswer | undefined => {
    for (const choice of choices.filter(({ status }) => status >= 400 === isError)) {
      const chosen = chooseMedia(choice.spec, context.accept);
      const { media } = chosen.kind === 'media' ? chosen : { media: undefined };
      const example = media?.examples.find((each) => each.name === name && fits(media, each));
      if (media !== undefined && example !== undefined) return { choice, media, example };
    }
    return undefined;
  };
  const repeated = names
    .map((name) => ({ name, count: repeats(sources, name) }))
    .filter(({ name, count }) => name !== UNNAMED && count > 0)
    .toSorted((a, b) => b.count - a.count);
  for (const { name } of repeated) {
    const shown = shownBy(name, false);
    if (shown !== undefined) return shown;
    if (names.some((other) => other !== name && shownBy(other, false) !== undefined)) return shownBy(name, true);
  }
  return undefined;
}

/** A part of the request, and what the document shows for it. */
interface Source {
  readonly examples: readonly Example[];
  readonly value: Json | undefined;
}

function sourcesOf(api: Api, { operation, request, parameters }: RequestContext): readonly Source[] {
  const ofParameters = operation.parameters.map(({ in: place, name, examples }): Source => {
    const values = place === 'querystring' ? {} : parameters[place];
    return { examples, value: values[place === 'header' ? name.toLowerCase() : name] };
  });
  const { body } = request;
  const content = operation.body?.content ?? [];
  const media = body.kind === 'parsed' ? mediaTypeFor(content, body.mediaType) : content[0];
  const examples = media?.examples.map((each) => ({ ...each, value: valueOfExample(api, media, each) })) ?? [];
  const ofBody = { examples, value: body.kind === 'parsed' ? body.value : undefined };
  return [...ofParameters, ofBody].filter(({ examples }) => examples.length > 0);
}

/** The value of an example that is written as text, such as XML. */
function valueOfExample(api: Api, media: MediaType, { value, text }: Example): Json {
  const { mediaType } = media;
  const written = text ?? value;
  if (isJson(mediaType) || typeof written !== 'string') return value;
  const read = decodeText(written, mediaType, bodyShapesOf(api, media, mediaType));
  return read.kind === 'parsed' ? read.value : value;
}

/** How many parts of the request are the examples of a name; 0 if one of them is another value. */
function repeats(sources: readonly Source[], name: string): number {
  let count = 0;
  for (const { examples, value } of sources) {
    const example = examples.find((each) => each.name === name);
    if (example === undefined) continue;
    if (value === undefined || !isSame(value, example.value)) return 0;
    count += 1;
  }
  return count;
}

/** Documents write the number 55 as the example of a string, and a string as that of a number. */
function isSame(sent: Json, shown: Json): boolean {
  if (jsonEquals(sent, shown)) return true;
  return (
    [sent, shown].every((each) => each !== null && typeof each !== 'object') && scalarText(sent) === scalarText(shown)
  );
}

/** The success, then the other documented answers. */
function choicesOf({ operation }: RequestContext, success: Choice): readonly Choice[] {
  const others = operation.responses
    .filter(({ status }) => /^[2-5]\d\d$/.test(status) && Number(status) !== success.status)
    .flatMap(({ status }) => answerFor(operation, Number(status)) ?? []);
  return [success, ...others];
}
