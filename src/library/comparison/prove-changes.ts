import type { ChangeFinding, ComparisonSummary, WitnessRequest } from '../../comparison/index.ts';
import type { Api } from '../../spec/index.ts';
import { unreadable } from '../package/modules.ts';

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
  open: (document: object) => Promise<AnsweringMock>,
): Promise<ComparisonSummary> {
  if (!summary.findings.some(({ witness }) => witness?.request !== undefined)) return summary;
  const mocks: AnsweringMock[] = [];
  try {
    for (const api of documents) mocks.push(await open(api.bundled() as object));
    const findings: ChangeFinding[] = [];
    for (const finding of summary.findings) findings.push(await proven(finding, mocks));
    return { ...summary, findings };
  } catch (error) {
    return { ...summary, notes: [...summary.notes, `The changes were not tried on mocks: ${unreadable(error)}`] };
  } finally {
    for (const mock of mocks) await mock.close();
  }
}

async function proven(finding: ChangeFinding, mocks: readonly AnsweringMock[]): Promise<ChangeFinding> {
  const { witness } = finding;
  const request = witness?.request;
  if (witness === undefined || request === undefined) return finding;
  const statuses: number[] = [];
  for (const mock of mocks) {
    const sent = platformRequest(request);
    if (sent === undefined) return finding;
    const answer = await mock.fetch(sent);
    await answer.body?.cancel();
    statuses.push(answer.status);
  }
  const [before = 0, now = 0] = statuses;
  return { ...finding, witness: { ...witness, answers: { base: before, revision: now } } };
}

/** `undefined` for a request that the platform does not build, such as a GET with a body. */
function platformRequest({ method, path, query, headers, body }: WitnessRequest): Request | undefined {
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  try {
    const url = `http://localhost${path}${query === '' ? '' : `?${query}`}`;
    return new Request(url, body === undefined ? init : { ...init, body });
  } catch {
    return undefined;
  }
}
