import type { RecordedBody, RecordedExchange, Step } from '../contract/index.ts';
import { clip } from './escape-text.ts';
import { bodyText, plural } from './words.ts';

type Fields = RecordedExchange['request']['headers'];

/** Fields that differ between operations for no special reason, or that a client writes by itself. */
const ORDINARY = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'transfer-encoding',
  'user-agent',
]);

const MOST_VALUE = 100;

/**
 * For each step, the header fields of its request that it may depend on, such as
 * `Content-Type: application/json; charset=utf-8`: those that differ between requests of one method and path,
 * that only some requests have, and a media type with parameters.
 */
export function tellingFields(steps: readonly Step[]): readonly (readonly string[])[] {
  const requests = steps.map(({ exchange: { request } }) => request);
  const kindOf = ({ method, url }: RecordedExchange['request']): string => `${method} ${url.replace(/[?#].*$/s, '')}`;
  return requests.map((request) => {
    const alike = requests.filter((each) => kindOf(each) === kindOf(request));
    return request.headers
      .filter(([name, value]) => {
        const differs = alike.some(({ headers }) => fieldValue(headers, name) !== value);
        const isForm = /^content-type$/i.test(name) && /;/.test(value) && !/^multipart\//i.test(value);
        const isRare =
          value !== '' && !ORDINARY.has(name.toLowerCase()) && requests.some(({ headers }) => !has(headers, name));
        return differs || isForm || isRare;
      })
      .map(([name, value]) => `${canonical(name)}: ${clip(value, MOST_VALUE)}`);
  });
}

function fieldValue(fields: Fields, name: string): string | undefined {
  return fields.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

const has = (fields: Fields, name: string): boolean => fieldValue(fields, name) !== undefined;

/** `content-type` as `Content-Type`; other forms stay. */
function canonical(name: string): string {
  return name === name.toLowerCase() ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name;
}

/** Such as ` [Content-Type: application/json; charset=utf-8]`; empty without fields. */
export function fieldsText(fields: readonly string[] = []): string {
  return fields.length === 0 ? '' : ` [${fields.join(', ')}]`;
}

const MOST_BODY = 160;
/** How much of a long body is shown before the member that the finding is about. */
const BEFORE_MEMBER = 60;

/** The beginning of a body, and the member at `place` where that is further behind. */
export function bodyStart(body: RecordedBody, place = ''): string {
  const text = bodyText({ ...body, truncated: false });
  const member = place.split('/').findLast((token) => token !== '' && !/^(?:\d+|\*)$/.test(token)) ?? '';
  const at = place.startsWith('/body/') ? text.indexOf(`${JSON.stringify(member)}:`) : -1;
  if (at + member.length < MOST_BODY - VALUE) return clip(text, MOST_BODY);
  return `${text.slice(0, BEFORE_MEMBER)}… ${clip(text.slice(at), MOST_BODY - BEFORE_MEMBER)}`;
}

/** The place that the value of a member needs. */
const VALUE = 40;

/** Such as `… 3 more requests like the next one …`. */
export function leftOutText(count: number): string {
  return `… ${plural(count, 'more request')} like the next one …`;
}
