import type { Role } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, type Schema } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';

/** A property whose name suggests a reference, although the document does not name the resource. */
export interface LooseReference {
  readonly pointer: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Such as `assigneeId`, `owner_id`, `parentUuid`. */
const NAMES = /[a-z0-9](Id|_id|-id|ID|Uuid|UUID|_uuid|Guid|_guid)$/;

/** Names whose values have a meaning for the sender only, so that any string is valid. */
const OF_THE_SENDER =
  /^(external|ext|client|device|tracking|correlation|request|session|transaction|message|foreign|legacy|source|trace|tax|vat|national|remote|third|original|custom|public|apple|google|facebook|my|partner|merchant|idempotency)/i;

/** Guard: only strings and numbers without listed values, examples, and formats other than those of ids. */
export function looseReferences(api: Api, operation: Operation, role: Role): readonly LooseReference[] {
  const schema = jsonBodyOf(operation)?.schema;
  if (schema === undefined || role.requestEntity !== '' || role.resource === undefined) return [];
  const own = role.resource.id?.property;
  const rule = api.deref(schema);
  if (typeof rule === 'boolean') return [];
  return Object.entries(rule.properties ?? {}).flatMap(([name, member]) => {
    const meant = NAMES.test(name) && name !== own && !OF_THE_SENDER.test(name) && isScalar(api.deref(member));
    const required = rule.required?.includes(name) === true;
    return meant ? [{ pointer: `/${escapeToken(name)}`, required, schema: member }] : [];
  });
}

function isScalar(schema: Schema): boolean {
  if (typeof schema === 'boolean' || schema.enum !== undefined || schema.const !== undefined) return false;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  return types.length === 1 && (types[0] === 'string' || types[0] === 'integer');
}
