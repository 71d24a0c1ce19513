import { labelOf } from '../model/change.ts';
import type { ChangeFinding, WitnessRequest } from '../model/finding.ts';
import type { ComparisonContext } from './context.ts';
import { sentRequest } from './curl.ts';
import { drawMessage, violationsOf } from './message-proof.ts';
import type { OperationPairs } from './pair-operations.ts';

/**
 * Requests that both documents accept, by finding. A service that refuses the request of a finding and takes
 * such a request refuses it for the change, not for what all requests to the operation lack.
 */
export function createControls(
  { pairs }: OperationPairs,
  { base, revision }: ComparisonContext,
): (finding: ChangeFinding) => WitnessRequest | undefined {
  return ({ operation, witness }) => {
    const pair = pairs.find((each) => each.kind === 'operation' && labelOf(each.revision) === operation);
    if (pair === undefined) return undefined;
    const mediaType = witness?.request?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    const request = drawMessage({ accepts: revision, acceptor: pair.revision }, {}, mediaType);
    if (request === undefined || violationsOf(base, pair.base, request)?.length !== 0) return undefined;
    return sentRequest(request).request;
  };
}
