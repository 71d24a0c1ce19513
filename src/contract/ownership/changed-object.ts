import type { ResourceModel } from '../../resources/index.ts';
import { type Api, endsInParameter, lastSegment, type Operation, typesOf } from '../../spec/index.ts';
import { isHarmlessCommand, LOGIN_WORDS } from './command-words.ts';
import { successSchemaOf } from './put-back-loss.ts';

/** Segments of the root of an API, which shows the whole service and is changed by no command below it. */
const ROOT = /^(api|rest|v?\d[\d.]*(alpha|beta)?\d*)$/i;

interface ChangedObjectDependencies {
  readonly api: Api;
  readonly model: ResourceModel;
  /** The GET of a path, whatever its parameters are called. */
  readonly getAt: (path: string) => Operation | undefined;
}

/**
 * The path of the one object that a command changes: `/cluster` for `POST /cluster/join`, if a GET reads it. Undefined
 * for commands that change nothing (`/settings/validate`), for logins, and for commands at the root of an API.
 */
export function objectChangedBy(
  { api, model, getAt }: ChangedObjectDependencies,
  operation: Operation,
): string | undefined {
  const { path } = operation;
  const cut = path.lastIndexOf('/');
  const above = path.slice(0, cut);
  const noun = lastSegment(above).toLowerCase();
  if (cut <= 0 || endsInParameter(path) || ROOT.test(noun) || LOGIN_WORDS.has(noun)) return undefined;
  if (isHarmlessCommand(operation)) return undefined;
  const get = getAt(above);
  if (get === undefined || model.roleOf(get).list !== undefined) return undefined;
  const schema = successSchemaOf(get);
  return schema !== true && typesOf(api, schema).includes('object') ? above : undefined;
}
