import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createCaseContext } from './create-case-context.ts';
import { ofNoCase } from './outage-tools.ts';
import { plannedOperations } from './planned-operations.ts';
import { sendRead, simpleReads } from './simple-reads.ts';

/** At most this many operations are tried. */
const MOST_ASKED = 5;

/** A path without variables and without characters that a shell or a URL would read in another way. */
const PLAIN_PATH = /^(?:\/[\w.~-]+)+$/;

/**
 * Sends some reads before anything else. If each answer is 404, the document's server has a path that the
 * target lacks, and one of the reads is answered otherwise below that path, nothing can be judged. Returns
 * the reason and the URL to try.
 */
export async function missingBasePath(run: RunRecord): Promise<readonly string[] | undefined> {
  const paths = lackingPaths(run);
  if (paths.length === 0) return undefined;
  const caseContext = createCaseContext(run.context, ofNoCase('base-path', 'reach'), 0);
  const statusOf = async (operation: Operation, path: string): Promise<number | undefined> => {
    const below = (request: HttpRequest): HttpRequest => ({ ...request, path: `${path}${request.path}` });
    return (await sendRead(caseContext, operation, below))?.response.status;
  };
  const reads = simpleReads(run, plannedOperations(run)).slice(0, MOST_ASKED);
  for (const read of reads) if ((await statusOf(read, '')) !== 404) return undefined;
  for (const path of paths)
    for (const read of reads) {
      const status = await statusOf(read, path);
      if (status === undefined || status === 404) continue;
      const names = reads.map((each) => `${each.method} ${each.path}`).join(', ');
      const url = `${run.target.base}${path}`;
      return [
        `all answers are 404 (${names}). The document's server has the path ${path}; try ${url}`,
        `${read.method} ${url}${read.path} answers ${status}.`,
      ];
    }
  return undefined;
}

/** What the target's URL lacks of the paths of the document's servers. */
function lackingPaths({ target: { base }, options: { api } }: RunRecord): readonly string[] {
  if (!URL.canParse(base)) return [];
  const given = new URL(base).pathname.replace(/\/+$/, '');
  const paths = api.basePaths.filter((path) => PLAIN_PATH.test(path));
  if (paths.some((path) => given.endsWith(path))) return [];
  return [...new Set(paths.map((path) => (path.startsWith(`${given}/`) ? path.slice(given.length) : path)))];
}
