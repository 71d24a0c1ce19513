import { compareApis } from '../../comparison/index.ts';
import { type Api, documentDigest, suggestion } from '../../spec/index.ts';
import { type ClientUse, readUsage } from '../../traffic/index.ts';
import {
  type ApplicationVersion,
  decisionOf,
  type GateDecision,
  type GatePlace,
  type GateReason,
  type GateVerdict,
  type MatrixRow,
} from '../model/decision.ts';
import { labelOfVersion } from '../model/names.ts';
import { FACT_PATHS } from '../registry/fact-paths.ts';
import type { Registry, UsesFact } from '../registry/registry.ts';
import { createDocumentJudge, type DocumentJudge, type JudgedDocument } from './document-judge.ts';

export interface GateQuestion {
  readonly application: ApplicationVersion;
  readonly to: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Milliseconds that a check stays valid. */
  readonly fresh: number;
  /** Operations that a check must have seen succeed, in percent. */
  readonly minCoverage: number;
  /** Allow breaking changes that no deployed consumer uses. */
  readonly allowUnused: boolean;
}

interface Gate {
  readonly question: GateQuestion;
  readonly registry: Registry;
  readonly judge: DocumentJudge;
  readonly deployed: ReadonlyMap<string, string>;
  readonly matrix: MatrixRow[];
  readonly notes: string[];
}

/** Whether a version of an application may go to an environment. */
export async function gateApplication(registry: Registry, question: GateQuestion): Promise<GateDecision> {
  const { application, to } = question;
  const subject = labelOfVersion(application);
  if (!registry.environments.includes(to)) {
    const near = registry.environments.length === 0 ? '' : ` ${suggestion(to, [...registry.environments])}`;
    const reason: GateReason = {
      rule: 'environment',
      verdict: 'unknown',
      subject: to,
      message: `nothing is recorded of the environment ${to}.${near}`.trim(),
      file: `${registry.name}/${FACT_PATHS.environment(to)}`,
      command: `standin gate record environment ${to}`,
    };
    return decisionOf(subject, [reason], { to, matrix: [] });
  }
  const deployed = await registry.deployed(to);
  const gate: Gate = { question, registry, judge: createDocumentJudge(), deployed, matrix: [], notes: [] };
  const because = [...(await asProvider(gate)), ...(await asConsumer(gate))];
  const nothing: GateReason = {
    rule: 'record',
    verdict: 'unknown',
    subject,
    message: `neither a document nor uses of ${subject} are recorded`,
    file: `${registry.name}/${FACT_PATHS.document(application)}`,
    command: `standin gate record document ${subject} openapi.yaml`,
  };
  return decisionOf(subject, because.length === 0 ? [nothing] : because, {
    to,
    matrix: gate.matrix,
    notes: gate.notes,
  });
}

async function documentOf(
  { registry, judge }: Gate,
  application: ApplicationVersion,
): Promise<JudgedDocument | undefined> {
  const api = await registry.document(application);
  return api === undefined ? undefined : judge.judged(api);
}

const unrecordedReason = ({ registry }: Gate, application: ApplicationVersion): GateReason => ({
  rule: 'record',
  verdict: 'unknown',
  subject: labelOfVersion(application),
  message: `the document of ${labelOfVersion(application)} is not recorded`,
  file: `${registry.name}/${FACT_PATHS.document(application)}`,
  command: `standin gate record document ${labelOfVersion(application)} openapi.yaml`,
});

async function asProvider(gate: Gate): Promise<readonly GateReason[]> {
  const { registry, question, deployed } = gate;
  const { application } = question;
  const document = await documentOf(gate, application);
  if (document === undefined) return registry.isProvider(application.name) ? [unrecordedReason(gate, application)] : [];
  const reasons: GateReason[] = [];
  const uses: ClientUse[] = [];
  for (const [name, version] of deployed) {
    if (name === application.name || !registry.isConsumer(name, application.name)) continue;
    const consumer = { name, version };
    const facts = (await registry.uses(consumer)).get(application.name);
    reasons.push(
      facts === undefined
        ? unknownUses(gate, consumer, application)
        : useReason(gate, { consumer, provider: application, facts, document }),
    );
    for (const fact of facts ?? []) uses.push(...usesOf(document.api, fact, labelOfVersion(consumer)));
  }
  reasons.push(await proofReason(gate, document));
  const change = await changeReason(gate, document.api, uses);
  return change === undefined ? reasons : [...reasons, change];
}

