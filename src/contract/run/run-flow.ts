import type { CaseResult, Finding } from '../model/events.ts';
import { type CaseEnd, type CaseProgress, type Flow, type FlowRunner, STOPPED } from '../model/flow.ts';
import type { StepEnd } from '../model/step-end.ts';
import { emptyHistory } from '../repeat/history.ts';
import type { AnsweredOutcome } from '../transport/target.ts';

/**
 * Runs a flow, and again on fresh connections if it has an unconfirmed failure. `from`: the number of
 * earlier attempts.
 */
export async function runFlow(runner: FlowRunner, flow: Flow, from = 0): Promise<readonly CaseEnd[]> {
  return repeatFlow(runner, flow, from, await attempt(runner, flow, from));
}

/** Runs a flow again, if its first attempt has an unconfirmed failure. */
async function repeatFlow(
  runner: FlowRunner,
  flow: Flow,
  from: number,
  first: readonly FlowAttempt[],
): Promise<readonly CaseEnd[]> {
  const postponed = first.some(({ gathered }) => gathered.postponed === true);
  const doubtful =
    !postponed &&
    first.some(
      ({ gathered }) => isUnconfirmedLate(runner, gathered) || unconfirmedFailures(runner, gathered).length > 0,
    );
  const second = doubtful && !runner.aborted() ? await attempt(runner, flow, from + 1) : undefined;
  return first.map((run, index) => conclude(runner, run, second?.[index]));
}

/**
 * Runs a flow in parallel with others. Where no answer comes in time, they may be the reason. The flow then
 * runs again alone, and that result counts; a time-out counts if it is repeated alone.
 */
export async function runTogether(
  runner: FlowRunner,
  flow: Flow,
): Promise<readonly CaseEnd[] | (() => Promise<readonly CaseEnd[]>)> {
  const first = await attempt(runner, flow, 0);
  const isLate = first.some(({ gathered }) => isUnconfirmedLate(runner, gathered));
  if (!isLate || first.some(({ gathered }) => gathered.postponed === true)) return repeatFlow(runner, flow, 0, first);
  return async () => {
    const isStillLate = first.some(({ gathered }) => isUnconfirmedLate(runner, gathered));
    if (runner.aborted() || !isStillLate) return first.map((run) => conclude(runner, run, undefined));
    const alone = await attempt(runner, flow, 1);
    // An answer that came only alone is judged like a first one.
    const judged = first.map((run, index) => {
      const other = alone[index];
      return run.gathered.timedOut && other !== undefined && !other.gathered.timedOut ? other : run;
    });
    const doubtful = judged.some((run) => alone.includes(run) && unconfirmedFailures(runner, run.gathered).length > 0);
    const replay = doubtful && !runner.aborted() ? await attempt(runner, flow, 2) : undefined;
    return judged.map((run, index) => {
      if (!alone.includes(run)) return conclude(runner, run, alone[index]);
      const end = withSpent(conclude(runner, run, replay?.[index]), first[index]);
      return end.result.verdict === 'passed' ? { ...end, result: { ...end.result, flaky: true } } : end;
    });
  };
}

/** Whether a time-out would be a finding, and no other case has shown it. */
function isUnconfirmedLate(runner: FlowRunner, { timedOut, late }: CaseProgress): boolean {
  return timedOut && late !== undefined && !runner.confirmed.has(late.fingerprint);
}

/**
 * Runs a flow in parallel with others. They may cause its failures, so a failed flow runs again alone, and
 * that result counts. A failure seen only in parallel counts only if the flow cannot run again.
 */
