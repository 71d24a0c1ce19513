import { proseParts, visible, visibleLines } from '../look/index.ts';

/**
 * Strings from a target or a document may contain anything. Each medium has its own escape function here,
 * and every reporter uses one for each such string.
 */

/** At most `max` characters; the last one is an ellipsis if the string was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** JSON text in which DEL, C1 and direction marks are escaped, because a terminal would obey them. */
export function inertJson(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Escapes a string for XML text and quoted attributes. Characters that XML 1.0 (§2.2) cannot contain are
 * shown as readable escapes.
 */
export function xml(text: string): string {
  return visibleLines(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Like `xml`, with line breaks that are kept in an attribute (XML 1.0 §3.3.3). */
export function xmlAttribute(text: string): string {
  return xml(text).replace(/[\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Escapes a string for one line of Markdown, also in a table or list item: markup, links, mentions,
 * mathematics and block starts stay plain text.
 */
export function markdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/[&<>@$]|(?<=:)\/\/|(?<=www)\./gi, (found) =>
      [...found].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    )
    .replace(/^(?=[-+#=:])|(?<=^\d+)(?=[.)])/, '\\');
}

/** Inline Markdown code. Pipes are escaped because of tables. */
export function markdownCode(text: string): string {
  const content = visible(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(content) + 1);
  const padding = content === '' || /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** Like `markdown`, with parts between backticks as code. */
export function markdownProse(text: string): string {
  return proseParts(visible(text))
    .map(({ code, text }) => (code ? markdownCode(text) : markdown(text).replaceAll('\\`', '&#96;')))
    .join('');
}

/** A fenced Markdown block that its content cannot end. */
export function markdownBlock(text: string, language = ''): string {
  const content = visibleLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

/** GitHub shows ten annotations of a kind for a step and ignores the others. */
export const MOST_ANNOTATIONS = 10;

/** A command of GitHub workflows, such as `error`, without its line end. */
export function workflowCommand(
  kind: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${workflowProperty(value)}`);
  return `::${kind} ${list.join(',')}::${workflowMessage(message)}`;
}

/** For the message of a GitHub workflow command. */
export function workflowMessage(text: string): string {
  return visibleLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

/** For a property of a GitHub workflow command. */
export function workflowProperty(text: string): string {
  return workflowMessage(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
