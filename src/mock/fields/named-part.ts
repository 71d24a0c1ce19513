import type { Json } from '../../core/index.ts';
import type { Schema } from '../../spec/index.ts';
import { withoutSeparators } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';

/** Names of the property by which a text or number stands for a whole object, in order of preference. */
const NAMES = [
  'id',
  'uuid',
  'ref',
  'sha',
  'key',
  'slug',
  'login',
  'username',
  'code',
  'number',
  'name',
  'title',
  'label',
  'email',
  'address',
  'url',
  'value',
  'text',
];
const MAIL = /^[^\s@]+@[^\s@]+$/;
const MAILS = /^(?:e_?mail|mail)(?:_?address)?$|^address$/i;
const PHONE = /^\+?\d[\d ()-]{5,}$/;
const PHONES = /phone|^(?:number|mobile|msisdn|address)$/i;

/** An object, and a value that was sent in its place. */
interface StandIn {
  readonly properties: ReadonlyMap<string, Schema>;
  /** The schema of the value in the request. */
  readonly requested: Schema | undefined;
  readonly value: Json;
  /** Names that are tried before all others. */
  readonly first: readonly string[];
}

/**
 * The properties of an object that a value sent in its place may be, the likeliest first: of the same format as in the
 * request, made for what looks like a mail address or a phone number, called like an id or a name.
 */
export function likelyNames(mock: MockContext, { properties, requested, value, first }: StandIn): readonly string[] {
  const format = formatOf(mock, requested);
  const names = [...properties.keys()];
  const alike = format === undefined ? [] : names.filter((name) => formatOf(mock, properties.get(name)) === format);
  const meant = names.filter((name) => looksLike(value, withoutSeparators(name)));
  return [...first, ...(alike.length === 1 ? alike : []), ...meant, ...NAMES];
}

function looksLike(value: Json, name: string): boolean {
  if (typeof value !== 'string') return false;
  if (MAIL.test(value)) return MAILS.test(name);
  return PHONE.test(value) && PHONES.test(name);
}

function formatOf({ api }: MockContext, schema: Schema | undefined): string | undefined {
  const target = schema === undefined ? true : api.deref(schema);
  return typeof target === 'object' ? target.format : undefined;
}
