import { valueAt } from '../../wire/index.ts';
import { type CaseContext, isSuccess, jsonOf } from '../model/case-context.ts';
import type { LedgerEntry } from '../model/events.ts';
import { PLAIN } from '../model/purpose.ts';
import { requestAt } from '../requests/locations.ts';
import { withRequiredParameters } from '../requests/required-parameters.ts';
import { idIn, pathParametersOf } from '../responses/created-id.ts';
import type { RunRecord } from '../result/run-record.ts';

/**
 * Whether a read still shows a record that its removal did not find (404). An answer without the id of the record
 * shows nothing.
 */
export async function isStillShown(
  { options: { api, model }, context: { index } }: RunRecord,
  caseContext: CaseContext,
  { resource: name, path }: LedgerEntry,
): Promise<boolean> {
  const resource = model.resource(name);
  const read = resource === undefined ? undefined : index.operation(resource, 'read');
  if (resource?.id === undefined || read === undefined || path === undefined) return false;
  const request = withRequiredParameters(caseContext, read, requestAt({ path }));
  const match = api.match(request);
  if (match.kind !== 'found' || match.operation !== read) return false;
  const answer = await caseContext.exchange(request, { operation: read, purpose: PLAIN, quiet: true });
  if (!isSuccess(answer) || answer.exchange.refuses) return false;
  const entity = valueAt(jsonOf(answer.exchange) ?? null, model.roleOf(read).responseEntity ?? '');
  const id = entity === undefined ? undefined : idIn(resource, entity);
  return id !== undefined && String(id) === String(pathParametersOf(api, request)[resource.id.parameter]);
}
