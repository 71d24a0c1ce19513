import type { HttpRequest } from '../../core/index.ts';
import type { ChangeWitness } from '../model/finding.ts';

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const inDouble = (text: string): string => text.replace(/["\\$`]/g, '\\$&');

/** A request as a command for a POSIX shell; `$BASE` stands for the base URL. */
function curlCommand({ method, path, query, headers, body }: HttpRequest): string {
  const words = ['curl -sS'];
  if (method !== 'GET') words.push(`-X ${method}`);
  words.push(`"$BASE${inDouble(path)}${query === '' ? '' : `?${inDouble(query)}`}"`);
  for (const [name, value] of headers) words.push(`-H ${quote(`${name}: ${value}`)}`);
  // With -d, text that begins with @ is the name of a file.
  if (body.kind === 'parsed') words.push(`${body.text.startsWith('@') ? '--data-raw' : '-d'} ${quote(body.text)}`);
  return words.join(' ');
}

/** A request of a witness, as a command and in its parts. */
export function sentRequest(request: HttpRequest): Required<Pick<ChangeWitness, 'curl' | 'request'>> {
  const { method, path, query, headers, body } = request;
  const text = body.kind === 'parsed' ? { body: body.text } : {};
  return { curl: curlCommand(request), request: { method, path, query, headers, ...text } };
}
