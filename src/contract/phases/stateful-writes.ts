import type { HttpRequest, HttpResponse, Json, JsonObject } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import type { Operation } from '../../spec/index.ts';
import { fieldValue, jsonEquals, valueAt } from '../../wire/index.ts';
import { type Act, type Flow, inconclusive, planCase, type StepEnd, single, skipped } from '../flow.ts';
import type { PlanContext } from '../planner.ts';
import type { Purpose, Story } from '../purpose.ts';
import { asObject, type Drawn, drawRequest, sentObject, validPurpose, withJson } from '../requests.ts';
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
  const changing = writes.replace ?? writes.patch;
  if (changing !== undefined)
    flows.push(plan(resource, read, 'entity-tags', 'entity tags tell what has changed', tagged(writes, changing)));
  if (writes.patch !== undefined) {
    const what = 'PATCH leaves alone what it does not name';
    flows.push(plan(resource, writes.patch, 'patch-one-by-one', what, patchOneByOne(writes, writes.patch)));
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

/** Draws in which an optional property may get another value than it has by default. */
const MOST_DRAWS = 4;

/** PUT replaces the whole (RFC 9110 §9.3.4): an optional property that is left out goes. */
function partialPut(writes: Writes, replace: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const draw = (optional: 'all' | 'required', at: string): Promise<Drawn | string> =>
      drawRequest(stage, replace, { at, use: 'fresh', optional, whole: optional === 'all', path: item.path });
    const small = await draw('required', `writes/full/${replace.id}`);
    if (typeof small === 'string') return inconclusive(small);
    const sent = sentObject(small.request);
    if (sent === undefined || Object.keys(sent).length === 0) return skipped('nothing in its body is required');
    if (!namesItsItem(stage, replace, sent)) return skipped('its body need not say which item it replaces');
    const base = asObject(await putAndRead(stage, writes, replace, small.request, item.read));
    if (base === undefined) return inconclusive('the write was not accepted');
    const full = await unlike(base, sent, (count) => draw('all', `writes/full/${replace.id}/${count}`));
    if (full === undefined) return skipped('it has no optional property with a value of its own');
    const there = await putAndRead(stage, writes, replace, full.request, item.read);
    if (there === undefined) return inconclusive('the write was not accepted');
    const again = await stage.exchange(small.request, { operation: replace, purpose: accepted(small), quiet: true });
    if (!isSuccess(again)) return inconclusive('the write was not accepted');
    const story: Story = { kind: 'partial-put', full: sentObject(full.request) ?? {}, base, sent };
    return (await stage.exchange(item.read, { operation: writes.read, purpose: looking(story) })).end;
  };
}

/** Where no path names the item of a replacement (`PUT /book`), its body has to. */
function namesItsItem(stage: Stage, replace: Operation, sent: JsonObject): boolean {
  const { id, resource } = stage.model.roleOf(replace);
  const own = resource?.id?.property;
  return id !== undefined || own === undefined || valueAt(sent, pointerTo(own)) !== undefined;
}

/** A draw in which as many optional properties as possible have another value than the item has without them. */
async function unlike(
  base: JsonObject,
  sent: JsonObject,
  draw: (count: number) => Promise<Drawn | string>,
): Promise<Drawn | undefined> {
  let best: { readonly drawn: Drawn; readonly score: number } | undefined;
  for (let count = 0; count < MOST_DRAWS; count += 1) {
    const drawn = await draw(count);
    const whole = typeof drawn === 'string' ? undefined : sentObject(drawn.request);
    if (typeof drawn === 'string' || whole === undefined) continue;
    const optional = Object.keys(whole).filter((name) => !Object.hasOwn(sent, name));
    const score = optional.filter((name) => !jsonEquals(whole[name] ?? null, base[name] ?? null)).length;
    if (score > (best?.score ?? 0)) best = { drawn, score };
  }
  return best?.drawn;
}

const accepted = (drawn: Drawn): Purpose => ({ ...validPurpose(drawn.prepared), relational: true });

