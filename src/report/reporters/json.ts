import type { Json } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import { inertJson } from '../escape-text.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';

/** The events as NDJSON, one per line, as they happen. `merge` and other programs read it. */
export function createJsonReporter(options: ReporterOptions): Reporter {
  return {
    on(event) {
      // Other reporters may need exchange events; here the exchanges of findings are enough.
      if (event.type === 'exchange') return;
      // Events are plain data; their interfaces only lack the index signature of Json.
      options.write(`${inertJson(stringifyJson(event as unknown as Json))}\n`);
    },
    close() {},
  };
}
