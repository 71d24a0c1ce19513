import type { UnenforceableRule } from '../copy/schema-copier.ts';
import { isTextContent } from './content.ts';
import type { PlannedContent, ValidationPlan } from './operation-plan.ts';

/**
 * Rules for objects and lists in plain text (`text/html`, `text/csv`, `application/jwt`), which are not
 * enforced.
 */
export function unwritable({ operation, body, response }: ValidationPlan): readonly UnenforceableRule[] {
  const responses = operation.responses.flatMap(({ status }) => response(Number(status))?.body.contents ?? []);
  return [...(body?.contents ?? []), ...responses].filter(isUnwritable).map(({ mediaType }) => ({
    code: 'unsupported-media-type',
    pointer: mediaType.pointer,
    message: `How \`${mediaType.mediaType}\` serialises an object or a list is not defined; such bodies are judged by the schema only if they are JSON.`,
  }));
}

function isUnwritable({ mediaType, isStructured }: PlannedContent): boolean {
  return !mediaType.mediaType.includes('*') && isTextContent(mediaType.mediaType) && isStructured();
}
