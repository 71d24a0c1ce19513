import type { Reporter, ReporterOptions } from '../reporter.ts';
import { createGithubReporter } from './github.ts';
import { createHarReporter } from './har.ts';
import { createHtmlReporter } from './html.ts';
import { createJsonReporter } from './json.ts';
import { createJunitReporter } from './junit.ts';
import { createMarkdownReporter } from './markdown.ts';
import { createSarifReporter } from './sarif.ts';
import { createTerminalReporter } from './terminal.ts';

export type ReporterKind = 'terminal' | 'json' | 'junit' | 'sarif' | 'github' | 'html' | 'markdown' | 'har';

/** Every kind of report, by the name that `--report kind=path` gives it. */
const REPORTERS: Readonly<Record<ReporterKind, (options: ReporterOptions) => Reporter>> = {
  terminal: createTerminalReporter,
  json: createJsonReporter,
  junit: createJunitReporter,
  sarif: createSarifReporter,
  github: createGithubReporter,
  html: createHtmlReporter,
  markdown: createMarkdownReporter,
  har: createHarReporter,
};

/** The kinds, in the order in which help lists them. */
export const REPORTER_KINDS: readonly ReporterKind[] = Object.keys(REPORTERS) as ReporterKind[]; // exactly the keys of the table above

/** Makes a reporter of a kind. Its only output is `options.write`. */
export function createReporter(kind: ReporterKind, options: ReporterOptions): Reporter {
  return REPORTERS[kind](options);
}
