import type { HttpRequest } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { fieldValue } from '../../../../wire/index.ts';
import { replaceHeaders } from '../../../credentials/credentials.ts';
import { idempotencyKeyField } from '../../../judge/conditional-headers.ts';
import { type CaseContext, type ExchangeResult, isSuccess, tookEffect } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest } from '../../../requests/draw-request.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import {
  acceptedPurpose,
  drawWholeWrite,
  entityInAnswer,
  readPurpose,
  sound,
  subject,
  type WriteSubject,
  type Writes,
} from './writes.ts';

type TaggedSubject = WriteSubject & { readonly tag: string };

/** An item that has an entity tag. Skipped if reads succeeded in this run and no answer had a tag. */
async function taggedItem(caseContext: CaseContext, writes: Writes): Promise<TaggedSubject | StepEnd> {
  const untagged = skipped('the service sends no entity tags');
  if (caseContext.hasWorked(writes.read) && !caseContext.hasTagged(writes.read)) return untagged;
  const item = await subject(caseContext, writes, 'spare');
  if (typeof item === 'string') return inconclusive(item);
  const { tag } = item;
  return tag === undefined ? untagged : { ...item, tag };
}

/** An entity tag that no service issues. */
const NOBODYS = '"standin-outdated"';

/**
 * If-None-Match with the present tag (RFC 9110 §13.1.2), and a tag that must differ after each kind of
 * change.
 */
export function presentTagAct(writes: Writes, changing: readonly Operation[]): Act {
  return async (caseContext) => {
    const item = await taggedItem(caseContext, writes);
    if ('kind' in item) return item;
    const readIfNoneMatch = (tag: string, foreign: boolean): Promise<ExchangeResult> => {
      const story: Stimulus = { kind: 'condition', header: 'If-None-Match', etag: tag, write: false, foreign };
      const request: HttpRequest = { ...item.read, headers: [...item.read.headers, ['If-None-Match', tag]] };
      return caseContext.exchange(request, {
        operation: writes.read,
        purpose: { ...readPurpose(story), expect: 'any' },
      });
    };
    const other = await readIfNoneMatch(NOBODYS, true);
    if (other.failed) return other.end;
    const again = await readIfNoneMatch(item.tag, false);
    if (again.failed) return again.end;
    let now: Pick<TaggedSubject, 'tag' | 'entity'> | undefined = item;
    let last = again;
    for (const write of changing) {
      if (now === undefined) break;
      const read = await afterWrite(caseContext, writes, { ...item, ...now }, write);
      if (read === undefined) continue;
      if (read.failed) return read.end;
      const tag = read.kind === 'answered' ? fieldValue(read.exchange.response.headers, 'etag') : undefined;
      const entity = entityInAnswer(caseContext, writes.read, read);
      now = tag === undefined || entity === undefined ? undefined : { tag, entity };
      last = read;
    }
    return sound(caseContext, writes, item, last);
  };
}

/**
 * Writes to an item with If-Match and its present tag, and reads it; undefined if the write was not
 * accepted.
 */
async function afterWrite(
  caseContext: CaseContext,
  writes: Writes,
  item: TaggedSubject,
  write: Operation,
): Promise<ExchangeResult | undefined> {
  const path = renameParameters(item.path, writes.read.path, write.path);
  const drawn = await drawWholeWrite(caseContext, write, `tagged/${write.id}`, path);
  if (typeof drawn === 'string') return undefined;
  const permitted = withMatch(drawn.request, item.tag);
  const story: Stimulus = { kind: 'condition', header: 'If-Match', etag: item.tag, write: true };
  const purposeOf = { ...acceptedPurpose(drawn), story };
  const written = await caseContext.exchange(permitted, { operation: write, purpose: purposeOf, quiet: true });
  if (!tookEffect(written)) return undefined;
  const purpose = readPurpose({ kind: 'after-tagged-write', etag: item.tag, before: item.entity, write: write.id });
  return caseContext.exchange(item.read, { operation: writes.read, purpose });
}

function withMatch(request: HttpRequest, etag: string): HttpRequest {
  return { ...request, headers: replaceHeaders(request.headers, [['If-Match', etag]]) };
}

/**
 * A write with a condition that cannot hold must be answered with 412 (RFC 9110 §13.1.1), if the service
 * sends entity tags. With the present tag, it must not.
 */
export function staleTagAct(writes: Writes, write: Operation): Act {
  return async (caseContext) => {
    const item = await taggedItem(caseContext, writes);
    if ('kind' in item) return item;
    const drawn = await drawWholeWrite(caseContext, write, `if-match/${write.id}`, item.path);
    if (typeof drawn === 'string') return inconclusive(drawn);
    const request = withMatch(drawn.request, NOBODYS);
    const story: Stimulus = { kind: 'condition', header: 'If-Match', etag: NOBODYS, write: true };
    const purpose: Purpose = { expect: 'any', proven: true, relational: false, story };
    const answer = await caseContext.exchange(request, { operation: write, purpose });
    if (answer.failed || answer.kind !== 'answered' || answer.exchange.response.status !== 412) return answer.end;
    const refusal = answer.exchange.response;
    const unchanged: Stimulus = { kind: 'after-refusal', before: item.entity, refusal, write: write.id };
    const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(unchanged) });
    if (read.failed) return read.end;
    return (await present(caseContext, writes, item, write)) ?? answer.end;
  };
}

/** Other conditions of a request, which may fail on their own. */
const OTHERS = /^if-(none-match|modified-since|unmodified-since)$/i;

/**
 * The same write with the present tag. Its refusal is judged only if another read gives the same tag, so that
 * nothing has changed the item in between. A weak tag never matches (RFC 9110 §8.8.3.2).
 */
async function present(
  caseContext: CaseContext,
  writes: Writes,
  item: TaggedSubject,
  write: Operation,
): Promise<StepEnd | undefined> {
  if (item.tag.startsWith('W/')) return undefined;
  const drawn = await drawRequest(caseContext, write, {
    at: `writes/if-match-present/${write.id}/${caseContext.attempt}`,
    use: 'fresh',
    optional: 'required',
    path: item.path,
  });
  if (typeof drawn === 'string' || drawn.request.headers.some(([name]) => OTHERS.test(name))) return undefined;
  const field = idempotencyKeyField(write);
  const key = field === undefined ? undefined : caseContext.newKey(field);
  const keyed: HttpRequest =
    field === undefined || key === undefined
      ? drawn.request
      : { ...drawn.request, headers: replaceHeaders(drawn.request.headers, [[field.name, String(key)]]) };
  const story: Stimulus = { kind: 'condition', header: 'If-Match', etag: item.tag, write: true, current: true };
  const purpose: Purpose = { expect: 'any', proven: true, relational: false, story };
  const written = await caseContext.exchange(withMatch(keyed, item.tag), { operation: write, purpose, quiet: true });
  if (written.kind !== 'answered' || written.exchange.response.status < 400) return undefined;
  const read = await caseContext.exchange(item.read, {
    operation: writes.read,
    purpose: readPurpose({ kind: 'plain' }),
    quiet: true,
  });
  const isSame = isSuccess(read) && fieldValue(read.exchange.response.headers, 'etag') === item.tag;
  return isSame ? caseContext.again(written.exchange, { operation: write, purpose }).end : undefined;
}
