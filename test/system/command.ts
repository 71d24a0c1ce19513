import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The built command line. */
export const MAIN = resolve(import.meta.dirname, '../../dist/src/cli/main.js');

export interface Finished {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A command under way: what it printed so far, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves with all output once it matches; rejects when the command ends first. */
  until(pattern: RegExp): Promise<string>;
  readonly finished: Promise<Finished>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Finished>;
}

/** Starts the built command line as a person would, without colours and in a folder of its own. */
export function start(
  args: readonly string[],
  cwd: string = process.cwd(),
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  const heard = (): void => {
    for (const check of waiting) check();
  };
  child.stdout.on('data', (chunk) => {
    out += chunk;
    heard();
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
    heard();
  });
  const finished = new Promise<Finished>((done) => child.on('close', (status) => done({ status, out, err })));
  return {
    child,
    finished,
    until: (pattern) =>
      new Promise((done, failed) => {
        const check = (): void => {
          if (!pattern.test(out + err)) return;
          waiting.delete(check);
          done(out + err);
        };
        waiting.add(check);
        void finished.then((end) =>
          failed(new Error(`The command ended with ${end.status} before it said ${pattern}:\n${end.out}${end.err}`)),
        );
        check();
      }),
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return finished;
    },
  };
}

export function finish(
  args: readonly string[],
  cwd?: string,
  env?: Readonly<Record<string, string>>,
): Promise<Finished> {
  return start(args, cwd, env).finished;
}

/** The address in the output of a started mock. */
export function urlIn(text: string): string {
  return /http:\/\/[\d.:[\]a-z]+/.exec(text)?.[0] ?? '';
}
