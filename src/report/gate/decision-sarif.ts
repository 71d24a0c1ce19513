import type { JsonObject } from '../../core/index.ts';
import type { GateDecision, GatePlace, GateProblem, GateReason, GateRule } from '../../gate/index.ts';
import { visibleLines } from '../../look/index.ts';
import { fileUri, ruleName, sarifLog } from '../sarif-log.ts';

/** What each rule of the gate asks. */
const QUESTIONS: Readonly<Record<GateRule, string>> = {
  consumer: 'Does the document serve each consumer?',
  provider: 'Do the deployed providers serve what the consumer uses?',
  check: 'Has a recent check of exactly this document passed?',
  change: 'Does every deployed consumer still work after the changes since the deployed version?',
  environment: 'Is the environment recorded?',
  record: 'Is anything recorded of the version?',
};

/** A decision as SARIF 2.1.0: one result for each problem of a reason against the deployment. */
export function decisionSarif(decision: GateDecision, version = '0'): string {
  const against = decision.because.filter(({ verdict }) => verdict !== 'yes');
  const rules = [...new Set(against.map(({ rule }) => rule))];
  const driver = {
    name: 'standin gate',
    version,
    rules: rules.map((rule) => ({
      id: ruleId(rule),
      name: ruleName(ruleId(rule)),
      shortDescription: { text: QUESTIONS[rule] },
      defaultConfiguration: { level: 'error' },
    })),
  };
  const results = against.flatMap((reason) => {
    const ruleIndex = rules.indexOf(reason.rule);
    const { problems = [] } = reason;
    return problems.length === 0
      ? [resultOf(reason, ruleIndex)]
      : problems.map((problem) => resultOf(reason, ruleIndex, problem));
  });
  return sarifLog({ tool: { driver }, columnKind: 'utf16CodeUnits', results });
}

const ruleId = (rule: GateRule): string => `gate.${rule}`;

/** What is not known counts as no, so both are errors. */
function resultOf(reason: GateReason, ruleIndex: number, problem?: GateProblem): JsonObject {
  const { rule, verdict, subject, message, file, command } = reason;
  const place = problem?.changed ?? problem?.input ?? { file };
  const text = [
    problem === undefined ? message : `${message}. ${problem.client} ${problem.at}: ${problem.message}`,
    ...(command === undefined ? [] : [command]),
  ].join('\n');
  return {
    ruleId: ruleId(rule),
    ruleIndex,
    level: 'error',
    message: { text: visibleLines(text) },
    locations: [location(place)],
    ...(problem?.changed === undefined ? {} : { relatedLocations: [location(problem.input)] }),
    partialFingerprints: {
      'standin/gate/v1': [
        rule,
        subject.replace(/@[^@]*$/, ''),
        problem?.client ?? '',
        problem?.at ?? '',
        problem?.message ?? '',
      ].join(' '),
    },
    ...(problem === undefined || problem.calls === 0 ? {} : { occurrenceCount: problem.calls }),
    properties: { verdict, subject, ...(command === undefined ? {} : { command }) },
  };
}

/** GitHub shows only results with a line. If it is not known, it is the first one. */
function location({ file, line = 1, pointer }: Partial<GatePlace> & Pick<GatePlace, 'file'>): JsonObject {
  return {
    physicalLocation: { artifactLocation: { uri: fileUri(inTree(file)) }, region: { startLine: line } },
    ...(pointer === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }] }),
  };
}

/** The path of a file that was read from a tree of git (`main:contracts/…`). A single letter is a drive. */
const inTree = (file: string): string => file.replace(/^[^:\s]{2,}:(?!\/\/)/, '');
