import type { HttpRequest, Json } from '../../../../core/index.ts';
import type { Resource } from '../../../../resources/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { fieldValue, jsonEquals, valueAt } from '../../../../wire/index.ts';
import { type CaseContext, type ExchangeResult, isSuccess, jsonOf, tookEffect } from '../../../model/case-context.ts';
import type { Fixture } from '../../../model/fixture.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose, type PreparedRequest, validPurpose } from '../../../requests/draw-request.ts';

/** A resource that can be read, with the operations that write to it. */
export interface Writes {
  readonly resource: Resource;
  readonly read: Operation;
  readonly replace: Operation | undefined;
  readonly patch: Operation | undefined;
}

/** An item of the run, and the request that reads it. */
export interface OwnItem {
  readonly path: Readonly<Record<string, Json>>;
  readonly read: HttpRequest;
  readonly found: Fixture | undefined;
}

/** The same, with the entity as the service shows it. */
export interface WriteSubject extends OwnItem {
  readonly entity: Json;
  /** Its entity tag (RFC 9110 §8.8.3). */
  readonly tag: string | undefined;
}

/**
 * A write to the item at a path, with every property of its body; a string says why there is none. `place` keeps its
 * values apart from those of other writes.
 */
export function drawWholeWrite(
  caseContext: CaseContext,
  write: Operation,
  place: string,
  path: OwnItem['path'],
): Promise<PreparedRequest | string> {
  const at = `writes/${place}/${caseContext.attempt}`;
  return drawRequest(caseContext, write, { at, use: 'fresh', optional: 'all', whole: true, path });
}

/**
 * An item for cases that do not compare with its earlier state. It is read only if this run did not create
 * it.
 */
export async function own(caseContext: CaseContext, writes: Pick<Writes, 'read'>): Promise<OwnItem | string> {
  const drawn = await prepareRead(caseContext, writes, 'spare');
  if (typeof drawn === 'string') return drawn;
  const { known, target } = drawn.prepared;
  return target?.ours === true && target.proven
    ? { path: known.path, read: drawn.request, found: target }
    : readSubject(caseContext, writes, drawn);
}

/** An item with its present state: a new one, or a spare one with `use`. */
export async function subject(
  caseContext: CaseContext,
  writes: Pick<Writes, 'read'>,
  use: 'fresh' | 'spare' = 'fresh',
): Promise<WriteSubject | string> {
  const drawn = await prepareRead(caseContext, writes, use);
  return typeof drawn === 'string' ? drawn : readSubject(caseContext, writes, drawn);
}

/** The item at a path, with its present state. */
export async function subjectAt(
  caseContext: CaseContext,
  { read }: Pick<Writes, 'read'>,
  path: OwnItem['path'],
): Promise<WriteSubject | string> {
  const drawn = await drawRequest(caseContext, read, { at: `writes/read/${read.id}`, use: 'fresh', path });
  return typeof drawn === 'string' ? drawn : readSubject(caseContext, { read }, drawn);
}

function prepareRead(
  caseContext: CaseContext,
  { read }: Pick<Writes, 'read'>,
  use: 'fresh' | 'spare',
): Promise<PreparedRequest | string> {
  return drawRequest(caseContext, read, { at: `writes/read/${read.id}`, use });
}

/** Milliseconds between reads of an item that the service may still work on, until two of them agree. */
const UNTIL_SETTLED = [200, 400, 800];

async function readSubject(
  caseContext: CaseContext,
  { read }: Pick<Writes, 'read'>,
  drawn: PreparedRequest,
): Promise<WriteSubject | string> {
  const { known, target } = drawn.prepared;
  const shown = (): Promise<ExchangeResult> =>
    caseContext.exchange(drawn.request, { operation: read, purpose: validPurpose(drawn.prepared), quiet: true });
  let answer = await shown();
  let entity = entityInAnswer(caseContext, read, answer);
  for (const wait of target?.accepted === true ? UNTIL_SETTLED : []) {
    const before = entity;
    await caseContext.pause(wait);
    answer = await shown();
    entity = entityInAnswer(caseContext, read, answer);
    if (before !== undefined && entity !== undefined && jsonEquals(before, entity)) break;
  }
  if (entity === undefined || answer.kind !== 'answered') return 'there is no item to write to';
  const tag = fieldValue(answer.exchange.response.headers, 'etag');
  return { path: known.path, entity, read: drawn.request, tag, found: target };
}

/** The result of a case whose last read found its item intact. The item goes to the pool. */
export function sound(
  caseContext: CaseContext,
  { resource }: Pick<Writes, 'resource'>,
  { found }: OwnItem,
  last: ExchangeResult,
): StepEnd {
  if (found !== undefined && last.end.kind === 'passed' && !last.failed) caseContext.fixtures.handOn(resource, found);
  return last.end;
}

export function entityInAnswer(
  caseContext: CaseContext,
  operation: Operation,
  answer: ExchangeResult,
): Json | undefined {
  const at = caseContext.model.roleOf(operation).responseEntity;
  return isSuccess(answer) && at !== undefined ? valueAt(jsonOf(answer.exchange) ?? null, at) : undefined;
}

export async function look(
  caseContext: CaseContext,
  { read: operation }: Pick<Writes, 'read'>,
  read: HttpRequest,
): Promise<Json | undefined> {
  const purpose = readPurpose({ kind: 'plain' });
  return entityInAnswer(caseContext, operation, await caseContext.exchange(read, { operation, purpose, quiet: true }));
}

/**
 * Sends a write to a record of the run. `topic` is what the case is about, which its values are drawn for. Returns
 * whether the write was done at once.
 */
export async function sendWrite(
  caseContext: CaseContext,
  operation: Operation,
  path: Readonly<Record<string, Json>>,
  topic: string,
): Promise<boolean> {
  const at = `${topic}/${operation.id}/${caseContext.attempt}`;
  const drawn = await drawRequest(caseContext, operation, { at, use: 'fresh', path });
  if (typeof drawn === 'string') return false;
  return tookEffect(await caseContext.exchange(drawn.request, { operation, purpose: openPurpose(), quiet: true }));
}

/** The purpose of a read of data that is known to exist. */
export function readPurpose(story: Stimulus): Purpose {
  return { expect: 'valid', proven: true, relational: false, story };
}

/** The purpose of a valid write that existing data may conflict with. */
export const acceptedPurpose = (drawn: PreparedRequest): Purpose => ({
  ...validPurpose(drawn.prepared),
  relational: true,
});
