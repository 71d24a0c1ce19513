import type { Operation } from '../model/api.ts';

/**
 * The texts of an operation, one by one: its summary, its description and, with `answers`, the descriptions of the
 * answers whose status begins with it (`2`; an empty string for all).
 */
export function operationTexts(
  { summary = '', description = '', responses }: Operation,
  answers?: string,
): readonly string[] {
  const answered = answers === undefined ? [] : responses.filter(({ status }) => status.startsWith(answers));
  return [summary, description, ...answered.map((each) => each.description)];
}
