import type { ConsoleFiles } from './console-page.ts';
import type { ControlAccess } from './guard.ts';

export interface ServerOptions {
  /** Path before every control route. */
  readonly controlPrefix: string;
  readonly control: ControlAccess;
  readonly consoleFiles: ConsoleFiles;
  readonly cors: boolean;
  /** Whether documented callbacks are sent: never, to this machine only, or to any host. */
  readonly callbacks: 'off' | 'local' | 'all';
  /** Leaves `Standin-Origin`, `Standin-Violations` and `Standin-Preference-Ignored` out. */
  readonly quietHeaders: boolean;
  /** Bytes. */
  readonly bodyLimit: number;
  /** Milliseconds since the Unix epoch, for the journal. */
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
}
