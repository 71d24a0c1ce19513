import { type Api, conjunctsOf, type Operation, propertiesOf, type Schema } from '../../spec/index.ts';
import type { Resource } from './model.ts';
import { isStateName } from './state-words.ts';
import { plain } from './words.ts';

/** How a job goes on without a request: from a state in which it runs to the one in which it is done. */
export interface JobStates {
  readonly property: string;
  readonly running: readonly string[];
  readonly done: string;
}

const RUNNING =
  /^(?:inprogress|processing|running|queued|enqueued|(?!cancel|abort|delet|stop|miss|pend|exist)[a-z]{3,}ing)$/;
/** States before a job runs, where others say that it runs. */
const WAITING = /^(?:created|pending|accepted|submitted|waiting|new|notstarted|started)$/;
const FAILED = /^(?:fail|error|abort|reject)|^cancell?ing$/;
const ENDED = /^(?:cancel|delet|stop|expir|terminat|timedout|timeout|partial|incomplete|unknown|paus|suspend)/;
const DONE = /^(?:done|success|successful|succeeded|complete|completed|finished|ended)$/;

/**
 * The states of a job: it runs, may fail, and one state says that it is done. No request sets the state, as a client does with
 * the state of a task.
 */
export function jobStatesOf(
  api: Api,
  { collectionPath, itemPath, schema, singleton }: Resource,
): JobStates | undefined {
  if (singleton || itemPath === undefined) return undefined;
  const found = Object.entries(propertiesOf(api, schema)).flatMap(([property, { schema: own }]) => {
    const states = isStateName(property) ? statesIn(wordsOf(api, own)) : undefined;
    return states === undefined ? [] : [{ property, ...states }];
  });
  const [job, ...others] = found;
  const isSet = (operation: Operation): boolean =>
    job !== undefined &&
    (operation.path === itemPath || operation.path === collectionPath) &&
    sends(api, operation, job.property);
  return others.length > 0 || api.operations.some(isSet) ? undefined : job;
}

function wordsOf(api: Api, schema: Schema): readonly string[] {
  const listed = conjunctsOf(api, schema).find((rule) => rule.enum !== undefined)?.enum ?? [];
  return listed.filter((value): value is string => typeof value === 'string');
}

function statesIn(words: readonly string[]): Omit<JobStates, 'property'> | undefined {
  const running = words.filter((word) => RUNNING.test(plain(word)));
  if (running.length === 0 || !words.some((word) => FAILED.test(plain(word)))) return undefined;
  const waiting = words.filter((word) => WAITING.test(plain(word)));
  const left = words.filter((word) => ![...running, ...waiting].includes(word) && !isFailure(plain(word)));
  const done = left.filter((word) => DONE.test(plain(word)));
  // A server that runs is not on the way to anything.
  if (done.length === 0 && running.some((word) => plain(word) === 'running')) return undefined;
  const [end, ...others] = done.length > 0 ? done : left;
  return end === undefined || others.length > 0 ? undefined : { running: [...waiting, ...running], done: end };
}

const isFailure = (word: string): boolean => FAILED.test(word) || ENDED.test(word) || /ing$/.test(word);

/** Whether a request may have a property. */
function sends(api: Api, { body }: Operation, property: string): boolean {
  return (body?.content ?? []).some(
    ({ schema }) => schema !== undefined && Object.hasOwn(propertiesOf(api, schema), property),
  );
}
