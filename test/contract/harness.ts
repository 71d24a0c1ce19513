import type { ContractOptions, RunEvent, Summary } from '../../src/contract/index.ts';
import { runContract } from '../../src/contract/index.ts';
import { createGenerator, type Generator } from '../../src/generation/index.ts';
import { inferResources, type ResourceModel } from '../../src/resources/index.ts';
import { type Api, loadApi, parseApi } from '../../src/spec/index.ts';
import { createValidator, type Validator } from '../../src/validation/index.ts';

/** What a run needs beside a target. */
export interface Collaborators {
  readonly api: Api;
  readonly model: ResourceModel;
  readonly validator: Validator;
  readonly generator: Generator;
}

export const NOW = Date.parse('2026-12-01T00:00:00Z');

export function collaborators(api: Api): Collaborators {
  const validator = createValidator({ api });
  const generator = createGenerator({
    api,
    accepts: validator.accepts,
  });
  return { api, model: inferResources(api), validator, generator };
}

/** Compiled once for equal documents: most faulty servers publish the same one. */
const compiled = new Map<string, Promise<Collaborators>>();

export function collaboratorsOf(document: object): Promise<Collaborators> {
  const key = JSON.stringify(document);
  const known = compiled.get(key) ?? loadApi(document).then(collaborators);
  compiled.set(key, known);
  return known;
}

export function fromYaml(text: string): Collaborators {
  return collaborators(parseApi({ name: 'api.yaml', text }));
}

export interface Story {
  readonly events: readonly RunEvent[];
  readonly summary: Summary;
}

/** Runs to the end. Fails where the story has not exactly one last event. */
export async function tell(options: Omit<ContractOptions, 'now'> & { readonly now?: () => number }): Promise<Story> {
  const events: RunEvent[] = [];
  for await (const event of runContract({ now: () => NOW, ...options })) events.push(event);
  const last = events.at(-1);
  if (last?.type !== 'run-finished') throw new Error('the last event is not run-finished');
  if (events.filter(({ type }) => type === 'run-finished').length !== 1) throw new Error('run-finished came twice');
  return { events, summary: last.summary };
}
