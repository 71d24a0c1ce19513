import type { Json } from '../../../../core/index.ts';
import type { Operation } from '../../../../spec/index.ts';
import { isObject, jsonEquals } from '../../../../wire/index.ts';
import { type CaseContext, tookEffect } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Purpose, Stimulus } from '../../../model/purpose.ts';
import { drawRequest } from '../../../requests/draw-request.ts';
import { namesVersion, type VersionPlace, withVersion } from '../../../requests/item-version.ts';
import { renameParameters } from '../../../resource-index/paths.ts';
import {
  acceptedPurpose,
  drawWholeWrite,
  look,
  readPurpose,
  subject,
  type WriteSubject,
  type Writes,
} from './writes.ts';

/**
 * A write that names the version which its item had before another write must be refused, and must then change
 * nothing. The version must be another one after each change.
 */
export function staleVersionAct(writes: Writes, write: Operation, place: VersionPlace): Act {
  const changing = [writes.replace, writes.patch].find((each) => each !== undefined);
  return async (caseContext) => {
    const item = await subject(caseContext, writes);
    if (typeof item === 'string') return inconclusive(item);
    const version = isObject(item.entity) ? item.entity[place.property] : undefined;
    if (typeof version !== 'string' && typeof version !== 'number')
      return skipped('the item does not show its version');
    const stale = changing === undefined ? unissuedVersion(version) : version;
    let entity: Json | undefined = item.entity;
    if (changing !== undefined) {
      if (!(await change(caseContext, writes, changing, item))) return inconclusive('the item could not be changed');
      const story: Stimulus = {
        kind: 'after-versioned-write',
        property: place.property,
        before: item.entity,
        write: changing.id,
      };
      const read = await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(story) });
      if (read.failed) return read.end;
      entity = await look(caseContext, writes, item.read);
      const now = isObject(entity) ? entity[place.property] : undefined;
      if (now === undefined || jsonEquals(now, version)) return inconclusive('the item has the same version as before');
    }
    const path = renameParameters(item.path, writes.read.path, write.path);
    const at = `writes/stale-version/${write.id}/${caseContext.attempt}`;
    const drawn = await drawRequest(caseContext, write, { at, use: 'fresh', optional: 'all', path });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const request = withVersion(drawn.request, place, stale);
    if (!namesVersion(request, place)) return skipped('the request has no place for a version');
    const story: Stimulus = { kind: 'stale-version', place: `/${place.in}/${place.name}`, version: stale };
    const purpose: Purpose = { expect: 'any', proven: true, relational: false, story };
    const answer = await caseContext.exchange(request, { operation: write, purpose });
    const isRefused = answer.kind === 'answered' && !answer.failed && answer.exchange.response.status >= 400;
    if (!isRefused || entity === undefined || answer.exchange.response.status >= 500) return answer.end;
    const after: Stimulus = {
      kind: 'after-refusal',
      before: entity,
      refusal: answer.exchange.response,
      write: write.id,
    };
    return (await caseContext.exchange(item.read, { operation: writes.read, purpose: readPurpose(after) })).end;
  };
}

async function change(
  caseContext: CaseContext,
  { read }: Writes,
  operation: Operation,
  item: WriteSubject,
): Promise<boolean> {
  const path = renameParameters(item.path, read.path, operation.path);
  const drawn = await drawWholeWrite(caseContext, operation, `version/${operation.id}`, path);
  if (typeof drawn === 'string') return false;
  return tookEffect(
    await caseContext.exchange(drawn.request, { operation, purpose: acceptedPurpose(drawn), quiet: true }),
  );
}

/** A version of the same form that no service has given out. */
function unissuedVersion(version: string | number): Json {
  if (typeof version === 'number') return version + 1_000;
  const turned = [...version].map((letter) => (/[0-9]/.test(letter) ? String(9 - Number(letter)) : letter)).join('');
  return turned === version ? `${version}0` : turned;
}
