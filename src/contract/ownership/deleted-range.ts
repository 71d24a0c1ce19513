import type { HttpRequest, Json } from '../../core/index.ts';
import { isRangeEnd } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { isArray, isObject } from '../../wire/index.ts';
import { lastWords } from './command-words.ts';

const DELETING = /delete|remove|destroy|drop|purge/i;

/**
 * Whether a request deletes all records from one id up to another: `POST /kv/deleterange` with `{ key, range_end }`,
 * alone or as a step of a transaction. Such a range may hold records of others.
 */
export function deletesRange(operation: Operation, { body, method }: Pick<HttpRequest, 'body' | 'method'>): boolean {
  if (body.kind !== 'parsed') return false;
  return namesRange(body.value, method === 'DELETE' || DELETING.test(lastWords(operation.path).join(' ')));
}

function namesRange(value: Json, isDeleted: boolean): boolean {
  if (isArray(value)) return value.some((item) => namesRange(item, isDeleted));
  if (!isObject(value)) return false;
  const members = Object.entries(value);
  const isRange = isDeleted && members.length > 1 && members.some(([name, end]) => isRangeEnd(name) && isEnd(end));
  return isRange || members.some(([name, member]) => namesRange(member, isDeleted || DELETING.test(name)));
}

const isEnd = (value: Json): boolean => typeof value === 'string' && value !== '';
