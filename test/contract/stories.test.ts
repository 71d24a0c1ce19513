import { expect, test } from 'vitest';
import type { Seen } from '../../src/contract/check.ts';
import { EXCHANGE_CHECKS } from '../../src/contract/checks/index.ts';
import { needsMet } from '../../src/contract/needs.ts';
import { prepareRun } from '../../src/contract/prepare-run.ts';
import type { Story } from '../../src/contract/purpose.ts';
import { runFlow } from '../../src/contract/run-flow.ts';
import { mutants } from '../targets/catalogue.ts';
import { collaboratorsOf, NOW } from './harness.ts';

/** Everything that is judged while one faulty server is checked. */
async function exchangesWith(mutant: (typeof mutants)[number]): Promise<readonly Seen[]> {
  const target = mutant.create();
  const { bearer } = mutant.server;
  const run = prepareRun(
    {
      ...(await collaboratorsOf(mutant.document())),
      ...(bearer === undefined ? {} : { credentials: { bearer } }),
      target: (request) => target.fetch(request),
      strict: true,
      now: () => NOW,
    },
    new AbortController().signal,
    () => {},
  );
  const all: Seen[] = [];
  run.parts.onSeen = (seen) => all.push(seen);
  for (const flow of run.plan.flows) await runFlow(run.runner, flow);
  return all;
}

/** One faulty server of each style. */
const FAULTY = [...new Map(mutants.map((mutant) => [mutant.server.name, mutant])).values()];

let gathered: Promise<readonly Seen[]> | undefined;

/** Every exchange of all of them, gathered once. */
function allSeen(): Promise<readonly Seen[]> {
  gathered ??= Promise.all(FAULTY.map(exchangesWith)).then((lists) => lists.flat());
  return gathered;
}

test('a check that names what it needs has nothing to say of an exchange without it, whatever came (law)', async () => {
  const needing = EXCHANGE_CHECKS.filter((check) => check.needs !== undefined);
  expect(needing.length).toBeGreaterThan(15);
  const silent = new Set<string>();
  const wrong = new Set<string>();
  for (const seen of await allSeen()) {
    const met = needsMet(seen);
    for (const { id, needs, judge } of needing) {
      if (needs === undefined || met[needs]) continue;
      silent.add(needs);
      if (judge(seen).length > 0) wrong.add(id);
    }
  }
  expect([...wrong]).toEqual([]);
  expect(silent.size).toBe(6);
});

test('a check that names its stories has nothing to say of any other, whatever came (law)', async () => {
  const seen = await allSeen();
  const stories = new Map(seen.map(({ purpose: { story } }) => [story.kind, story]));
  const kinds = new Map(
    seen.map((each) => [`${each.purpose.story.kind} ${each.operation?.method} ${each.response.status}`, each]),
  );
  const narrow = EXCHANGE_CHECKS.filter((check) => check.stories !== undefined);
  expect(narrow.length).toBeGreaterThan(50);
  expect(stories.size).toBeGreaterThan(30);
  const wrong = new Set<string>();
  const ask = (each: Seen, story: Story): void => {
    const retold = { ...each, purpose: { ...each.purpose, story } };
    for (const { id, stories: about = [], judge } of narrow)
      if (!about.includes(story.kind) && judge(retold).length > 0) wrong.add(`${id} speaks of ${story.kind}`);
  };
  for (const each of kinds.values()) for (const story of stories.values()) ask(each, story);
  expect([...wrong]).toEqual([]);
});
