import type { Json } from '../../../core/index.ts';
import { isObject, stringifyJson } from '../../../wire/index.ts';
import { type Check, defineCheck } from '../../model/check.ts';
import type { Exchange } from '../../model/exchange.ts';
import { valueInPath } from '../../requests/substitute.ts';
import { idIn } from '../../responses/created-id.ts';
import { entity } from '../../responses/entity-diff.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const ROLES = new Set(['read', 'replace', 'patch']);

export const stateUnstableId: Check = defineCheck({
  id: 'state.unstable-id',
  tier: 1,
  severity: 'error',
  about: 'service',
  layer: 'value',
  needs: ['valid', 'success', 'content'],
  question: 'Does an item answer under the id that it shows?',
  guard:
    'Only valid requests on existing data, and items that show their id. Not judged if another property of the item is the value in the path, if the request gave the item the name that its new id is made of, or if the value in the path has another form than the shown id (a name where the item shows a number or a UUID).',
  judge(exchange) {
    const { purpose, operation, response } = exchange;
    if (operation === undefined || purpose.expect !== 'valid' || !purpose.proven || response.status > 299) return [];
    const { kind, resource, id: idOfPath } = exchange.model.roleOf(operation);
    if (resource?.id === undefined || resource.singleton || !ROLES.has(kind)) return [];
    const item = entity(exchange);
    const id = idIn(resource, item);
    // Below another item, `{id}` is the id of that one: `/servers/{id}/actions/{action_id}` beside `/actions/{id}`.
    const requested = requestedId(exchange, (idOfPath ?? resource.id).parameter);
    if (id === undefined || requested === undefined || isSameText(id, requested) || isAlias(item, requested)) return [];
    if (isRenamed(exchange, String(id))) return [];
    if (typeof id !== 'string' && !/^[-+\d.e]+$|^(true|false)$/i.test(requested)) return [];
    if (UUID.test(String(id)) && !UUID.test(requested)) return [];
    return [
      {
        messagePointer: `/body/${resource.id.property}`,
        expected: requested,
        actual: stringifyJson(id),
        message: `${operation.id} was asked for ${requested} and answers with ${stringifyJson(id)}.`,
      },
    ];
  },
});

function requestedId({ api, request }: Exchange, parameter: string): string | undefined {
  const match = api.match(request);
  if (match.kind !== 'found' || !Object.hasOwn(match.pathParams, parameter)) return undefined;
  return valueInPath(match.operation, parameter, match.pathParams[parameter] ?? '');
}

const isSameText = (value: Json, text: string): boolean => String(value).toLowerCase() === text.toLowerCase();

/** Whether the id is derived from words that the request sent. */
function isRenamed({ request: { body } }: Exchange, id: string): boolean {
  const sent = body.kind === 'parsed' && isObject(body.value) ? Object.values(body.value) : [];
  return sent.some((value) => {
    const words = typeof value === 'string' ? value.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2) : [];
    return words.length > 0 && words.every((word) => id.includes(word));
  });
}

/** Items may be found by another of their properties, such as a name. */
function isAlias(entity: Json | undefined, requested: string): boolean {
  return (
    typeof entity === 'object' &&
    entity !== null &&
    Object.values(entity).some((value) => typeof value !== 'object' && String(value) === requested)
  );
}
