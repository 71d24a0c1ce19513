import type { Json } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { inertJson } from '../escape-text.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';

/** The event stream as NDJSON, one event a line, as it happens: what `merge` and other programs read. */
export function createJsonReporter(options: ReporterOptions): Reporter {
  return {
    on(event) {
      // Other reporters may have asked for them; here the exchanges of findings are enough.
      if (event.type === 'exchange') return;
      // Events are plain data; their interfaces only lack the index signature that Json has.
      options.write(`${inertJson(stringifyJson(event as unknown as Json))}\n`);
    },
    close() {},
  };
}
