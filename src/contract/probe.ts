import type { HttpRequest } from '../core/index.ts';
import type { Operation } from '../spec/index.ts';
import { isJson, stringifyJson, valueAt, withValueAt } from '../wire/index.ts';
import type { Use } from './fixtures.ts';
import type { StepEnd } from './flow.ts';
import type { Purpose, Story } from './purpose.ts';
import { type Exchanged, isSuccess, type Stage } from './stage.ts';
import { substitute } from './substitute.ts';

/** Refusals that may come from the state of the target instead of the probed value. */
const REFUSALS = new Set([400, 404, 406, 409, 411, 413, 414, 415, 422]);

/**
 * Sends a planned request with ids that exist. Where the answer hangs on other records and is a refusal, it is repeated on data
 * made for it with only the probed value changed; what is then still refused is refused for that value.
 */
export async function probe(
  stage: Stage,
  operation: Operation,
  planned: HttpRequest,
  story: Story,
  use: Use,
): Promise<StepEnd> {
  const prepared = await stage.fixtures.prepare(stage, operation, use);
  const purpose: Purpose = {
    expect: story.kind === 'broken' ? 'refused' : 'valid',
    proven: prepared.proven,
    // A probed value is judged only beside a request without it that was accepted.
    relational: prepared.relational || story.kind === 'boundary' || story.kind === 'optional-omitted',
    story,
  };
  const request = substitute(operation, planned, known(prepared.known, story));
  const first = await stage.exchange(request, { operation, purpose });
  if (purpose.expect === 'refused' || !purpose.relational || !isRefusal(first)) return first.end;
  const again = await stage.fixtures.prepare(stage, operation, 'fresh');
  if (story.kind === 'plain') {
    const second = await stage.exchange(substitute(operation, planned, again.known), { operation, purpose });
    return second.end;
  }
  return (await repeatOnControl(stage, operation, planned, story)) ?? first.end;
}

function isRefusal(exchanged: Exchanged): boolean {
  return exchanged.kind === 'seen' && !exchanged.failed && REFUSALS.has(exchanged.seen.response.status);
}

/** A parameter that is probed itself must not be replaced by a known one. */
function known(
  all: { readonly path: Readonly<Record<string, unknown>>; readonly body: Readonly<Record<string, unknown>> },
  story: Story,
): Parameters<typeof substitute>[2] {
  const pointer = story.kind === 'broken' || story.kind === 'boundary' ? story.pointer : undefined;
  const keep = <T>(record: Readonly<Record<string, T>>, prefix: string): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => pointer !== `${prefix}${key}`));
  // The cast narrows what `Known` holds: Json values, as they came from the fixtures.
  return { path: keep(all.path, '/path/'), body: keep(all.body, '/body') } as Parameters<typeof substitute>[2];
}

/** First a request that is surely good, then the same with nothing but the probed value changed. */
async function repeatOnControl(
  stage: Stage,
  operation: Operation,
  planned: HttpRequest,
  story: Story,
): Promise<StepEnd | undefined> {
  const optional = story.kind === 'optional-omitted' ? 'all' : 'required';
  const where = { seed: stage.seed, at: `control/${operation.id}/${optional}` };
  const drawn = stage.generator.request(operation, { kind: 'valid', optional }, where);
  if (!drawn.ok) return undefined;
  const forControl = await stage.fixtures.prepare(stage, operation, 'fresh');
  const control = substitute(operation, drawn.value, forControl.known);
  const accepted = await stage.exchange(control, {
    operation,
    quiet: true,
    purpose: { expect: 'valid', proven: true, relational: true, story: { kind: 'plain' } },
  });
  if (!isSuccess(accepted)) return undefined;
  const forProbe = await stage.fixtures.prepare(stage, operation, 'fresh');
  const changed = story.kind === 'boundary' ? withProbed(drawn.value, planned, story.pointer) : planned;
  const request = substitute(operation, changed, forProbe.known);
  const purpose: Purpose = { expect: 'valid', proven: forProbe.proven, relational: false, story };
  return (await stage.exchange(request, { operation, purpose })).end;
}

/** The control request with the value that the planned one has at a place of the body; elsewhere the planned one itself. */
function withProbed(control: HttpRequest, planned: HttpRequest, pointer: string): HttpRequest {
  if (!pointer.startsWith('/body') || planned.body.kind !== 'parsed' || control.body.kind !== 'parsed') return planned;
  if (!isJson(planned.body.mediaType) || !isJson(control.body.mediaType)) return planned;
  const place = pointer.slice('/body'.length);
  const probed = valueAt(planned.body.value, place);
  if (probed === undefined) return planned;
  const value = withValueAt(control.body.value, place, probed);
  const headers = control.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  return { ...control, headers, body: { ...control.body, value, text: stringifyJson(value) } };
}
