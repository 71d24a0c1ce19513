import type { Json } from '../../core/index.ts';
import { stringifyJson } from '../../wire/index.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';

/** The event stream as NDJSON, one event a line, as it happens: what `merge` and other programs read. */
export function createJsonReporter(options: ReporterOptions): Reporter {
  return {
    on(event) {
      // Events are plain data; their interfaces only lack the index signature that Json has.
      options.write(`${inert(stringifyJson(event as unknown as Json))}\n`);
    },
    close() {},
  };
}

/** JSON leaves DEL, C1 and marks of direction as they are; a terminal that shows the line would obey them. */
function inert(text: string): string {
  return text.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
