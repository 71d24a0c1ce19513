import type { Api } from '../../spec/index.ts';
import type { ClientUse } from '../../traffic/index.ts';
import { decisionOf, type GateDecision, type GateReason } from '../model/decision.ts';
import { createDocumentJudge } from './document-judge.ts';

/** Whether a document serves these clients. Nothing else is checked. */
export function gateDocument(api: Api, uses: readonly ClientUse[], notes: readonly string[]): GateDecision {
  const subject = `${api.title} ${api.version}`;
  const judged = createDocumentJudge().judged(api);
  const clients = [...new Set(uses.map(({ client }) => client))].sort();
  const because = clients.map((client): GateReason => {
    const own = uses.filter((use) => use.client === client);
    const problems = judged.problems(own);
    const file = own[0]?.source.file ?? api.source;
    const calls = own.reduce((sum, use) => sum + (use.isSample === true ? 0 : use.calls), 0);
    if (problems.length > 0)
      return {
        rule: 'consumer',
        verdict: 'no',
        subject: client,
        message: `${subject} does not serve ${client}`,
        file,
        problems,
      };
    const isKnown = own.some((use) => use.kind !== 'exchange' || use.unjudged === undefined);
    if (!isKnown)
      return {
        rule: 'consumer',
        verdict: 'unknown',
        subject: client,
        message: `the recording of ${client} holds no whole call`,
        file,
      };
    return {
      rule: 'consumer',
      verdict: 'yes',
      subject: client,
      message: `${subject} serves all ${calls} known uses of ${client}`,
      file,
    };
  });
  const nothing: GateReason = {
    rule: 'record',
    verdict: 'unknown',
    subject,
    message: 'the files name no use of the API',
    file: api.source,
  };
  const matrix = because.map(({ subject: consumer, verdict }) => ({ consumer, provider: subject, works: verdict }));
  return decisionOf(subject, because.length === 0 ? [nothing] : because, { matrix, notes });
}
