/** The colour class of a status. */
export function toneOf(status: number): 'good' | 'info' | 'warning' | 'error' {
  if (status < 300) return 'good';
  if (status < 400) return 'info';
  return status < 500 ? 'warning' : 'error';
}

export function clockTimeOf(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The age of a moment in words, such as `5 s ago`. */
export function agoText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 90) return `${countText(minutes, 'minute')} ago`;
  return minutes < 36 * 60
    ? `${countText(Math.round(minutes / 60), 'hour')} ago`
    : `${countText(Math.round(minutes / 1440), 'day')} ago`;
}

const ROLES: ReadonlyMap<string, string> = new Map([
  ['list', 'lists records'],
  ['create', 'creates a record'],
  ['read', 'reads a record'],
  ['replace', 'replaces a record'],
  ['patch', 'changes a record'],
  ['delete', 'deletes a record'],
  ['action', 'an action'],
  ['none', 'answers as documented, keeps nothing'],
]);

/** What the mock does at an operation of this role. */
export function roleWords(role: string): string {
  return ROLES.get(role) ?? role;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/** A path with its percent-encoding decoded, if it can be decoded. */
export function readablePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A value in one short line, for a cell of a table. */
export function shortenedText(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? '';
}
