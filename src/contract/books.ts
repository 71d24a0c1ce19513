import type { Operation } from '../spec/index.ts';
import { fieldValue } from '../wire/index.ts';
import type { Seen } from './check.ts';
import { createdId } from './created.ts';
import { alternative } from './credentials.ts';
import { NO_DELETE } from './ledger.ts';
import { exchangeOf, type FlowHistory } from './repeat/history.ts';
import { isSeeOther } from './stage.ts';
import type { StageParts } from './stage-parts.ts';
import { fillPath } from './substitute.ts';

/** Whether the credential that an operation asks for has been taken before. */
export function hasCredential(parts: StageParts, operation: Operation): boolean {
  const key = credentialKey(parts, operation);
  return key !== '' && parts.taken.has(key);
}

/** Names of the schemes that we satisfied; nobody's where there is none. */
function credentialKey({ credentialKeys, credentials }: StageParts, operation: Operation): string {
  const known = credentialKeys.get(operation);
  if (known !== undefined) return known;
  const key = alternative(operation, credentials)
    .map(({ name }) => name)
    .join(' + ');
  credentialKeys.set(operation, key);
  return key;
}

/** Asked by everybody who keeps a book of what there is. */
export function createdBy(parts: StageParts, seen: Seen): ReturnType<typeof createdId> {
  if (!parts.made.has(seen)) parts.made.set(seen, workOut(parts, seen));
  return parts.made.get(seen);
}

function workOut(parts: StageParts, seen: Seen): ReturnType<typeof createdId> {
  const resource = seen.operation === undefined ? undefined : parts.model.roleOf(seen.operation).resource;
  if (seen.operation === undefined || resource === undefined) return undefined;
  return createdId(parts.index, resource, seen.operation, seen.request, seen);
}

/** Notes what was created and what is gone, whoever asked for it. */
export function keepBooks(parts: StageParts, seen: Seen, history: FlowHistory): void {
  const { operation, request, response } = seen;
  if (operation === undefined || !((response.status >= 200 && response.status < 300) || isSeeOther(seen))) return;
  parts.worked.add(operation.id);
  if (fieldValue(response.headers, 'etag') !== undefined) parts.tagged.add(operation.id);
  if (seen.purpose.story.kind !== 'credential') parts.taken.add(credentialKey(parts, operation));
  const role = parts.model.roleOf(operation);
  if (role.kind === 'delete') {
    parts.creations.gone(request.path, history);
    if (!parts.ledger.gone(request.path)) parts.fixtures.forget();
  }
  const isMade = role.kind === 'create' || (response.status === 201 && parts.index.isPlacing(operation));
  if (!isMade || role.resource === undefined) return;
  const made = createdBy(parts, seen);
  const exchange = exchangeOf(history, seen.timing);
  if (made !== undefined && exchange !== undefined) parts.creations.created(exchange, role.resource, made);
  const remove = parts.index.operation(role.resource, 'delete');
  const path = made === undefined || remove === undefined ? undefined : fillPath(remove, made.path);
  parts.ledger.created({
    operation: operation.id,
    resource: role.resource.name,
    createdAt: seen.timing.startedAt,
    ...(path === undefined || path.includes('{')
      ? { reason: remove === undefined ? NO_DELETE : 'no answer says which one it is' }
      : { path }),
  });
}