/** What the item is after a write. */
async function putAndRead(
  stage: Stage,
  writes: Writes,
  replace: Operation,
  write: HttpRequest,
  read: HttpRequest,
): Promise<Json | undefined> {
  const purpose: Purpose = { expect: 'valid', proven: true, relational: true, story: { kind: 'plain' } };
  if (!isSuccess(await stage.exchange(write, { operation: replace, purpose, quiet: true }))) return undefined;
  return entityIn(stage, writes.read, await stage.exchange(read, { operation: writes.read, purpose, quiet: true }));
}

/** Properties that are patched alone. */
const MOST_PATCHED = 4;

/** A patch describes changes to a resource; what it does not name is no matter of it (RFC 5789 §2, RFC 7396). */
function patchOneByOne(writes: Writes, patch: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const at = `writes/patch/${patch.id}`;
    const whole = await drawRequest(stage, patch, { at, use: 'fresh', optional: 'all', whole: true, path: item.path });
    if (typeof whole === 'string') return inconclusive(whole);
    const all = sentObject(whole.request) ?? {};
    // Only what has a value can lose it.
    await stage.exchange(whole.request, { operation: patch, purpose: accepted(whole), quiet: true });
    let before = await look(stage, writes, item.read);
    let end: StepEnd = skipped('no property of its body can be sent alone');
    for (const [name, value] of Object.entries(all).slice(0, MOST_PATCHED)) {
      const request = withJson(whole.request, { [name]: value });
      if (before === undefined || stage.keeps(patch, request) !== true) continue;
      const answer = await stage.exchange(request, { operation: patch, purpose: accepted(whole), quiet: true });
      if (!isSuccess(answer)) continue;
      const story: Story = { kind: 'after-patch', before, sent: { [name]: value }, writable: Object.keys(all) };
      const after = await stage.exchange(item.read, { operation: writes.read, purpose: looking(story) });
      end = after.end;
      if (after.failed) return end;
      before = entityIn(stage, writes.read, after);
    }
    return end;
  };
}

async function look(stage: Stage, writes: Writes, read: HttpRequest): Promise<Json | undefined> {
  const purpose = looking({ kind: 'plain' });
  return entityIn(stage, writes.read, await stage.exchange(read, { operation: writes.read, purpose, quiet: true }));
}

/** If-None-Match with the tag of what is there (RFC 9110 §13.1.2), and a tag that moves with a change. */
function tagged(writes: Writes, write: Operation): Act {
  return async (stage) => {
    const item = await subject(stage, writes);
    if (typeof item === 'string') return inconclusive(item);
    const purpose = looking({ kind: 'plain' });
    const first = await stage.exchange(item.read, { operation: writes.read, purpose, quiet: true });
    const etag = first.kind === 'seen' ? fieldValue(first.seen.response.headers, 'etag') : undefined;
    const before = entityIn(stage, writes.read, first);
    if (etag === undefined || before === undefined) return skipped('the service sends no entity tags');
    const conditional: HttpRequest = { ...item.read, headers: [...item.read.headers, ['If-None-Match', etag]] };
    const condition: Story = { kind: 'condition', header: 'If-None-Match', etag, write: false };
    const asked = { operation: writes.read, purpose: { ...looking(condition), expect: 'any' } } as const;
    const again = await stage.exchange(conditional, asked);
    if (again.failed) return again.end;
    const drawn = await drawRequest(stage, write, {
      at: `writes/tagged/${write.id}`,
      use: 'fresh',
      optional: 'all',
      whole: true,
      path: item.path,
    });
    if (typeof drawn === 'string') return again.end;
    const permitted: HttpRequest = { ...drawn.request, headers: [...drawn.request.headers, ['If-Match', etag]] };
    const written = await stage.exchange(permitted, { operation: write, purpose: accepted(drawn), quiet: true });
    if (!isSuccess(written)) return again.end;
    const story: Story = { kind: 'after-tagged-write', etag, before };
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
