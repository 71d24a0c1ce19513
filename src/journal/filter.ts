import type { Entry, EntryFilter } from './journal.ts';

/** Above this a `since` is an instant in milliseconds (1973 and later), below it a sequence number. */
const FIRST_INSTANT = 1e11;

export function passes(entry: Entry, filter: EntryFilter): boolean {
  const { operation, method, path, status, world, since, sequence } = filter;
  if (sequence !== undefined && entry.sequence !== sequence) return false;
  if (operation !== undefined && entry.operation?.id !== operation) return false;
  if (method !== undefined && entry.request.method !== method.toUpperCase()) return false;
  if (path !== undefined && !isPath(entry, path)) return false;
  if (status !== undefined && !isStatus(entry.response.status, status)) return false;
  if (world !== undefined && entry.world !== world) return false;
  return since === undefined || (since < FIRST_INSTANT ? entry.sequence : entry.at) > since;
}

/** The exact path of the request, or the template of its operation. */
export const isPath = ({ request, operation }: Pick<Entry, 'request' | 'operation'>, path: string): boolean =>
  request.path === path || operation?.path === path;

/** `404` or `4XX`. */
export function isStatus(status: number, wanted: string): boolean {
  return /^[1-5]XX$/i.test(wanted) ? String(status)[0] === wanted[0] : String(status) === wanted;
}
