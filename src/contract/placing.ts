import type { HttpRequest, Json } from '../core/index.ts';
import { pointerTo } from '../resources/index.ts';
import type { Operation } from '../spec/index.ts';
import { valueAt } from '../wire/index.ts';
import { saidInPath } from './created.ts';
import type { ModelIndex } from './model-index.ts';
import type { Purpose } from './purpose.ts';
import { type Drawn, sentObject } from './requests.ts';
import type { Stage } from './stage.ts';
import { fillPath, substitute } from './substitute.ts';

const TURNS = 4;

const LOOKING: Purpose = { expect: 'any', proven: false, relational: true, story: { kind: 'plain' } };

/** A request that creates; `free` where the place that it names was seen to be empty. */
export interface Placed extends Drawn {
  readonly free?: true;
}

/**
 * A create as it is drawn; where it names its place itself, one of a few draws of which the place is free. `at` is the asker's own: what others
 * are about to put somewhere is not there yet.
 */
export async function placed(
  stage: Stage,
  index: ModelIndex,
  operation: Operation,
  at: string,
  draw: (at: string) => Promise<Drawn | string>,
): Promise<Placed | string> {
  if (!index.isPlacing(operation)) return draw(at);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const place = turn === 0 ? at : `${at}/${turn}`;
    const drawn = await draw(place);
    if (typeof drawn === 'string') return drawn;
    const own = ownName(stage, operation, drawn.request, place);
    const request = asItsPath(stage, index, operation, own);
    const there = await isThere(stage, index, operation, request);
    if (there === false) return { ...drawn, request, free: true };
    if (there === undefined) return { ...drawn, request };
  }
  return 'every place that was tried is taken';
}

/** A name of its own, where the document shows one: everybody would take that. */
function ownName(stage: Stage, operation: Operation, request: HttpRequest, at: string): HttpRequest {
  const name = stage.model.roleOf(operation).resource?.id?.parameter;
  const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
  const shown = (parameter?.examples ?? []).map(({ value }) => String(value));
  const said = name === undefined ? undefined : saidInPath(stage.api, request)[name];
  if (name === undefined || parameter?.schema === undefined || !shown.includes(String(said))) return request;
  const where = { seed: stage.seed, at: `placed/${at}` };
  const drawn = stage.generator.value(parameter.schema, where, { direction: 'request', examples: false });
  return drawn.ok ? substitute(operation, request, { path: { [name]: drawn.value }, body: {} }) : request;
}

/** The body says of its item what the path says. */
export function asItsPath(stage: Stage, index: ModelIndex, operation: Operation, request: HttpRequest): HttpRequest {
  const said = saidInPath(stage.api, request);
  const { scope = [], requestEntity = '' } = stage.model.roleOf(operation);
  const around = scope.flatMap(({ parameter, property }): readonly (readonly [string, Json])[] => {
    const value = said[parameter];
    return property === undefined || value === undefined ? [] : [[`${requestEntity}${pointerTo(property)}`, value]];
  });
  const sent = sentObject(request) ?? {};
  const body = [...around, ...index.ownIds(operation, said)].map(([pointer, value]): readonly [string, Json] => {
    const drawn = valueAt(sent, pointer);
    return [pointer, typeof drawn === 'number' && Number.isFinite(Number(value)) ? Number(value) : value];
  });
  return substitute(operation, request, { path: {}, body: Object.fromEntries(body) });
}

/** Whether something is at the place already; undefined where that cannot be known. */
async function isThere(
  stage: Stage,
  index: ModelIndex,
  operation: Operation,
  request: HttpRequest,
): Promise<boolean | undefined> {
  const { resource } = stage.model.roleOf(operation);
  const read = resource === undefined ? undefined : index.operation(resource, 'read');
  if (read === undefined) return undefined;
  const path = fillPath(read, saidInPath(stage.api, request));
  const drawn = stage.generator.request(read, { kind: 'valid', optional: 'required' }, { seed: stage.seed, at: path });
  if (!drawn.ok) return undefined;
  const get: HttpRequest = { ...drawn.value, path };
  const answer = await stage.exchange(get, { operation: read, purpose: LOOKING, quiet: true });
  if (answer.kind !== 'seen') return undefined;
  const { status } = answer.seen.response;
  return status === 404 || status === 410 ? false : status < 300 ? true : undefined;
}
