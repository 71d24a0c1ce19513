import type { HttpRequest, HttpResponse, Json } from '../../core/index.ts';
import type { Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { fieldValue, valueAt } from '../../wire/index.ts';
import { type Act, type Flow, inconclusive, planCase, single, skipped } from '../flow.ts';
import type { PlanContext } from '../planner.ts';
import type { Purpose, Story } from '../purpose.ts';
import { drawRequest, sentObject, validPurpose } from '../requests.ts';
import { type Exchanged, isSuccess, jsonOf, type Stage } from '../stage.ts';
import { knownExcept, substitute } from '../substitute.ts';

interface Writes {
  readonly resource: Resource;
  readonly read: Operation;
  readonly replace: Operation | undefined;
  readonly patch: Operation | undefined;
}

/** What writes must leave alone, and what they must do only once. */
export function planWrites(context: PlanContext, resource: Resource): readonly Flow[] {
  const pick = (role: 'read' | 'replace' | 'patch'): Operation | undefined => {
    const operation = context.index.operation(resource, role);
    return operation !== undefined && context.operations.includes(operation) ? operation : undefined;
  };
  const read = pick('read');
  if (read === undefined) return [];
  const writes: Writes = { resource, read, replace: pick('replace'), patch: pick('patch') };
  const flows: Flow[] = [
    plan(resource, read, 'reads-change-nothing', 'reading twice gives the same', readsChangeNothing(writes)),
  ];
  for (const write of [writes.replace, writes.patch]) {
    if (write === undefined) continue;
    const name = write.method.toLowerCase();
    flows.push(
      plan(
        resource,
        write,
        `refused-${name}-changes-nothing`,
        'a refused write changes nothing',
        refusedWrite(writes, write),
      ),
    );
    flows.push(plan(resource, write, `${name}-if-match`, 'a write with an outdated If-Match', outdated(writes, write)));
  }
  if (writes.replace !== undefined) {
    flows.push(
      plan(resource, writes.replace, 'replace-twice', 'the same PUT twice', replaceTwice(writes, writes.replace)),
    );
    flows.push(
      plan(
        resource,
        writes.replace,
        'replace-is-whole',
        'PUT takes away what it leaves out',
        partialPut(writes, writes.replace),
      ),
    );
  }
  return flows;
}

function plan(resource: Resource, operation: Operation, name: string, description: string, act: Act): Flow {
  const id = `stateful/${resource.name}/${name}`;
  const request = { method: operation.method, path: operation.path, query: '' };
  const expectation = { kind: 'any', text: description } as const;
  return single(
    planCase(id, 'stateful', operation, `${resource.singular}: ${description}`, request, expectation),
    resource.name,
    act,
    'alone',
  );
}

/** An item of our own, as the service shows it. */
async function subject(
  stage: Stage,
  writes: Writes,
): Promise<
  { readonly path: Readonly<Record<string, Json>>; readonly entity: Json; readonly read: HttpRequest } | string
> {
  const drawn = await drawRequest(stage, writes.read, { at: `writes/read/${writes.read.id}`, use: 'fresh' });
  if (typeof drawn === 'string') return drawn;
  const answer = await stage.exchange(drawn.request, {
    operation: writes.read,
    purpose: validPurpose(drawn.prepared),
    quiet: true,
  });
  const entity = entityIn(stage, writes.read, answer);
  if (entity === undefined) return 'there is no item to write to';
  return { path: drawn.prepared.known.path, entity, read: drawn.request };
}

function entityIn(stage: Stage, operation: Operation, answer: Exchanged): Json | undefined {
  const at = stage.model.roleOf(operation).responseEntity;
  return isSuccess(answer) && at !== undefined ? valueAt(jsonOf(answer.seen) ?? null, at) : undefined;
}

function looking(story: Story): Purpose {
  return { expect: 'valid', proven: true, relational: false, story };
}

function readsChangeNothing(writes: Writes): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    return (
      await stage.exchange(item.read, {
        operation: writes.read,
        purpose: looking({ kind: 'after-reads', before: item.entity }),
      })
    ).end;
  };
}

/** Rules that are broken, one request each, before the item is read again. */
const MOST_BROKEN = 6;

/** Sends writes that break one rule each, and reads again. */
function refusedWrite(writes: Writes, write: Operation): Act {
  return async (stage) => {
    const broken = brokenRequests(stage, write);
    if (broken.length === 0) return skipped('nothing in its body can be broken alone');
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    let refusal: HttpResponse | undefined;
    for (const { request, pointer } of broken) {
      const prepared = await stage.fixtures.prepare(stage, write, 'write', { path: item.path });
      const purpose: Purpose = { expect: 'refused', proven: true, relational: true, story: { kind: 'plain' } };
      const sent = substitute(write, request, knownExcept(prepared.known, pointer));
      if (stage.keeps(write, sent) === true) continue;
      const answer = await stage.exchange(sent, { operation: write, purpose, quiet: true });
      if (answer.kind !== 'seen') return answer.end;
      if (answer.seen.response.status < 400) return skipped('a write that should be refused was not');
      refusal = answer.seen.response;
    }
    if (refusal === undefined) return skipped('nothing was refused');
    const story: Story = { kind: 'after-refusal', before: item.entity, refusal, write: write.id };
    return (await stage.exchange(item.read, { operation: writes.read, purpose: looking(story) })).end;
  };
}

