import { createHash } from 'node:crypto';
import {
  CHECKS,
  type DeprecatedPart,
  type Finding,
  type RecordedBody,
  type RecordedExchange,
} from '../../contract/index.ts';
import type { Json, JsonObject } from '../../core/index.ts';
import { visibleLines } from '../../look/index.ts';
import { markdownProse } from '../escape-text.ts';
import { type FoldedFinding, foldFindings, followingText } from '../finding-folds.ts';
import type { Reporter, ReporterOptions } from '../reporter.ts';
import { questionOf, ruleLink } from '../rule-links.ts';
import { fileUri, ruleName, sarifLog } from '../sarif-log.ts';
import { documentReporter, type RunStory } from '../story.ts';
import { bySunset, deprecatedFacts, endpointOf, outcomeText, partText } from '../words.ts';

/** SARIF 2.1.0 for code-scanning pages: each finding on the document's line, with a fingerprint that survives runs. */
export function createSarifReporter(options: ReporterOptions): Reporter {
  return documentReporter(options, (story) => sarifLog(run(story, options.version)));
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const DEPRECATED = 'deprecated.part';

function run(story: RunStory, version = '0'): JsonObject {
  const { summary } = story;
  const ruleIds = [
    ...new Set(summary.findings.map(({ check }) => check)),
    ...(summary.deprecated.length > 0 ? [DEPRECATED] : []),
  ];
  const groups = groupsOf(summary.findings);
  return {
    tool: { driver: { name: 'standin', version, rules: ruleIds.map((id) => rule(id, summary.findings)) } },
    automationDetails: { id: `standin-check/${visibleLines(summary.api.title)}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [invocation(story)],
    results: [
      ...summary.findings.map((finding) =>
        result(finding, groups.get(finding), ruleIds.indexOf(finding.check), summary.api.source),
      ),
      ...bySunset(summary.deprecated).map((part) =>
        deprecatedResult(part, ruleIds.indexOf(DEPRECATED), summary.api.source),
      ),
    ],
  };
}

function rule(id: string, findings: readonly Finding[]): Json {
  const first = findings.find(({ check }) => check === id);
  const level = first === undefined ? 'none' : LEVELS[first.severity];
  const text = first === undefined ? 'A part of the API that is deprecated.' : questionOf(id);
  const example = first === undefined ? [] : [`Such as: ${endpointOf(first)}: ${first.message}`];
  const known = CHECKS.find((check) => check.id === id);
  const guard = known?.guard === undefined ? [] : [`Not judged: ${known.guard}`];
  const change =
    known === undefined
      ? []
      : [
          `standin checks ${id} explains the check with an example. standin check … --only <fingerprint> repeats a finding.`,
          `To turn it off for one run: --check ${id}=off. For all runs: checks in the config file. To accept known findings: --baseline <file> --update-baseline.`,
        ];
  const help = [text, ...example, ...guard, ...change];
  const link = ruleLink(id);
  const rule = link === undefined ? [] : [`[The rule in its specification](${link})`];
  return {
    id,
    name: ruleName(id),
    shortDescription: { text },
    fullDescription: { text: [text, ...guard].join(' ') },
    help: {
      text: help.join('\n\n'),
      markdown: [...help.map(markdownProse), ...rule].join('\n\n'),
    },
    ...(link === undefined ? {} : { helpUri: link }),
    defaultConfiguration: { level },
    properties: { tags: ['contract', ...(first === undefined ? ['deprecated'] : [first.about, `tier-${first.tier}`])] },
  };
}

function invocation({ summary }: RunStory): Json {
  return {
    executionSuccessful: summary.exitStatus === 0 || summary.exitStatus === 1,
    exitCode: summary.exitStatus,
    exitCodeDescription: outcomeText(summary),
    startTimeUtc: new Date(summary.startedAt).toISOString(),
    endTimeUtc: new Date(summary.startedAt + summary.duration).toISOString(),
  };
}

/** The findings of one problem, by each of them. Only problems of several findings. */
function groupsOf(findings: readonly Finding[]): ReadonlyMap<Finding, FoldedFinding> {
  const groups = foldFindings(findings).filter(({ following }) => following.length > 0);
  return new Map(
    groups.flatMap((group) => [group.finding, ...group.following].map((finding) => [finding, group] as const)),
  );
}

/** What is wrong, what was expected, and which findings belong together. */
function textOf(finding: Finding, group: FoldedFinding | undefined): string {
  const others = group === undefined ? undefined : relationText(finding, group);
  return [
    finding.message,
    ...(finding.flaky === true
      ? ['Flaky: a repeat of the request did not show it.', ...(finding.replay === undefined ? [] : [finding.replay])]
      : []),
    `Expected: ${finding.expected}`,
    `Actual: ${finding.actual}`,
    ...(others === undefined ? [] : [others]),
  ].join('\n');
}

function relationText(finding: Finding, group: FoldedFinding): string | undefined {
  const lead = group.finding;
  if (finding === lead) return followingText(group)?.replace(/^./, (letter) => letter.toUpperCase());
  return `Belongs to the problem ${lead.check} of ${endpointOf(lead)} (${lead.fingerprint}).`;
}

/** A GUID that is the same in every run, from a fingerprint. */
function guidOf(fingerprint: string): string {
  const digits = createHash('sha256').update(fingerprint).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-5${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20, 32)}`;
}

function result(finding: Finding, group: FoldedFinding | undefined, ruleIndex: number, source: string): Json {
  const { exchange, known } = finding;
  return {
    ruleId: finding.check,
    ruleIndex,
    level: finding.flaky === true ? 'note' : LEVELS[finding.severity],
    message: { text: visibleLines(textOf(finding, group)) },
    ...(group === undefined ? {} : { correlationGuid: guidOf(group.finding.fingerprint) }),
    locations: [location(finding, source, endpointOf(finding))],
    partialFingerprints: { 'standin/v1': finding.fingerprint, primaryLocationLineHash: `${finding.fingerprint}:1` },
    occurrenceCount: finding.count,
    ...(known === undefined
      ? {}
      : { suppressions: [{ kind: 'external', status: 'accepted', justification: known.reason }] }),
    ...(exchange === undefined ? {} : messages(exchange)),
    properties: {
      about: finding.about,
      ...(finding.case === undefined ? {} : { case: finding.case }),
      ...(finding.messagePointer === undefined ? {} : { messagePointer: finding.messagePointer }),
      ...(finding.curl === undefined ? {} : { curl: finding.curl }),
      ...(finding.steps === undefined ? {} : { steps: finding.steps.map(({ title }) => title) }),
      ...(finding.script === undefined ? {} : { script: finding.script }),
    },
  };
}

/** Use of deprecated parts is informational: that kind of SARIF result has no level. */
function deprecatedResult(part: DeprecatedPart, ruleIndex: number, source: string): Json {
  const successor = part.successor === undefined ? '' : ` Use ${part.successor} instead.`;
  return {
    ruleId: DEPRECATED,
    ruleIndex,
    kind: 'informational',
    level: 'none',
    message: {
      text: visibleLines(
        `${part.kind} ${partText(part)} is deprecated: ${deprecatedFacts(part).join('; ')}.${successor}`,
      ),
    },
    locations: [location(part, source, part.endpoint)],
    partialFingerprints: { 'standin/deprecated/v1': part.pointer },
    properties: { ...(part.daysLeft === undefined ? {} : { daysLeft: part.daysLeft }) },
  };
}

/** GitHub shows only results with a file. If the place is not known, it is the first line of the document. */
function location(at: Pick<Finding, 'position' | 'pointer'>, source: string, endpoint: string): Json {
  return {
    physicalLocation: {
      artifactLocation: { uri: fileUri(at.position?.file ?? source) },
      region: { startLine: at.position?.line ?? 1, startColumn: at.position?.column ?? 1 },
    },
    logicalLocations: [
      {
        name: visibleLines(endpoint),
        ...(at.pointer === undefined ? {} : { fullyQualifiedName: at.pointer }),
        kind: 'member',
      },
    ],
  };
}

function messages({ request, response, failure }: RecordedExchange): JsonObject {
  return {
    webRequest: {
      method: request.method,
      target: request.url,
      headers: fieldMap(request.headers),
      ...(request.body === undefined ? {} : { body: content(request.body) }),
    },
    webResponse:
      response === undefined
        ? { noResponseReceived: true, reasonPhrase: failure?.message ?? '' }
        : {
            statusCode: response.status,
            reasonPhrase: response.reason ?? '',
            headers: fieldMap(response.headers),
            ...(response.body === undefined ? {} : { body: content(response.body) }),
          },
  };
}

const content = (body: RecordedBody): Json =>
  body.encoding === 'base64' ? { binary: body.text } : { text: body.text };

function fieldMap(fields: readonly (readonly [string, string])[]): JsonObject {
  const map = new Map<string, string>();
  for (const [name, value] of fields) {
    const earlier = map.get(name);
    map.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  return Object.fromEntries(map);
}
