import type { Operation } from '../../spec/index.ts';
import { credentialFlags, credentialPlaces } from '../credentials/credential-words.ts';
import type { CaseContext } from '../model/case-context.ts';
import { refusalWords } from '../responses/refusal-words.ts';
import type { RunRecord } from '../result/run-record.ts';
import { createCaseContext } from './create-case-context.ts';
import { ofNoCase } from './outage-tools.ts';
import { plannedOperations } from './planned-operations.ts';
import { sendRead, simpleReads } from './simple-reads.ts';

/** At most this many operations are tried. */
const MOST_ASKED = 5;

/** An operation that refused the credential. */
interface RefusingOperation {
  readonly operation: Operation;
  readonly status: number;
  readonly words: string | undefined;
}

/**
 * Sends some reads before anything else. If each is refused with 401 or 403, and the document has no
 * operation that is open to all, every operation would be. Returns the reason once, and which credential to
 * give.
 */
export async function refusedCaller(run: RunRecord): Promise<readonly string[] | undefined> {
  const operations = plannedOperations(run);
  const { credentials = {}, authCheck = true } = run.options;
  if (!authCheck || isOpenSomewhere(operations) || !isLikely(run, operations)) return undefined;
  const sample = simpleReads(run, operations).slice(0, MOST_ASKED);
  const caseContext = createCaseContext(run.context, ofNoCase('credential', 'reach'), 0);
  const refused: RefusingOperation[] = [];
  for (const operation of sample) {
    const answer = await refusalOf(caseContext, operation);
    if (answer === undefined) return undefined;
    refused.push(answer);
  }
  const uses = operations.flatMap(({ security }) => security.flat());
  const places = credentialPlaces(credentials, uses);
  // A single read may be restricted although others are not. It is enough if every operation requires a
  // credential and none was given.
  const isMissing = places.length === 0 && operations.every(({ security }) => security.length > 0);
  const enough = isMissing && refused.every(({ status }) => status === 401) ? 1 : Math.min(2, operations.length);
  if (refused.length < enough) return undefined;
  // A known caller with few permissions is refused by some operations only; the others can be
  // tested.
  if (places.length > 0 && refused.every(({ status }) => status === 403)) return undefined;
  const words = refused.flatMap((each) => each.words ?? [])[0];
  return reasonsOf(refused, { places, flags: credentialFlags(uses), words: words && run.context.redactor.text(words) });
}

/**
 * Whether the target answers reads without a credential, although the document asks for one. Only for a run
 * without credentials: some reads are sent, and each must have a success.
 */
export async function admitsAll(run: RunRecord): Promise<boolean> {
  const { credentials = {}, fields = [] } = run.options;
  if (fields.length > 0 || Object.values(credentials).some((value) => value !== undefined)) return false;
  const secured = plannedOperations(run).filter(
    ({ security }) => security.length > 0 && security.every((uses) => uses.length > 0),
  );
  const sample = simpleReads(run, secured).slice(0, MOST_ASKED);
  const caseContext = createCaseContext(run.context, ofNoCase('credential', 'reach'), 0);
  for (const operation of sample) {
    const answer = await sendRead(caseContext, operation);
    if (answer === undefined || answer.response.status >= 300) return false;
  }
  return sample.length > 1;
}

/**
 * Whether a credential may be needed: the document says so, one was given, or the first answer of the
 * target was a refusal.
 */
function isLikely({ options: { credentials = {} }, greeting }: RunRecord, operations: readonly Operation[]): boolean {
  const isGiven = Object.values(credentials).some((value) => value !== undefined);
  return isGiven || greeting === 401 || greeting === 403 || operations.some(({ security }) => security.length > 0);
}

/** Whether the document has both operations with a credential and open ones. */
function isOpenSomewhere(operations: readonly Operation[]): boolean {
  const open = operations.filter(({ security }) => security.length === 0 || security.some((uses) => uses.length === 0));
  return open.some(({ isAnonymous }) => isAnonymous === true) || (open.length > 0 && open.length < operations.length);
}

async function refusalOf(caseContext: CaseContext, operation: Operation): Promise<RefusingOperation | undefined> {
  const exchange = await sendRead(caseContext, operation);
  if (exchange === undefined) return undefined;
  const { status, body } = exchange.response;
  return status === 401 || status === 403 ? { operation, status, words: refusalWords(body) } : undefined;
}

/** Facts about a refusal for its message. */
interface RefusalWords {
  readonly places: readonly string[];
  readonly flags: readonly string[];
  readonly words: string | undefined;
}

function reasonsOf(refused: readonly RefusingOperation[], { places, flags, words }: RefusalWords): readonly string[] {
  const refusals = refused.map(({ operation: { method, path }, status }) => `${method} ${path} ${status}`).join(', ');
  const quote = words === undefined ? '' : `: “${words}”`;
  const isGiven = places.length > 0;
  return [
    isGiven
      ? `the service accepts the credential nowhere (${refusals})${quote}. It was sent in ${places.join(', ')}.`
      : `the service refuses every request without a credential (${refusals})${quote}.`,
    `${isGiven ? 'Another one' : 'One'} is given by ${flags.join(', ')} or --auth-cmd. With --no-auth-check the run continues without it.`,
  ];
}
