import type { ChangeFinding, ComparisonSummary } from '../../comparison/index.ts';
import { createFetchTarget, type Target } from '../../contract/index.ts';
import type { Api } from '../../spec/index.ts';
import { unreadable } from '../package/modules.ts';
import { sendWitness } from './send-witness.ts';

/** Opens a mock of a document, by the same clock as the comparison. */
interface MockOpener {
  readonly open: (document: object) => Promise<AnsweringMock>;
  readonly now: () => number;
}

/** Origin of the requests that mocks in this process get. */
const LOCAL = 'http://localhost';

/** A mock that answers in process. */
interface AnsweringMock {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Sends each request that shows a change to mocks of both documents, and adds both statuses to it. A
 * document that no mock can serve is named in the notes.
 */
export async function proveChanges(
  summary: ComparisonSummary,
  documents: readonly [base: Api, revision: Api],
  { open, now }: MockOpener,
): Promise<ComparisonSummary> {
  if (!summary.findings.some(({ witness }) => witness?.request !== undefined)) return summary;
  const mocks: AnsweringMock[] = [];
  try {
    for (const api of documents) mocks.push(await open(api.bundled() as object));
    const findings: ChangeFinding[] = [];
    const targets = mocks.map((mock) => createFetchTarget((request) => mock.fetch(request), { now, base: LOCAL }));
    for (const finding of summary.findings) findings.push(await proven(finding, targets));
    return { ...summary, findings };
  } catch (error) {
    return { ...summary, notes: [...summary.notes, `The changes were not tried on mocks: ${unreadable(error)}`] };
  } finally {
    for (const mock of mocks) await mock.close();
  }
}

async function proven(finding: ChangeFinding, mocks: readonly Target[]): Promise<ChangeFinding> {
  const { witness } = finding;
  const request = witness?.request;
  if (witness === undefined || request === undefined) return finding;
  const statuses: number[] = [];
  for (const mock of mocks) {
    const outcome = await sendWitness(mock, request);
    if (outcome.kind === 'failed') return finding;
    statuses.push(outcome.status);
  }
  const [before = 0, now = 0] = statuses;
  return { ...finding, witness: { ...witness, answers: { base: before, revision: now } } };
}
