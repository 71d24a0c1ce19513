import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/index.ts';
import { wordsOf } from '../../spec/index.ts';
import type { MockContext } from '../model/context.ts';
import type { EntityPlace } from '../model/place.ts';

const HASH = /\b(md5|sha-?1|sha-?256)(?: hash| digest| sum)? of (.+)/i;

/**
 * The id of a new record whose description says that it is the hash of a property: `The MD5 hash of the lowercase version of the email address`.
 * `undefined` for other ids, and where the client does not send that property.
 */
export function hashedId(mock: MockContext, { resource }: EntityPlace, sent: JsonObject): string | undefined {
  const { id, schema } = resource;
  const property = id?.property === undefined ? undefined : mock.fieldsOf(schema).properties.get(id.property);
  const target = property === undefined ? undefined : mock.api.deref(property);
  const [, algorithm, what = ''] = HASH.exec(typeof target === 'object' ? (target.description ?? '') : '') ?? [];
  if (algorithm === undefined || id === undefined) return undefined;
  const phrase = wordsOf(what).join(' ');
  const [, value] =
    Object.entries(sent).find(([name, each]) => typeof each === 'string' && phrase.includes(wordsOf(name).join(' '))) ??
    [];
  if (typeof value !== 'string' || value === '') return undefined;
  const text = /\blower/i.test(what) ? value.toLowerCase() : value;
  const hash = createHash(algorithm.toLowerCase().replace('-', '')).update(text).digest('hex');
  return mock.validator.accepts(id.schema, hash, 'response') ? hash : undefined;
}