async function asConsumer(gate: Gate): Promise<readonly GateReason[]> {
  const { registry, question, deployed } = gate;
  const { application, to } = question;
  const reasons: GateReason[] = [];
  const recorded = await registry.uses(application);
  for (const [name, facts] of recorded) {
    const version = deployed.get(name);
    if (version === undefined) {
      reasons.push({
        rule: 'provider',
        verdict: 'unknown',
        subject: name,
        message: `no version of ${name} is recorded in ${to}`,
        file: `${registry.name}/${FACT_PATHS.deployed(to, name)}`,
        command: `standin gate record deployed ${name}@<version> --to ${to}`,
      });
      continue;
    }
    const provider = { name, version };
    const document = await documentOf(gate, provider);
    reasons.push(
      document === undefined
        ? unrecordedReason(gate, provider)
        : useReason(gate, { consumer: application, provider, facts, document }),
    );
  }
  for (const name of deployed.keys())
    if (registry.isConsumer(application.name, name) && !recorded.has(name))
      reasons.push(unknownUses(gate, application, { name, version: deployed.get(name) ?? '' }));
  return reasons;
}

function unknownUses(
  { matrix, registry }: Gate,
  consumer: ApplicationVersion,
  provider: ApplicationVersion,
): GateReason {
  matrix.push({ consumer: labelOfVersion(consumer), provider: labelOfVersion(provider), works: 'unknown' });
  return {
    rule: 'consumer',
    verdict: 'unknown',
    subject: labelOfVersion(consumer),
    message: `what ${labelOfVersion(consumer)} uses of ${provider.name} is not recorded`,
    file: `${registry.name}/${FACT_PATHS.uses(consumer, provider.name, 'pact')}`,
    command: `standin gate record uses ${labelOfVersion(consumer)} pact=<file> --provider ${provider.name}`,
  };
}

const usesOf = (api: Api, { kind, text, path }: UsesFact, client: string): readonly ClientUse[] =>
  readUsage(api, { kind, text, file: path }).uses.map((use) => ({ ...use, client }));

interface Pairing {
  readonly consumer: ApplicationVersion;
  readonly provider: ApplicationVersion;
  readonly facts: readonly UsesFact[];
  readonly document: JudgedDocument;
}

function useReason(gate: Gate, { consumer, provider, facts, document }: Pairing): GateReason {
  const [client, service] = [labelOfVersion(consumer), labelOfVersion(provider)];
  const uses = facts.flatMap((fact) => usesOf(document.api, fact, client));
  const problems = document.problems(uses);
  const works: GateVerdict = uses.length === 0 ? 'unknown' : problems.length > 0 ? 'no' : 'yes';
  gate.matrix.push({ consumer: client, provider: service, works });
  const rule = labelOfVersion(gate.question.application) === client ? 'provider' : 'consumer';
  const subject = rule === 'provider' ? service : client;
  const file = facts[0]?.path ?? `${gate.registry.name}/${FACT_PATHS.uses(consumer, provider.name, 'pact')}`;
  const about = { rule, verdict: works, subject, file } as const;
  if (works === 'unknown') return { ...about, message: `the files of ${client} name no use of ${provider.name}` };
  return works === 'yes'
    ? { ...about, message: `${service} serves what ${client} uses` }
    : { ...about, message: `${service} does not serve ${client}`, problems };
}

const DAY = 86_400_000;

