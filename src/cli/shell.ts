import { type ChildProcess, spawn } from 'node:child_process';

/** The output of a shell command, or why it failed. The failure never contains output. */
export type ShellOutput = { readonly text: string } | { readonly failure: string };

const MOST_PRINTED = 65_536;

/** Runs a shell command for at most `patience` milliseconds. If this process is ended, the command and its children end too. */
export function printedBy(command: string, patience: number): Promise<ShellOutput> {
  const [program, ...first] = process.platform === 'win32' ? ['cmd', '/d', '/s', '/c'] : ['sh', '-c'];
  // A process group of its own can be ended as a whole. At a terminal it stays in ours, so that it can prompt, and Ctrl-C reaches both.
  const apart = process.platform !== 'win32' && process.stdin.isTTY !== true;
  return new Promise((resolve) => {
    // Before the command begins: a signal that comes while it is started must end it, too.
    const forget = onSignals(() => stop('was interrupted'));
    const child = spawn(program ?? '', [...first, command], { detached: apart, stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => stop(`did not end within ${patience / 1000} s`), patience);
    let text = '';
    function end(printed: ShellOutput): void {
      clearTimeout(timer);
      forget();
      resolve(printed);
    }
    function stop(failure: string): void {
      kill(child, apart);
      child.stdout?.destroy();
      child.unref();
      end({ failure });
    }
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      if (text.length > MOST_PRINTED) stop(`printed more than ${MOST_PRINTED} characters`);
    });
    child.on('error', (error: NodeJS.ErrnoException) => end({ failure: `failed (${error.code ?? 'unknown reason'})` }));
    child.on('close', (status, signal) => end(status === 0 ? { text } : { failure: `failed (${status ?? signal})` }));
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Calls back on a signal to end. Without other listeners the signal then ends the process as usual. */
function onSignals(stop: () => void): () => void {
  const forget = (): void => {
    for (const signal of SIGNALS) process.off(signal, heard);
  };
  function heard(signal: NodeJS.Signals): void {
    stop();
    forget();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }
  for (const signal of SIGNALS) process.on(signal, heard);
  return forget;
}

function kill(child: ChildProcess, group: boolean): void {
  if (child.pid === undefined) return;
  try {
    process.kill(group ? -child.pid : child.pid, 'SIGTERM');
  } catch {
    // The command has already ended.
  }
}
