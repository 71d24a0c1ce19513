import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { isVersion } from '../facts/versions.ts';
import type { MockContext } from '../model/context.ts';

const COUNT = /(?:^|[a-z_-])counts?$|^(?:number_?of|num_)[a-z_]/i;
/** When something was done that has not been done to what is new. */
const DONE =
  /^(?:deleted|removed|trashed|archived|cancel{1,2}ed|closed|completed|finished|ended|revoked|resolved|approved|rejected|published|paid|sent|read|seen|locked|suspended|disabled|dismissed)_?(?:at|on|date|time)$/i;

/**
 * What a field of the server's says of a thing that has just been made: it has been counted for nothing, is the first version, and nothing has been done to it
 * (`null`). `undefined` where that is nothing that the field could say.
 */
export function beginningOf(parts: MockContext, name: string, property: Schema): Json | undefined {
  const value = COUNT.test(name) ? 0 : isVersion(name) ? 1 : DONE.test(name) ? null : undefined;
  return value !== undefined && parts.validator.accepts(property, value, 'response') ? value : undefined;
}
