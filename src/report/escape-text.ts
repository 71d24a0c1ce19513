import { proseParts, visible, visibleLines } from '../look/index.ts';

/**
 * Text from a target or a document may hold anything. Each medium has its own way to make it harmless, and every reporter
 * lets nothing through that did not go through one of these.
 */

/** At most `max` characters, the last an ellipsis where something was cut. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** JSON text that shows nothing of what JSON may hold as it is: DEL, C1 and marks of direction, which a terminal would obey. */
export function inertJson(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** For XML text and quoted attributes: what XML 1.0 (§2.2) cannot hold is already an escape that can be read. */
export function xml(text: string): string {
  return visibleLines(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** As `xml`, with line breaks that survive in an attribute (XML 1.0 §3.3.3). */
export function xmlAttribute(text: string): string {
  return xml(text).replace(/[\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * For one line of Markdown, within a table or list item too: what could become markup, a link, a mention, mathematics or,
 * at the beginning, a block stays plain text.
 */
export function markdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_[\]|~]/g, '\\$&')
    .replace(/[&<>@$]|(?<=:)\/\/|(?<=www)\./gi, (found) =>
      [...found].map((character) => `&#${character.charCodeAt(0)};`).join(''),
    )
    .replace(/^(?=[-+#=:])|(?<=^\d+)(?=[.)])/, '\\');
}

/** Markdown code within a line; a table needs its pipes escaped even there. */
export function markdownCode(text: string): string {
  const content = visible(text).replaceAll('|', '\\|');
  const fence = '`'.repeat(longestRun(content) + 1);
  const padding = content === '' || /^[` ]|[` ]$/.test(content) ? ' ' : '';
  return `${fence}${padding}${content}${padding}${fence}`;
}

/** As `markdown`, with what stands between backticks as code. */
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

/** GitHub shows ten annotations of a kind for a step and drops the others. */
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
