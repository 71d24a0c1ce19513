import { mediaTypeMatches, parseMediaType } from '../../wire/index.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Notes on what all answers of a run have in common, if it suggests that they do not come from the API: a
 * wrong path, a login page, an HTML page. The server path of a document is not appended to the target; the
 * note names it if it may be the cause.
 */
export function alikeNotes({
  plan,
  coverage,
  options: { api },
}: Pick<RunRecord, 'plan' | 'coverage' | 'options'>): readonly string[] {
  const seen = plan.operations.flatMap(({ id }) => coverage.of(id) ?? []);
  const statuses = [...new Set(seen.flatMap((each) => [...each.statuses.keys()]))];
  if (statuses.length === 0) return [];
  if (statuses.every((status) => status === 404)) return [`every answer was 404${basePathHint(api.basePaths)}`];
  const documented = plan.operations.flatMap(({ responses }) => responses);
  const redirects = statuses.every((status) => status >= 300 && status < 400);
  if (redirects && !documented.some(({ status }) => status.startsWith('3')))
    return [
      `every answer was a redirect (${statuses.join(', ')}): does the target ask to sign in (--bearer, --header, --auth-cmd), or has the API moved (--follow)?`,
    ];
  const forms = seen.flatMap((each) => [...each.forms]).map((mediaType) => parseMediaType(mediaType)?.essence);
  const [form, ...others] = new Set(forms);
  const offers = documented.flatMap(({ content }) => content.map(({ mediaType }) => mediaType));
  const isPage = form === 'text/html' && others.length === 0;
  return isPage && !offers.some((offer) => mediaTypeMatches(offer, form))
    ? ['every answer was an HTML page, and none is documented: does the target show a site, or a page to sign in?']
    : [];
}

function basePathHint(basePaths: readonly string[]): string {
  const path = basePaths.find((each) => each !== '');
  return path === undefined
    ? ': does the API begin at another path of the target?'
    : `, and the document's server has the path ${path}: is it missing in the target?`;
}