export async function runBeside(
  runner: FlowRunner,
  flow: Flow,
): Promise<readonly CaseEnd[] | (() => Promise<readonly CaseEnd[]>)> {
  const beside = await attempt(runner, flow, 0, true);
  // Flows in parallel to a life cycle do not affect its items. An inconclusive step would be
  // inconclusive alone as well.
  const mayBeMute = flow.turn === 'living';
  if (beside.every((run) => isClear(run) || (mayBeMute && isSilent(run) && isMute(run.end))))
    return beside.map((run) => conclude(runner, run, undefined));
  return async () => {
    const alone = await attempt(runner, flow, 1);
    const doubtful = alone.some(({ gathered }, index) => gathered.timedOut || !isSeen(runner, gathered, beside[index]));
    const replay = doubtful && !runner.aborted() ? await attempt(runner, flow, 2) : undefined;
    return alone.map((run, index) => {
      const before = beside[index];
      // A result that can occur only once counts, if the repeated attempt is inconclusive.
      if (before !== undefined && isMute(run.end) && (failures(before.gathered).length > 0 || hasPassed(before)))
        return conclude(runner, before, run);
      const end = conclude(runner, run, (replay ?? beside)[index]);
      return replay === undefined ? end : withSpent(end, before);
    });
  };
}

/** Whether an end says nothing about the target. */
function isMute({ kind }: StepEnd): boolean {
  return kind === 'inconclusive' || kind === 'skipped';
}

function hasPassed(tried: FlowAttempt): boolean {
  return isClear(tried) && tried.end.kind === 'passed';
}

/** Whether a case ended without a failure and without an obstacle. */
function isClear(tried: FlowAttempt): boolean {
  const { end } = tried;
  const ended =
    end.kind === 'passed' || end.kind === 'skipped' || (end.kind === 'inconclusive' && end.lasting === true);
  return ended && isSilent(tried);
}

function isSilent({ gathered }: FlowAttempt): boolean {
  return (
    !gathered.timedOut && gathered.findings.every(({ about, severity }) => about !== 'service' || severity === 'info')
  );
}

/** Whether all failures of a case occurred in another attempt, too. */
function isSeen(runner: FlowRunner, gathered: CaseProgress, other: FlowAttempt | undefined): boolean {
  const there = new Set(other?.gathered.findings.map(({ fingerprint }) => fingerprint));
  return unconfirmedFailures(runner, gathered).every(({ fingerprint }) => there.has(fingerprint));
}

function withSpent(end: CaseEnd, tried: FlowAttempt | undefined): CaseEnd {
  if (tried === undefined) return end;
  return { ...end, duration: end.duration + tried.duration, requests: end.requests + tried.gathered.requests };
}

interface FlowAttempt {
  readonly gathered: CaseProgress;
  readonly end: StepEnd;
  readonly duration: number;
}

async function attempt(
  runner: FlowRunner,
  flow: Flow,
  number: number,
  beside = false,
): Promise<readonly FlowAttempt[]> {
  const acts = flow.begin();
  const tried: FlowAttempt[] = [];
  const history = emptyHistory();
  for (const [index, planned] of flow.cases.entries()) {
    const act = acts[index];
    const gathered: CaseProgress = {
      case: planned,
      beside,
      findings: [],
      history,
      requests: 0,
      timedOut: false,
      late: undefined,
    };
    const begun = performance.now();
    let end: StepEnd = { kind: 'skipped', reason: STOPPED };
    if (act !== undefined && !runner.aborted()) {
      try {
        end = await runner.bounded(act(runner.caseContextOf(gathered, number)));
      } catch (cause) {
        end = { kind: 'errored', reason: runner.defect(cause) };
      }
    }
    tried.push({ gathered, end, duration: performance.now() - begun });
  }
  return tried;
}

function failures(gathered: CaseProgress): readonly Finding[] {
  return gathered.findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
}

function unconfirmedFailures(runner: FlowRunner, gathered: CaseProgress): readonly Finding[] {
  return failures(gathered).filter(({ fingerprint }) => !runner.confirmed.has(fingerprint));
}

/**
 * A failure counts if the replay failed in the same way or was inconclusive. It is flaky if the replay had
 * another result.
 */
