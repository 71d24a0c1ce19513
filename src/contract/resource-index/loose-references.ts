import type { Role } from '../../resources/index.ts';
import { type Api, jsonBodyOf, type Operation, type Schema } from '../../spec/index.ts';
import { escapeToken } from '../../wire/index.ts';

/** A property that is called as if it named a record, of which the document does not say where it is. */
export interface LooseReference {
  readonly pointer: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** `assigneeId`, `owner_id`, `parentUuid`. */
const NAMES = /[a-z0-9](Id|_id|-id|ID|Uuid|UUID|_uuid|Guid|_guid)$/;

/** What only the sender knows what it means: any text is right. */
const OF_THE_SENDER =
  /^(external|ext|client|device|tracking|correlation|request|session|transaction|message|foreign|legacy|source|trace|tax|vat|national|remote|third|original|custom|public|apple|google|facebook|my|partner|merchant|idempotency)/i;

/** Guard: only texts and numbers that no list of values, no example and no format other than that of ids makes plain. */
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
