import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { Seen } from '../../src/contract/check.ts';
import { EXCHANGE_CHECKS } from '../../src/contract/checks/index.ts';
import type { Finding } from '../../src/contract/index.ts';
import { observe } from '../../src/contract/observe.ts';
import { mutants } from '../targets/catalogue.ts';
import type { Target } from '../targets/http.ts';
import { type Collaborators, collaboratorsOf, tell } from './harness.ts';
import { type Heard, record, shell } from './recorder.ts';

type Mutant = (typeof mutants)[number];

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Findings that nothing repeats, each with its reason. This list may only become shorter. */
const NOT_REPEATED: Readonly<Record<string, string>> = {};

/** Only the published document is wrong: the same server shows what the finding says, whatever it does. */
const isOfDocument = ({ probe }: Mutant): boolean => probe.length === 0;

interface Found {
  readonly finding: Finding;
  readonly seen: Seen;
}

/** The finding that a faulty server is in the catalogue for, with the exchange that its check spoke about. */
async function findingOf(mutant: Mutant, parts: Collaborators): Promise<Found | undefined> {
  const spoken: Seen[] = [];
  const spies = EXCHANGE_CHECKS.filter(({ id }) => mutant.finds.includes(id)).map((check) => {
    const { judge } = check;
    return vi.spyOn(check, 'judge').mockImplementation((seen) => {
      const drafts = judge(seen);
      if (drafts.length > 0) spoken.push(seen);
      return drafts;
    });
  });
  const running = await mutant.create().listen();
  const { bearer } = mutant.server;
  const { summary } = await tell({
    ...parts,
    ...(bearer === undefined ? {} : { credentials: { bearer } }),
    target: new URL(running.url),
    now: () => Date.parse(mutant.now),
    strict: true,
  });
  await running.close();
  for (const spy of spies) spy.mockRestore();
  const finding = summary.findings.find(
    ({ check, exchange }) => mutant.finds.includes(check) && exchange !== undefined,
  );
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
  const again = observe(
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

describe.skipIf(!hasCurl)('What a report prints to repeat a finding (needs curl)', () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    'shows the fault of a fresh server, and nothing on one that is right: %s',
    async (name, mutant) => {
      const parts = await collaboratorsOf(mutant.document());
      const found = await findingOf(mutant, parts);
      const log = (t: string) =>
        appendFileSync('/tmp/out/law.txt', `${name} ${found?.finding.check} ${found?.seen.purpose.story.kind} ${t}\n`);
      if (found === undefined) return log('NO FINDING');
      const { finding } = found;
      if (finding.script === undefined && finding.curl === undefined) return log('NOTHING PRINTED');
      const { bearer } = mutant.server;
      const wrong = await repeat(finding, mutant.create(), bearer);
      const right = await repeat(finding, mutant.server.create(), bearer);
      const decided = finding.script?.includes('exit "$shows"');
      const j = [judged(found, parts, wrong), judged(found, parts, right)];
      const differs = answersOf(wrong).join('\n') !== answersOf(right).join('\n');
      log(
        `${decided ? 'exit' : 'open'} ${wrong.code}/${right.code} judged ${j.join('/')} differs ${differs} doc ${isOfDocument(mutant)} steps ${finding.steps?.length ?? 1}/${wrong.heard.length}`,
      );
      if (process.env.SHOW)
        log(`\n${finding.script ?? finding.curl}\n--- wrong\n${wrong.out}\n--- right\n${right.out}`);
    },
    60_000,
  );
});
