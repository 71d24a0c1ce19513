import type picocolors from 'picocolors';
import type { RunEvent } from '../contract/index.ts';
import { visible } from '../look/index.ts';
import { clip } from './escape-text.ts';
import type { ReporterOptions } from './reporter.ts';

/** The last line of a terminal while a run goes on. */
export interface Progress {
  on(event: RunEvent): void;
  /** Takes the line back, so that something else can be written. */
  clear(): void;
}

/** Drawing oftener than this only costs time, in milliseconds. */
const INTERVAL = 80;

const BAR = 20;

/** A progress line where `width` says that the terminal can take it back; else nothing is ever drawn. */
export function createProgress(options: ReporterOptions, colors: ReturnType<typeof picocolors.createColors>): Progress {
  const { width, now, write } = options;
  let total = 0;
  let done = 0;
  let failed = 0;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;
  const draw = (what: string, columns: number): void => {
    const filled = total === 0 ? 0 : Math.min(BAR, Math.round((done / total) * BAR));
    const bar = '━'.repeat(filled);
    const counts = `${done}/${total}${failed > 0 ? ` · ${failed} failed` : ''}`;
    const room = columns - BAR - counts.length - 4;
    const text = room > 8 ? clip(visible(what), room) : '';
    write(
      `\r\u001b[2K${colors.green(bar)}${colors.dim('─'.repeat(BAR - filled))} ${failed > 0 ? colors.red(counts) : counts} ${colors.dim(text)}`,
    );
    shown = true;
  };
  return {
    on(event) {
      if (event.type === 'run-started') total = event.plan.cases;
      if (event.type !== 'case-finished') return;
      done++;
      // A run may find more to do than was planned, such as when it shrinks a failure.
      total = Math.max(total, done);
      if (event.result.verdict === 'failed' || event.result.verdict === 'errored') failed++;
      const at = now?.();
      if (width === undefined || (at !== undefined && at - drawnAt < INTERVAL)) return;
      drawnAt = at ?? drawnAt;
      draw(event.case.description, width);
    },
    clear() {
      if (shown) write('\r\u001b[2K');
      shown = false;
    },
  };
}
