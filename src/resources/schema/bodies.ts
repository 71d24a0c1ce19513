import type { MediaType, Operation, ResponseSpec, Schema } from '../../spec/index.ts';

/** The schema of the request body, in its most specific media type. */
export function requestSchema(operation: Operation): Schema | undefined {
  return preferredMedia(operation.body?.content ?? [])?.schema;
}

/** Whether the body is a JSON Patch (RFC 6902): a list of steps, not the entity. */
export function isJsonPatch(operation: Operation): boolean {
  return (operation.body?.content ?? []).some((media) => /json-patch\+json/i.test(media.mediaType));
}

/** Schemas of the successful answers, lowest status first. `default` counts only where no success is documented. */
export function answerSchemas(operation: Operation): readonly Schema[] {
  return successes(operation).flatMap((response) => preferredMedia(response.content)?.schema ?? []);
}

export function succeedsWith(operation: Operation, status: string): boolean {
  return operation.responses.some((response) => response.status === status);
}

/** Whether successes have no content. */
export function answersNothing(operation: Operation): boolean {
  const found = successes(operation);
  return found.length > 0 && found.every((response) => response.content.length === 0);
}

/** Whether the document says nothing of the form of an operation's success: no content, or content without a schema. */
export function answersWithoutForm(operation: Operation): boolean {
  const found = successes(operation);
  const isOpen = (schema: Schema | undefined): boolean =>
    schema === undefined || schema === true || (typeof schema === 'object' && Object.keys(schema).length === 0);
  return found.length > 0 && found.every(({ content }) => content.every((media) => isOpen(media.schema)));
}

function successes(operation: Operation): readonly ResponseSpec[] {
  const found = operation.responses.filter((response) => /^2/.test(response.status));
  if (found.length > 0) return found.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  return operation.responses.filter((response) => response.status === 'default');
}

const PREFERENCE = [/^application\/json\b/i, /\+json\b/i, /json/i, /urlencoded/i, /xml/i, /multipart/i, /\*\/\*/];

function preferredMedia(content: readonly MediaType[]): MediaType | undefined {
  for (const pattern of PREFERENCE) {
    const media = content.find((m) => pattern.test(m.mediaType) && m.schema !== undefined);
    if (media !== undefined) return media;
  }
  return undefined;
}
