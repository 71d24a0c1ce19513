import type { Json } from '../../core/index.ts';
import {
  type Api,
  isReadOnly,
  isWriteOnly,
  jsonBodyOf,
  type Operation,
  propertiesOf,
  type Schema,
} from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';

/** Settings as they were read, with the operations that read and write them. */
export interface ReadSettings {
  readonly get: Operation;
  readonly writer: Operation;
  readonly before: Json;
}

/** Why writing the read values back would not restore everything; `undefined` if it would. */
export function lostByPuttingBack(api: Api, { get, writer, before }: ReadSettings): string | undefined {
  const requestSchema = jsonBodyOf(writer)?.schema;
  if (requestSchema === undefined) return `${writer.id} has no documented body`;
  const responseSchema = successSchemaOf(get);
  if (namesNothing(api, requestSchema) && !namesNothing(api, responseSchema))
    return `${writer.id} does not say what its body holds`;
  const unset = unsetId(before);
  if (unset !== undefined) return `its ${unset} is null, so that it does not exist yet`;
  const hidden = hiddenIn(api, { requestSchema, responseSchema, value: before });
  if (hidden !== undefined) return `its ${hidden} is not shown`;
  if (isMasked(before)) return 'what it shows is masked';
  return undefined;
}

const namesNothing = (api: Api, schema: Schema): boolean => Object.keys(propertiesOf(api, schema)).length === 0;

/** The name of an id that is null, at the root or in an envelope. The first write would create what no operation removes. */
function unsetId(shown: Json): string | undefined {
  if (!isObject(shown)) return undefined;
  const members = Object.entries(shown);
  const [[, only] = [], ...others] = members;
  if (only !== undefined && others.length === 0 && isObject(only)) return unsetId(only);
  return members.find(([name, value]) => value === null && /^_?(id|uuid|guid)$/i.test(name))?.[0];
}

/** The schema of the first success that has one; `true` without one. */
export function successSchemaOf({ responses }: Operation): Schema {
  const contents = responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return contents.find(({ schema }) => schema !== undefined)?.schema ?? true;
}

/** Maximum depth to which settings are compared. */
const DEEPEST = 5;

/** The request schema, the response schema, and the value that was shown. */
interface ComparedSchemas {
  readonly requestSchema: Schema;
  readonly responseSchema: Schema;
  readonly value: Json | undefined;
}

/** The name of a property that a request may set and no answer shows. */
function hiddenIn(
  api: Api,
  { requestSchema, responseSchema, value: read }: ComparedSchemas,
  depth = 0,
): string | undefined {
  if (depth > DEEPEST) return undefined;
  const known = propertiesOf(api, responseSchema);
  for (const [name, { schema }] of Object.entries(propertiesOf(api, requestSchema))) {
    if (isReadOnly(api, schema)) continue;
    const value = isObject(read) && Object.hasOwn(read, name) ? read[name] : undefined;
    if (isSecret(api, schema) || (known[name] === undefined && value === undefined)) return name;
    const inside = hiddenIn(
      api,
      { requestSchema: schema, responseSchema: known[name]?.schema ?? true, value: value },
      depth + 1,
    );
    if (inside !== undefined) return inside;
  }
  return undefined;
}

function isSecret(api: Api, schema: Schema): boolean {
  const rule = api.deref(schema);
  return isWriteOnly(api, schema) || (typeof rule === 'object' && rule.format === 'password');
}

/**
 * Whether asterisks, dots or a placeholder stand for a secret. Written back, they would become the secret.
 */
function isMasked(value: Json): boolean {
  if (isArray(value)) return value.some(isMasked);
  if (isObject(value)) return Object.values(value).some(isMasked);
  return typeof value === 'string' && MASK.test(value);
}

const MASK = /^(?:[*•●]{3,}.*|x{4,}|.*\*{4,}.*|[[<]?(?:redacted|hidden|masked|encrypted)[\]>]?)$/i;
