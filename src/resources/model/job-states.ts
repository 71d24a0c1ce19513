import { type Api, conjunctsOf, type Operation, propertiesOf, type Schema } from '../../spec/index.ts';
import type { Resource, ResourceModel } from './model.ts';
import { isPathBelow } from './paths.ts';
import { isStateName } from './state-words.ts';
import { plain } from './words.ts';

/** How a job goes on without a request: from a state in which it runs to the one in which it is done. */
export interface JobStates {
  readonly property: string;
  readonly running: readonly string[];
  readonly done: string;
}

const RUNNING =
  /^(?:inprogress|queued|enqueued|(?!miss|pend|exist|warn|outstand|trial|upcom|incom|outgo)[a-z]{3,}ing)$/;
/** States before a job runs, where others say that it runs. */
const WAITING = /^(?:created|pending|accepted|submitted|waiting|new|notstarted|started)$/;
const FAILED = /^(?:fail|error|abort|reject)|^cancell?ing$/;
const ENDED = /^(?:cancel|delet|stop|expir|terminat|timedout|timeout|partial|incomplete|unknown|paus|suspend)/;
const DONE = /^(?:done|success|successful|succeeded|complete|completed|finished|ended)$/;

/**
 * The states of a job: it runs, may fail, and one state says that it is done. Undefined where a request sets its state or
 * completes it, as a client does with a task. A job that a client starts waits until then.
 */
export function jobStatesOf(api: Api, model: ResourceModel, resource: Resource): JobStates | undefined {
  const { collectionPath, itemPath, schema, singleton } = resource;
  if (singleton || itemPath === undefined) return undefined;
  const found = Object.entries(propertiesOf(api, schema)).flatMap(([property, { schema: own }]) => {
    const states = isStateName(property) ? statesIn(wordsOf(api, own)) : undefined;
    return states === undefined ? [] : [{ property, ...states }];
  });
  const [job, ...others] = found;
  if (job === undefined || others.length > 0) return undefined;
  const { property, running, done } = job;
  const actions = api.operations.flatMap((operation) => {
    if (!isPathBelow(operation.path, itemPath)) return [];
    const role = model.roleOf(operation);
    return role.kind === 'action' && role.resource === resource ? [{ operation, effects: role.effects ?? [] }] : [];
  });
  const own = api.operations.filter(({ path }) => path === itemPath || path === collectionPath);
  if ([...own, ...actions.map(({ operation }) => operation)].some((each) => sends(api, each, property)))
    return undefined;
  const setTo = actions.flatMap(({ operation: { path }, effects }) =>
    effects.flatMap((effect) => (effect.property === property ? [{ path, value: String(effect.value) }] : [])),
  );
  if (setTo.some(({ value }) => value === done)) return undefined;
  const isStarted = setTo.some(({ path, value }) => running.includes(value) && !REPEATS.test(path));
  return isStarted ? { ...job, running: running.filter((word) => !WAITING.test(plain(word))) } : job;
}

/** Paths of actions that bring a job back to work. Before it has failed or paused, it starts without them. */
const REPEATS = /[/:]re[_-]?(?:try|run|start|sume|queue|process|peat|submit)$/i;

function wordsOf(api: Api, schema: Schema): readonly string[] {
  const listed = conjunctsOf(api, schema).find((rule) => rule.enum !== undefined)?.enum ?? [];
  return listed.filter((value): value is string => typeof value === 'string');
}

function statesIn(words: readonly string[]): Omit<JobStates, 'property'> | undefined {
  const running = words.filter((word) => RUNNING.test(plain(word)) && !isFailed(plain(word)));
  if (running.length === 0 || !words.some((word) => FAILED.test(plain(word)))) return undefined;
  const waiting = words.filter((word) => WAITING.test(plain(word)));
  const left = words.filter(
    (word) => ![...running, ...waiting].includes(word) && !isFailed(plain(word)) && !/ing$/.test(plain(word)),
  );
  const done = left.filter((word) => DONE.test(plain(word)));
  // A server that runs is not on the way to anything.
  if (done.length === 0 && running.some((word) => plain(word) === 'running')) return undefined;
  const [end, ...others] = done.length > 0 ? done : left;
  return end === undefined || others.length > 0 ? undefined : { running: [...waiting, ...running], done: end };
}

const isFailed = (word: string): boolean => FAILED.test(word) || ENDED.test(word);

/** Whether a request may have a property. */
function sends(api: Api, { body }: Operation, property: string): boolean {
  return (body?.content ?? []).some(
    ({ schema }) => schema !== undefined && Object.hasOwn(propertiesOf(api, schema), property),
  );
}
