import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { EXCHANGE_CHECKS } from '../../../src/contract/checks/index.ts';
import type { Finding } from '../../../src/contract/index.ts';
import { createExchange } from '../../../src/contract/judge/create-exchange.ts';
import type { Exchange } from '../../../src/contract/model/exchange.ts';
import type { Mutant } from '../../targets/fault.ts';
import type { Target } from '../../targets/http.ts';
import { type Collaborators, collaboratorsOf } from '../harness.ts';
import { type Heard, record, shell } from '../recorder.ts';
import { tellingRunOf } from './catalogue-runs.ts';
import type { Share } from './shares.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Faulty servers of which no report can show the fault by a few requests, each with its reason. This list may only become shorter. */
export const NOT_REPEATED: Readonly<Record<string, string>> = {
  'members/examples-that-do-not-fit': 'the finding is about the document: there is no request',
  'members/answers-of-any-form': 'the finding is about the document: there is no request',
  'members/pattern-that-nobody-can-read': 'the finding is about the document: there is no request',
  'stations/sunset-in-words': 'the finding is about the document: there is no request',
  'tickets/nothing-is-there': 'the finding is about all answers of an operation together',
  'notes/no-key-fits': 'the finding is about all answers of an operation together',
  'notes/too-many-without-a-time': 'a server refuses with 429 only after many requests',
};

/** Servers that are right and answer a repeated request as the faulty one does. */
export const SAME_WHEN_RIGHT: Readonly<Record<string, string>> = {
  'notes/keys-not-mentioned': 'only the document is wrong: the server is the same',
  'stations/served-after-its-sunset': 'the correct server of the catalogue has another clock',
};

interface Found {
  readonly finding: Finding;
  readonly seen: Exchange;
}

/** The finding that a faulty server is in the catalogue for, with the exchange that its check spoke about. */
async function findingOf(mutant: Mutant): Promise<Found | undefined> {
  const { findings, spoken } = await tellingRunOf(mutant);
  const finding = findings.find(({ check, exchange }) => mutant.finds.includes(check) && exchange !== undefined);
  const seen = spoken.find(({ timing, url }) => {
    return timing.duration === finding?.exchange?.duration && url === finding.exchange.request.url;
  });
  return finding === undefined || seen === undefined ? undefined : { finding, seen };
}

interface Run {
  readonly code: number | null;
  readonly out: string;
  /** The exchanges of the steps, without those that clean up. */
  readonly heard: readonly Heard[];
}

/** Runs what a report prints against a fresh server. */
async function repeat({ script, curl = '', steps, exchange }: Finding, target: Target, bearer = ''): Promise<Run> {
  const recorder = await record(target);
  const origin = new URL(exchange?.request.url ?? '').origin;
  const text = script ?? curl.replaceAll(origin, recorder.url);
  const { code, out, err } = await shell(text, { BASE: recorder.url, STANDIN_BEARER: bearer });
  await recorder.close();
  return { code, out: out + err, heard: recorder.heard.slice(0, steps?.length ?? 1) };
}

/** What a check says of the last exchange, for stories of which the exchange itself tells everything. */
function judged({ finding, seen }: Found, parts: Collaborators, { heard }: Run): number | undefined {
  const check = EXCHANGE_CHECKS.find(({ id }) => id === finding.check);
  const last = heard.at(-1);
  if (check === undefined || last === undefined || !TOLD_BY_ONE.has(seen.purpose.story.kind)) return undefined;
  const [path = '', query = ''] = last.path.split('?');
  const { settings, hasWorked, credentialWorks, operation, purpose, timing } = seen;
  const again = createExchange(
    { ...parts, settings },
    {
      operation,
      purpose,
      hasWorked,
      credentialWorks,
      request: { ...seen.request, path, query },
      url: seen.url,
      answer: {
        kind: 'answered',
        status: last.status,
        reason: '',
        headers: last.headers,
        bytes: last.bytes,
        cut: false,
        notes: [],
        timing,
      },
    },
  );
  return check.judge(again).length;
}

const TOLD_BY_ONE = new Set([
  'plain',
  'optional-omitted',
  'unicode',
  'unknown',
  'read-only',
  'boundary',
  'broken',
  'created',
  'method',
  'options',
  'negotiation',
  'credential',
  'cors',
  'unknown-reference',
  'filter',
  'sort',
  'location',
]);

/** Answers without what no two of them have in common. */
function answersOf({ heard }: Run): readonly string[] {
  return heard.map(({ status, headers, bytes }) => {
    const own = headers.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name));
    return JSON.stringify([status, own, bytes.toString('latin1')]);
  });
}

/** Whether a run of what is printed shows the fault, by the first that can tell: its exit status, or the check. */
function shows(found: Found, parts: Collaborators, run: Run): boolean | undefined {
  if (found.finding.script?.includes('exit "$shows"') === true) return run.code === 1;
  const drafts = judged(found, parts, run);
  return drafts === undefined ? undefined : drafts > 0;
}

/** What a report prints to repeat a finding shows the fault; needs curl. */
export function testRepetition({ mutants }: Share): void {
  const shown = mutants.filter(({ name }) => !Object.hasOwn(NOT_REPEATED, name));
  test.skipIf(!hasCurl).each(shown.map((mutant) => [mutant.name, mutant] as const))(
    'what a report prints shows the fault on a fresh server, and none on one that keeps its contract (law): %s',
    async (name, mutant) => {
      const parts = await collaboratorsOf(mutant.document());
      const found = await findingOf(mutant);
      if (found === undefined) throw new Error('the fault was not found');
      const { bearer } = mutant.server;
      expect(found.finding.script ?? found.finding.curl).toBeDefined();
      const wrong = await repeat(found.finding, mutant.create(), bearer);
      const right = await repeat(found.finding, mutant.server.create(), bearer);
      const isSame = Object.hasOwn(SAME_WHEN_RIGHT, name);
      const told = [shows(found, parts, wrong), shows(found, parts, right)];
      // Where several answers are compared, the fault is a difference between what the two servers answer to the same script.
      if (told[0] === undefined) expect(answersOf(wrong)).not.toEqual(answersOf(right));
      else expect(told, wrong.out).toEqual([true, isSame]);
      // Every step that creates something is there again, or the script says nothing of the fault.
      expect(wrong.heard.length).toBe(found.finding.steps?.length ?? 1);
    },
    60_000,
  );
}
