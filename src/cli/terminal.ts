import { writeSync } from 'node:fs';
import pc from 'picocolors';

/** Where a command prints. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly colours: ReturnType<typeof pc.createColors>;
  readonly interactive: boolean;
  /** Escapes control characters in text from documents and clients. */
  safe(text: string): string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not reach a terminal.
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Whether text is printed in colours. `NO_COLOR` switches them off (no-color.org). Then `FORCE_COLOR` decides: off with 0 or false, on
 * with any other value (force-color.org). Without both a terminal gets colours, and a file or a pipe gets none.
 */
export function isColoured(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  const { NO_COLOR: none = '', FORCE_COLOR: forced = '', TERM: terminal } = env;
  if (none !== '') return false;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && terminal !== 'dumb';
}

export function createTerminal(): Terminal {
  const failed = (error: NodeJS.ErrnoException, isReported: boolean): void => {
    // A closed pipe (`standin inspect | head`) is not an error.
    if (error.code === 'EPIPE') return;
    if (isReported) writeSync(2, `error The output cannot be written: ${error.message}.\n`);
    process.exit(3);
  };
  process.stdout.on('error', (error) => failed(error, true));
  process.stderr.on('error', (error) => failed(error, false));
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    colours: pc.createColors(isColoured(process.env, process.stdout.isTTY === true)),
    interactive: process.stdout.isTTY === true,
    safe: (text) => text.replace(OBEYED, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`),
  };
}