/** Whether a check of exactly this document passed recently enough. */
async function proofReason({ registry, question }: Gate, { api }: JudgedDocument): Promise<GateReason> {
  const { application, now, fresh, minCoverage } = question;
  const subject = labelOfVersion(application);
  const command = `standin gate record check ${subject} check.ndjson`;
  const fact = await registry.check(application);
  const reason = (verdict: GateVerdict, message: string): GateReason => ({
    rule: 'check',
    verdict,
    subject,
    message,
    file: `${registry.name}/${FACT_PATHS.check(application)}`,
    ...(verdict === 'yes' ? {} : { command }),
  });
  if (fact === undefined) return reason('unknown', `no check of ${subject} is recorded`);
  if (fact.digest !== documentDigest(api)) return reason('unknown', `the check of ${subject} is of another document`);
  if (fact.findings > 0) return reason('no', `the check of ${subject} has ${fact.findings} findings that count`);
  const age = now - fact.at;
  if (age > fresh) return reason('unknown', `the check of ${subject} is ${Math.floor(age / DAY)} days old`);
  if (fact.coverage < minCoverage)
    return reason(
      'no',
      `the check of ${subject} reached ${fact.coverage} % of the operations, and ${minCoverage} % are required`,
    );
  return reason('yes', `the check of ${subject} passed, with ${fact.coverage} % of the operations`);
}

/**
 * Whether the document breaks nothing of the deployed version; `undefined` where none is deployed, or the
 * same one.
 */
async function changeReason(gate: Gate, revision: Api, uses: readonly ClientUse[]): Promise<GateReason | undefined> {
  const { question, deployed } = gate;
  const { application, now, allowUnused } = question;
  const version = deployed.get(application.name);
  if (version === undefined || version === application.version) return undefined;
  const before = { name: application.name, version };
  const document = await documentOf(gate, before);
  if (document === undefined) return unrecordedReason(gate, before);
  const { findings } = compareApis({ base: document.api, revision, now, anyway: true, usage: { uses } });
  const breaking = findings.filter(({ severity }) => severity === 'error');
  const used = breaking.filter(({ uses: clients = [] }) =>
    clients.some(({ breaks, mayBreak }) => breaks + mayBreak > 0),
  );
  const subject = labelOfVersion(before);
  const file = revision.source;
  const counted = used.length > 0 ? used : allowUnused ? [] : breaking;
  if (counted.length === 0)
    return { rule: 'change', verdict: 'yes', subject, message: `nothing breaks that ${subject} served`, file };
  const problems = counted.flatMap(({ check, message, place, reaches, uses: clients = [] }) => {
    const changed: GatePlace = {
      file: place.position?.file ?? (place.document === 'base' ? document.api.source : file),
      pointer: place.pointer,
      ...(place.position === undefined ? {} : { line: place.position.line }),
    };
    const text = `${check} ${reaches.slice(0, 3).join(', ')}: ${message}`;
    const touched = clients.filter(({ breaks, mayBreak }) => breaks + mayBreak > 0);
    if (touched.length === 0)
      return [{ client: 'no known consumer', at: place.pointer, message: text, calls: 0, input: changed }];
    return touched.map(({ client, breaks, mayBreak, input: call }) => ({
      client,
      at: place.pointer,
      message: text,
      calls: breaks + mayBreak,
      input: call ?? changed,
      changed,
    }));
  });
  const isUsed = used.some(({ uses: clients = [] }) => clients.some(({ breaks }) => breaks > 0));
  return isUsed
    ? {
        rule: 'change',
        verdict: 'no',
        subject,
        message: `${counted.length} changes since ${subject} break a deployed consumer`,
        file,
        problems,
      }
    : {
        rule: 'change',
        verdict: 'unknown',
        subject,
        message: `${counted.length} changes since ${subject} are breaking; it is not known whether they break a deployed consumer`,
        file,
        problems,
        ...(used.length > 0
          ? {}
          : { command: 'add --allow-unused where the recorded consumers are all that there are' }),
      };
}
