import type { JsonObject } from '../../core/index.ts';
import { FAULTS, type Mock, type Override } from '../../mock/index.ts';
import { suggestion } from '../../spec/index.ts';
import { isToken } from '../../wire/index.ts';
import { SET_BY_SERVER } from '../exchange/connection-fields.ts';

type Read = { readonly override: Omit<Override, 'id' | 'draws'> } | { readonly fault: string };

const RULES: Readonly<Record<string, (value: unknown, api: Mock['api']) => string | undefined>> = {
  operation: (value, api) =>
    typeof value === 'string' && api.operation(value) !== undefined
      ? undefined
      : `must be the id of a documented operation, not ${valueText(value)}. ${suggestion(
          String(value),
          api.operations.map(({ id }) => id),
        )}`,
  match: (value) =>
    isRecord(value) &&
    Object.keys(value).every((name) => ['query', 'headers', 'path', 'body'].includes(name)) &&
    ['query', 'headers', 'path'].every((name) => value[name] === undefined || isTextRecord(value[name]))
      ? undefined
      : 'takes `query`, `headers`, `path` (objects of text) and `body`',
  enabled: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  times: (value) =>
    Number.isInteger(value) && (value as number) >= 1 ? undefined : 'must be a whole number of 1 or more',
  share: (value) =>
    typeof value === 'number' && value > 0 && value < 1 ? undefined : 'must be a number above 0 and below 1',
  status: (value) =>
    Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599
      ? undefined
      : 'must be a status from 200 to 599',
  body: () => undefined,
  headers: (value) => (isTextRecord(value) ? unsent(Object.keys(value)) : 'must be an object whose values are strings'),
  delay: (value) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 60_000
      ? undefined
      : 'must be milliseconds from 0 to 60000',
  fault: (value) => (FAULTS.some((each) => each === value) ? undefined : `must be one of ${FAULTS.join(', ')}`),
};

/** Properties that say when an override applies, not what it changes. */
const CONDITIONS = ['operation', 'match', 'enabled', 'times', 'share'];

/** Why an override cannot be changed so; `undefined` where it can. `null` takes a property away. */
export function changeFault(body: JsonObject, api: Mock['api']): string | undefined {
  for (const [name, value] of Object.entries(body)) {
    if (name === 'position') {
      if (!Number.isInteger(value) || (value as number) < 0) return '`position` must be a whole number from 0.';
      continue;
    }
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined)
      return `\`${name}\` is not a property of an override; use one of ${[...Object.keys(RULES), 'position'].join(', ')}.`;
    const fault = value === null && name !== 'body' ? undefined : rule(value, api);
    if (fault !== undefined) return `\`${name}\` ${fault}.`;
  }
  return undefined;
}

/** Reads an override that a control request or a test in this process asks for; a misspelt or impossible one is an error, and never ignored. */
export function overrideFrom(body: object, api: Mock['api']): Read {
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
    if (rule === undefined)
      return { fault: `\`${name}\` is not a property of an override. ${suggestion(name, Object.keys(RULES))}` };
    const fault = rule(value, api);
    if (fault !== undefined) return { fault: `\`${name}\` ${/[.?]$/.test(fault) ? fault : `${fault}.`}` };
  }
  if (Object.keys(body).every((name) => CONDITIONS.includes(name)))
    return { fault: 'An override has to change something: `status`, `body`, `headers`, `delay` or `fault`.' };
  // Every property has passed its rule.
  return { override: body as unknown as Omit<Override, 'id' | 'draws'> };
}

const COUNTED = ['content-length', 'transfer-encoding'];

/** Why a field would not be sent as it is said, of the first such. */
function unsent(names: readonly string[]): string | undefined {
  for (const name of names) {
    if (!isToken(name)) return `names \`${name}\`, and no field can be called so`;
    if (COUNTED.includes(name.toLowerCase()))
      return `names \`${name}\`, which is derived from the body; \`fault\` sends what is not HTTP`;
    if (SET_BY_SERVER.has(name.toLowerCase()))
      return `names \`${name}\`, which the server sets for each connection and answer`;
  }
  return undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextRecord(value: unknown): value is Record<string, string> {
  return isRecord(value) && Object.values(value).every((each) => typeof each === 'string');
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? `\`${value.slice(0, 60)}\`` : `a ${typeof value}`;
}
