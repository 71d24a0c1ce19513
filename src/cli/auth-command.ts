import { StandinError } from '../library/index.ts';
import { type Flags, repeatedValues } from './choices.ts';
import { printedBy } from './shell.ts';

const PATIENCE = 30_000;
const FIELD = /^[!#$%&'*+.^_`|~\w-]+:\s*\S/;

/**
 * Runs `--auth-cmd` and adds its output to the flags: header fields, or one bearer token. The output is a secret and is never part of a
 * message. Throws `usage`.
 */
export async function withAuthentication(flags: Flags): Promise<Flags> {
  const command = flags['authCmd'];
  if (typeof command !== 'string') return flags;
  const lines = (await credentialOf(command))
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length > 0 && lines.every((line) => FIELD.test(line)))
    return { ...flags, header: [...repeatedValues(flags, 'header'), ...lines] };
  const [token] = lines;
  if (lines.length === 1 && token !== undefined && /^[\w.~+/=-]+$/.test(token)) return { ...flags, bearer: token };
  throw new StandinError('usage', 'The output of --auth-cmd is neither a token nor a list of header fields.', {
    hint: 'It must print one bearer token, or header fields such as "Authorization: Bearer …" (one per line), and nothing else.',
  });
}

async function credentialOf(command: string): Promise<string> {
  const printed = await printedBy(command, PATIENCE);
  if ('text' in printed) return printed.text;
  // The message contains neither the output nor the command: both may hold a secret.
  throw new StandinError('usage', `The command of --auth-cmd ${printed.failure}.`, {
    hint: `It must print the credential and exit with status 0 within ${PATIENCE / 1000} s.`,
  });
}
