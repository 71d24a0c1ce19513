import type { HttpRequest, Json } from '../../core/index.ts';
import type { Api, Operation } from '../../spec/index.ts';
import { isObject } from '../../wire/index.ts';
import { withJson } from '../requests/with-value.ts';
import type { Disruption } from './disruptive-operations.ts';
import { type PutBackTools, putBackOf } from './put-back.ts';
import type { Settings } from './settings.ts';
import type { Undo } from './undo.ts';

/** A request of the run that may have caused an outage: a write that succeeded before, or one that lost its answer. */
export interface Suspect {
  readonly operation: Operation;
  readonly request: HttpRequest;
  /** The case that sent it. */
  readonly case: string;
  readonly at: number;
}

export interface Suspects {
  wrote(suspect: Suspect): void;
  /** Records a request whose connection was closed without an answer. */
  lostAnswer(suspect: Suspect): void;
  /** Writes by rank, then the latest first. */
  since(at: number): readonly Suspect[];
  /** Requests that lost their answers. */
  unansweredSince(at: number): readonly Suspect[];
  readonly rank: (operation: Operation) => number;
}

const MOST_KEPT = 1_000;

/** `rank`: the lower, the more likely an operation stops the whole service. */
export function createSuspects(rank: (operation: Operation) => number): Suspects {
  const kept: Suspect[] = [];
  const unanswered: Suspect[] = [];
  const keep = (list: Suspect[], suspect: Suspect): void => {
    list.push(suspect);
    if (list.length > MOST_KEPT) list.shift();
  };
  return {
    wrote: (suspect) => keep(kept, suspect),
    lostAnswer: (suspect) => keep(unanswered, suspect),
    unansweredSince: (at) => unanswered.filter((each) => each.at >= at),
    since: (at) =>
      kept
        .filter((each) => each.at >= at)
        .reverse()
        .sort((a, b) => rank(a.operation) - rank(b.operation)),
    rank,
  };
}

interface UndoTools {
  readonly api: Api;
  readonly tools: PutBackTools;
  readonly disruptive: ReadonlyMap<Operation, Disruption>;
  readonly settings: Settings;
}

/**
 * A request that undoes a suspect: it writes what was shown before, calls the opposite operation, or sends
 * the opposite value of the switch.
 */
export function undoingOf({ api, tools, disruptive, settings }: UndoTools, suspect: Suspect): Undo | undefined {
  const { operation, request } = suspect;
  const before = settings.before(operation);
  if (before !== undefined) return before;
  const inverted = withSwitchInverted(request);
  if (inverted !== undefined) return { operation, request: inverted };
  const putBack = putBackOf(api, operation, disruptive.get(operation) ?? { kind: 'switch', word: '' });
  if (putBack?.kind !== 'opposite') return undefined;
  const drawn = tools.draw(putBack.by);
  return typeof drawn === 'string' ? undefined : { operation: putBack.by, request: drawn };
}

/**
 * The same write with its only boolean inverted. Only for paths without an item, which may be a switch of
 * the service.
 */
function withSwitchInverted(request: HttpRequest): HttpRequest | undefined {
  const value: Json | undefined = request.body.kind === 'parsed' ? request.body.value : undefined;
  if (!isObject(value)) return undefined;
  const flags = Object.entries(value).filter(([, each]) => typeof each === 'boolean');
  const [flag] = flags;
  if (flags.length !== 1 || flag === undefined) return undefined;
  return withJson(request, { ...value, [flag[0]]: !flag[1] });
}
