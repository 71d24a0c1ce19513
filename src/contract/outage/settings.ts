import type { JsonObject } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { type PutBackTools, restoreIfChanged, restoringRequest } from './put-back.ts';
import type { Undo } from './undo.ts';

/** Keeps what reads without an item showed before the run's first write at their paths. */
export interface Settings {
  shows(read: Operation, bytes: Uint8Array): void;
  wrote(write: Operation): void;
  /**
   * The write that restores what was shown; undefined if nothing was shown, or the write accepts none of
   * it.
   */
  before(write: Operation): Undo | undefined;
  /** Restores what is shown changed. Returns what was put back, and what could not be. */
  restore(): Promise<readonly string[]>;
}

/** At most this many bytes of an answer are kept. */
const MOST_SHOWN = 65_536;

export function createSettings(api: Api, tools: PutBackTools): Settings {
  const answers = new Map<string, { readonly read: Operation; readonly value: JsonObject }>();
  const writes = new Map<string, Operation>();

  function before(operation: Operation): Undo | undefined {
    const known = answers.get(operation.path);
    const request = known === undefined ? undefined : restoringRequest(api, operation, known.value);
    return request === undefined ? undefined : { operation, request };
  }

  return {
    shows(read, bytes) {
      if (answers.has(read.path) || writes.has(read.path) || bytes.length > MOST_SHOWN) return;
      const value = parseSettings(bytes);
      if (value !== undefined) answers.set(read.path, { read, value });
    },
    wrote(write) {
      const known = writes.get(write.path);
      if (known === undefined || before(known) === undefined) writes.set(write.path, write);
    },
    before,
    async restore() {
      const reasons: string[] = [];
      for (const [path, write] of writes) {
        const known = answers.get(path);
        const undo = before(write);
        const why = known && undo ? await restoreIfChanged(tools, known.read, undo) : undefined;
        if (why !== undefined) reasons.push(why);
      }
      return reasons;
    },
  };
}

function parseSettings(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
