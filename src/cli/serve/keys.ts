/** One key that does something while a mock runs. */
export interface Key {
  readonly text: string;
  press(): void;
}

export interface KeyInput extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  setRawMode?(on: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
}

const CTRL_C = '\u0003';
const CTRL_Z = '\u001a';

/** Calls the key that is pressed, until the returned function is called. Ctrl-C and Ctrl-Z do what they do in any program. */
export function listenToKeys(input: KeyInput, keys: Readonly<Record<string, Key>>): () => void {
  const pressed = (data: Buffer | string): void => {
    for (const key of String(data)) {
      if (key === CTRL_C) process.kill(process.pid, 'SIGINT');
      else if (key === CTRL_Z) suspend();
      else if (Object.hasOwn(keys, key)) keys[key]?.press();
    }
  };
  const resumed = (): void => void input.setRawMode?.(true);
  function suspend(): void {
    input.setRawMode?.(false);
    process.once('SIGCONT', resumed);
    process.kill(process.pid, 'SIGTSTP');
  }
  input.setRawMode?.(true);
  input.on('data', pressed).resume();
  return () => {
    input.off('data', pressed).pause();
    input.setRawMode?.(false);
    process.off('SIGCONT', resumed);
  };
}