/** One for each kind of rule. */
function brokenRequests(
  stage: Stage,
  write: Operation,
): readonly { readonly request: HttpRequest; readonly pointer: string }[] {
  const places = new Map<string, { readonly pointer: string; readonly keyword: string }>();
  for (const place of stage.generator.breakable(write)) {
    if (place.pointer.startsWith('/body') && !places.has(place.keyword)) places.set(place.keyword, place);
  }
  return [...places.values()].slice(0, MOST_BROKEN).flatMap((place) => {
    const where = { seed: stage.seed, at: `writes/refused/${write.id}/${place.keyword}` };
    const drawn = stage.generator.request(write, { kind: 'breaks', ...place }, where);
    return drawn.ok ? [{ request: drawn.value, pointer: place.pointer }] : [];
  });
}

function replaceTwice(writes: Writes, replace: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const drawn = await drawRequest(stage, replace, {
      at: `writes/twice/${replace.id}`,
      use: 'fresh',
      optional: 'required',
      path: item.path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const first = await stage.exchange(drawn.request, {
      operation: replace,
      purpose: validPurpose(drawn.prepared),
      quiet: true,
    });
    if (!isSuccess(first)) return first.end;
    const between = await stage.exchange(item.read, {
      operation: writes.read,
      purpose: looking({ kind: 'plain' }),
      quiet: true,
    });
    const before = entityIn(stage, writes.read, between);
    const second = await stage.exchange(drawn.request, {
      operation: replace,
      purpose: validPurpose(drawn.prepared, { kind: 'again', first: first.seen.response }),
    });
    if (!isSuccess(second) || before === undefined) return second.end;
    const story: Story = { kind: 'after-repeat', before, sent: sentObject(drawn.request) ?? {}, write: replace.id };
    return (await stage.exchange(item.read, { operation: writes.read, purpose: looking(story) })).end;
  };
}

/** PUT replaces the whole (RFC 9110 §9.3.4): an optional property that is left out goes. */
function partialPut(writes: Writes, replace: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const full = await drawRequest(stage, replace, {
      at: `writes/full/${replace.id}`,
      use: 'fresh',
      optional: 'all',
      whole: true,
      path: item.path,
    });
    const small = await drawRequest(stage, replace, {
      at: `writes/full/${replace.id}`,
      use: 'fresh',
      optional: 'required',
      path: item.path,
    });
    if (typeof full === 'string' || typeof small === 'string') return inconclusive('no request could be made');
    const all = sentObject(full.request);
    const some = sentObject(small.request);
    if (all === undefined || some === undefined || Object.keys(all).length === Object.keys(some).length)
      return skipped('it has no optional property');
    for (const request of [full.request, small.request]) {
      const purpose: Purpose = { ...validPurpose(full.prepared), relational: true };
      const answer = await stage.exchange(request, { operation: replace, purpose, quiet: true });
      if (!isSuccess(answer)) return inconclusive('the writes were not accepted');
    }
    const story: Story = { kind: 'partial-put', before: all, sent: some };
    return (await stage.exchange(item.read, { operation: writes.read, purpose: looking(story) })).end;
  };
}

/** A write under a condition that cannot hold must give 412 (RFC 9110 §13.1.1), where the service sends entity tags at all. */
function outdated(writes: Writes, write: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const seen = await stage.exchange(item.read, {
      operation: writes.read,
      purpose: looking({ kind: 'plain' }),
      quiet: true,
    });
    const etag = seen.kind === 'seen' ? fieldValue(seen.seen.response.headers, 'etag') : undefined;
    if (etag === undefined) return skipped('the service sends no entity tags');
    const drawn = await drawRequest(stage, write, {
      at: `writes/if-match/${write.id}`,
      use: 'fresh',
      optional: 'required',
      path: item.path,
    });
    if (typeof drawn === 'string') return inconclusive(drawn);
    const request: HttpRequest = {
      ...drawn.request,
      headers: [...drawn.request.headers, ['If-Match', '"standin-outdated"']],
    };
    const story: Story = { kind: 'condition', header: 'If-Match', etag: '"standin-outdated"', write: true };
    const purpose: Purpose = { expect: 'any', proven: true, relational: false, story };
    return (await stage.exchange(request, { operation: write, purpose })).end;
  };
}
