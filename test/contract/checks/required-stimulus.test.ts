import { expect, test } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import type { Check } from '../../../src/contract/model/check.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import { bitsOf, factsOf, type Need } from '../../../src/contract/model/needs.ts';
import type { Stimulus } from '../../../src/contract/model/purpose.ts';
import { prepareRun } from '../../../src/contract/run/prepare-run.ts';
import { runFlow } from '../../../src/contract/run/run-flow.ts';
import { mutants } from '../../targets/catalogue.ts';
import { collaboratorsOf } from '../harness.ts';

/** What is judged while one faulty server is checked: everything, or as much as comes until a check speaks. */
async function exchangesWith(mutant: (typeof mutants)[number], sought?: Check): Promise<readonly Exchange[]> {
  const target = mutant.create();
  const { bearer } = mutant.server;
  const run = prepareRun(
    {
      ...(await collaboratorsOf(mutant.document())),
      ...(bearer === undefined ? {} : { credentials: { bearer } }),
      target: (request) => target.fetch(request),
      strict: true,
      now: () => Date.parse(mutant.now),
    },
    new AbortController().signal,
    () => {},
  );
  const all: Exchange[] = [];
  run.context.onSeen = (seen) => all.push(seen);
  for (const flow of run.waiting) {
    const before = all.length;
    await runFlow(run.runner, flow);
    if (sought !== undefined && all.slice(before).some((seen) => sought.judge(seen).length > 0)) break;
  }
  return all;
}

const NEEDING = EXCHANGE_CHECKS.filter((check) => check.needs !== undefined);

/** Every exchange with one faulty server of each style, and what makes each check speak that needs something. */
async function gather(): Promise<readonly Exchange[]> {
  const styles = [...new Map(mutants.map((mutant) => [mutant.server.name, mutant])).values()];
  const whole = styles.map((mutant) => exchangesWith(mutant));
  const parts = NEEDING.flatMap((check) => {
    const mutant = mutants.find(({ finds }) => finds.includes(check.id));
    return mutant === undefined || styles.includes(mutant) ? [] : [exchangesWith(mutant, check)];
  });
  return (await Promise.all([...whole, ...parts])).flat();
}

let gathered: Promise<readonly Exchange[]> | undefined;
const allSeen = (): Promise<readonly Exchange[]> => {
  gathered ??= gather();
  return gathered;
};

/** Everything that a check may need, taken from an exchange, each by itself. */
function poorerThan(seen: Exchange): Readonly<Record<Need, Exchange>> {
  const { operation, response, purpose, raw } = seen;
  const without = (field: string): Exchange => ({
    ...seen,
    response: { ...response, headers: response.headers.filter(([name]) => name.toLowerCase() !== field) },
  });
  const answering = (status: number): Exchange => ({ ...seen, response: { ...response, status } });
  const { caller: _, ...anybody } = purpose;
  const living = operation && { ...operation, lifecycle: { ...operation.lifecycle, deprecated: false } };
  const { sunset: __, ...endless } = operation?.lifecycle ?? { deprecated: false };
  return {
    sunset: without('sunset'),
    deprecation: without('deprecation'),
    etag: without('etag'),
    caller: { ...seen, purpose: anybody },
    valid: { ...seen, purpose: { ...purpose, expect: 'any' } },
    notes: { ...seen, raw: { ...raw, notes: [] } },
    content: { ...seen, raw: { ...raw, bytes: new Uint8Array() }, response: { ...response, body: { kind: 'none' } } },
    violations: { ...seen, violations: () => [] },
    deprecated: { ...seen, operation: living },
    end: { ...without('sunset'), operation: operation && { ...operation, lifecycle: endless } },
    expiry: { ...seen, operation: operation && { ...operation, lifecycle: endless } },
    success: answering(response.status + 200),
    refusal: answering(response.status + 100),
    failure: answering(302),
  };
}

// Every check's faulty server is run once for this: a busy machine takes its time.
test('a check that names what it needs has nothing to say of an exchange without it, whatever came (law)', {
  timeout: 240_000,
}, async () => {
  expect(NEEDING.length).toBeGreaterThan(65);
  const silent = new Set<Need>();
  const speaking = new Set<string>();
  const wrong = new Set<string>();
  for (const seen of await allSeen()) {
    const facts = factsOf(seen);
    for (const { id, needs = [], judge } of NEEDING) {
      const lacking = needs.filter((need) => (facts & bitsOf([need])) === 0);
      for (const need of lacking) silent.add(need);
      if (judge(seen).length === 0) continue;
      if (lacking.length > 0) wrong.add(`${id} speaks without ${lacking.join(' and ')}`);
      speaking.add(id);
      const poorer = poorerThan(seen);
      for (const need of needs) {
        expect(factsOf(poorer[need]) & bitsOf([need]), need).toBe(0);
        if (judge(poorer[need]).length > 0) wrong.add(`${id} speaks without ${need}`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
  expect(silent.size).toBe(14);
  // The others are shown at work where no server is enough: what a connection does, and who uses what.
  // A `Response` of text may have a type of its own.
  const found = new Set(mutants.flatMap(({ finds }) => finds).filter((id) => id !== 'content-type.missing'));
  expect(NEEDING.filter(({ id }) => found.has(id) && !speaking.has(id)).map(({ id }) => id)).toEqual([]);
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
  const ask = (each: Exchange, story: Stimulus): void => {
    const retold = { ...each, purpose: { ...each.purpose, story } };
    for (const { id, stories: about = [], judge } of narrow)
      if (!about.includes(story.kind) && judge(retold).length > 0) wrong.add(`${id} speaks of ${story.kind}`);
  };
  for (const each of kinds.values()) for (const story of stories.values()) ask(each, story);
  expect([...wrong]).toEqual([]);
});
