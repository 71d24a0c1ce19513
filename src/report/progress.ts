import type picocolors from 'picocolors';
import type { RunEvent } from '../contract/index.ts';
import { visible } from '../look/index.ts';
import { clip } from './escape-text.ts';
import type { ReporterOptions } from './reporter.ts';
import { duration, plural } from './words.ts';

/** The last line of a terminal while a run goes on. */
export interface Progress {
  on(event: RunEvent): void;
  /** Removes the line, so that other output can be written. */
  clear(): void;
}

/** Minimum milliseconds between two drawings. */
const INTERVAL = 80;

/** The rate is that of the last milliseconds of this length. */
const WINDOW = 5_000;

const BAR = 20;

/** A progress line, if `width` is set. Otherwise nothing is drawn. */
export function createProgress(options: ReporterOptions, colors: ReturnType<typeof picocolors.createColors>): Progress {
  const { width, now = () => 0, write } = options;
  const found = new Set<string>();
  const pace = createPace();
  let total = 0;
  let done = 0;
  let phase = '';
  let end: number | undefined;
  let drawnAt = Number.NEGATIVE_INFINITY;
  let shown = false;

  function facts(at: number): readonly string[] {
    const rate = pace.rate(at);
    const left = rate > 0 ? ((total - done) / rate) * 1_000 : undefined;
    const most = end === undefined ? left : Math.min(left ?? Number.POSITIVE_INFINITY, Math.max(0, end - at));
    return [
      `${done}/${total}`,
      ...(found.size === 0 ? [] : [plural(found.size, 'finding')]),
      ...(rate > 0 ? [`${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`] : []),
      ...(most === undefined ? [] : [`${secondsText(most)} left`]),
    ];
  }

  function draw(at: number, columns: number): void {
    const filled = total === 0 ? 0 : Math.min(BAR, Math.round((done / total) * BAR));
    const bar = '━'.repeat(filled);
    const text = clip(visible([phase, ...facts(at)].filter(Boolean).join(' · ')), Math.max(1, columns - BAR - 2));
    const coloured = found.size > 0 ? colors.red(text) : text;
    write(`\r\u001b[2K${colors.green(bar)}${colors.dim('─'.repeat(BAR - filled))} ${coloured}`);
    shown = true;
  }

  return {
    on(event) {
      if (width === undefined) return;
      if (event.type === 'run-started') {
        total = event.plan.cases;
        const { timeLimit } = event.settings;
        end = timeLimit === undefined ? undefined : now() + timeLimit;
      } else if (event.type === 'phase-started') phase = event.phase;
      else if (event.type === 'finding' && event.finding.severity !== 'info') found.add(event.finding.fingerprint);
      else if (event.type === 'case-finished') {
        done += 1;
        // A run may have more cases than planned, for instance when it shrinks a failure.
        total = Math.max(total, done);
        const at = now();
        pace.tick(at);
        if (options.now !== undefined && at - drawnAt < INTERVAL) return;
        drawnAt = at;
        draw(at, width);
      }
    },
    clear() {
      if (shown) write('\r\u001b[2K');
      shown = false;
    },
  };
}

/** Estimated time in whole seconds. */
function secondsText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : duration(seconds * 1_000);
}

interface Pace {
  tick(at: number): void;
  /** Recent cases per second; 0 if not known yet. */
  rate(at: number): number;
}

/** Counts the cases of the last seconds, by second. */
function createPace(): Pace {
  let begun: number | undefined;
  let counts: { readonly at: number; cases: number }[] = [];
  return {
    tick(at) {
      begun ??= at;
      const second = Math.floor(at / 1_000);
      const last = counts.at(-1);
      if (last?.at === second) last.cases += 1;
      else counts.push({ at: second, cases: 1 });
      counts = counts.filter((each) => each.at > second - WINDOW / 1_000);
    },
    rate(at) {
      const first = counts[0];
      if (begun === undefined || first === undefined) return 0;
      const span = at - Math.max(begun, first.at * 1_000);
      return span < 500 ? 0 : (counts.reduce((sum, { cases }) => sum + cases, 0) / span) * 1_000;
    },
  };
}