function conclude(runner: FlowRunner, first: FlowAttempt, second: FlowAttempt | undefined): CaseEnd {
  const { gathered } = first;
  const known =
    gathered.late !== undefined && runner.confirmed.has(gathered.late.fingerprint) ? gathered.late : undefined;
  const repeatedly = gathered.timedOut
    ? (known ?? (second?.gathered.timedOut ? second.gathered.late : undefined))
    : undefined;
  const late = repeatedly !== undefined;
  const found = late ? [...gathered.findings, repeatedly] : gathered.findings;
  const again = new Set(second?.gathered.findings.map(({ fingerprint }) => fingerprint));
  const mute = second === undefined || isMute(second.end);
  const findings = found.map((finding) => {
    const counted = finding.severity === 'error' && finding.about === 'service';
    if (!counted || runner.confirmed.has(finding.fingerprint)) return finding;
    if (again.has(finding.fingerprint) || mute || late || isOfRate(finding) || isHindered(finding, second)) {
      runner.confirmed.add(finding.fingerprint);
      return finding;
    }
    return { ...finding, flaky: true, replay: replayText(finding, second) };
  });
  return {
    case: gathered.case,
    result: resultOf(first.end, findings, gathered.timedOut && !late && second !== undefined),
    findings,
    duration: first.duration + (second?.duration ?? 0),
    requests: gathered.requests + (second?.gathered.requests ?? 0),
    ...(gathered.postponed === true ? { postponed: true } : {}),
  };
}

/** What the replay showed in place of a finding: how it ended, and the answer to the same operation if that differs. */
function replayText({ exchange, operation }: Finding, { gathered, end }: FlowAttempt): string {
  const [other] = failures(gathered);
  const ended = other === undefined ? REPLAY_ENDS[end.kind] : `The replay showed another fault, ${other.check}`;
  const before = exchange?.response?.status;
  const answer = lastAnswer(gathered, operation);
  if (before === undefined || answer === undefined || answer.status === before) return `${ended}.`;
  return `${ended}. The first answer was ${before}, that of the replay ${answer.status}.`;
}

const REPLAY_ENDS: Readonly<Record<StepEnd['kind'], string>> = {
  passed: 'The replay passed',
  inconclusive: 'The replay showed nothing',
  skipped: 'The replay showed nothing',
  errored: 'The replay could not be run',
};

/** The last answer of an operation in a case. */
function lastAnswer(gathered: CaseProgress, operation: string | undefined): AnsweredOutcome | undefined {
  const past = gathered.history.exchanges.findLast(
    (each) => each.case === gathered.case.id && each.operation?.id === operation,
  )?.outcome;
  return past?.kind === 'answered' ? past : undefined;
}

/**
 * Whether the replay was refused for the state of the target, where the finding is about a success: that shows nothing
 * of it, unless that refusal is right. A record with the same unique value may be there since the first attempt.
 */
function isHindered({ exchange, operation, expected }: Finding, { gathered }: FlowAttempt): boolean {
  if ((exchange?.response?.status ?? 400) > 299 || /\b(4\d\d|4xx)\b|refus/i.test(withoutCredentialStatus(expected)))
    return false;
  const answer = lastAnswer(gathered, operation);
  return answer !== undefined && HINDRANCES.has(answer.status);
}

/** A refusal of the credential admits another one. */
const withoutCredentialStatus = (text: string): string => text.replace(/\b40[13]\b/g, '');

const HINDRANCES: ReadonlySet<number> = new Set([409, 423, 429]);

/** Whether a finding is about a 429. The run cannot choose when the next one comes. */
function isOfRate({ check, exchange }: Finding): boolean {
  return exchange?.response?.status === 429 && /^(header|content-type|body)\.|^reject\.error-shape$/.test(check);
}

function resultOf(end: StepEnd, findings: readonly Finding[], slowOnce: boolean): CaseResult {
  const counted = findings.filter(({ severity, about }) => severity === 'error' && about === 'service');
  const flaky = counted.some((finding) => finding.flaky === true) || slowOnce ? { flaky: true } : {};
  const steady = counted.filter((finding) => finding.flaky !== true);
  const fingerprints = [...new Set((steady.length > 0 ? steady : counted).map(({ fingerprint }) => fingerprint))];
  if (fingerprints.length > 0) return { verdict: 'failed', fingerprints, ...flaky };
  return end.kind === 'passed' ? { verdict: 'passed', ...flaky } : { verdict: end.kind, reason: end.reason };
}
