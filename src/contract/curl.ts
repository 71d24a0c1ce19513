import type { HttpRequest } from '../core/index.ts';
import type { Redactor } from './secrets.ts';
import { bodyBytes } from './target/body-bytes.ts';

/** The longest body that is written into a command. */
const LONGEST = 16_384;

/**
 * A command for a POSIX shell that sends the same bytes. Secrets stand as `"${STANDIN_BEARER:?}"`, with which a shell says
 * which one nobody has set instead of sending nothing in its place; bodies that are no
 * plain text go through `printf`.
 */
export function curlOf(request: HttpRequest, url: string, redactor: Redactor): string {
  const words = ['curl', '-sS', '-i', '--path-as-is', '-g'];
  if (request.method === 'HEAD') words.push('-I');
  else words.push('-X', quote(request.method, redactor));
  const bytes = bodyBytes(request.body);
  for (const [name, value] of request.headers) {
    if (/^(content-length|host)$/i.test(name)) continue;
    // curl leaves a field without value out, unless it ends in a semicolon.
    words.push('-H', quote(value === '' ? `${name};` : `${name}: ${value}`, redactor));
  }
  const typed = request.headers.some(([name]) => name.toLowerCase() === 'content-type');
  if (bytes !== undefined && !typed) words.push('-H', quote('Content-Type:', redactor));
  if (bytes === undefined) return [...words, quote(url, redactor)].join(' ');
  if (bytes.length > LONGEST) {
    return `${[...words, quote(url, redactor)].join(' ')} --data-binary @body # ${bytes.length} bytes, see the exchange`;
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!text.startsWith('@') && /^[\x20-\x7e\n\t\u00a0-\ud7ff\ue000-\ufffc\u{10000}-\u{10ffff}]*$/u.test(text)) {
    return [...words, '--data-binary', quote(text, redactor), quote(url, redactor)].join(' ');
  }
  return `printf '${octal(redactor.bytes(bytes))}' | ${[...words, '--data-binary', '@-', quote(url, redactor)].join(' ')}`;
}

/** Single quotes, so that nothing is expanded, except the names of secrets, which stand in double quotes. */
function quote(text: string, redactor: Redactor): string {
  const { text: masked, variables } = redactor.shell(text);
  const pieces = variables.length === 0 ? [masked] : masked.split(/(\$\{STANDIN_[A-Z0-9_]+\})/);
  const words = pieces
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (variables.some((name) => piece === `\${${name}}`)) return `"${piece.slice(0, -1)}:?}"`;
      return /^[\w@%+=:,./-]+$/.test(piece) ? piece : `'${piece.replaceAll("'", `'\\''`)}'`;
    });
  return words.length === 0 ? "''" : words.join('');
}

function octal(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += `\\${byte.toString(8).padStart(3, '0')}`;
  return text;
}
