import { createRedactor, type Finding, type LeftOut } from '../../contract/index.ts';
import { fingerprintOf } from '../../findings/index.ts';
import type { Api } from '../../spec/index.ts';
import type { DreddTransaction } from './second-opinion-worker.ts';

type Part = DreddTransaction['faults'][number]['part'];

/** Our checks that concern the same part of an answer. */
const OURS: Readonly<Record<Part, RegExp>> = {
  status: /^(status|operation|accept|reject)\./,
  headers: /^(header|content-type)\./,
  body: /^(schema|body)\./,
  error: /^$/,
};

/**
 * Dredd's errors as findings. Dredd alone is not reliable: it calls valid services faulty (two of five in
 * our measurements), since it keeps no state and does not read 3.1. So a finding of its own is a warning;
 * it becomes an error only where one of our checks found a fault in the same part of the same operation.
 */
export function findingsOf(
  transactions: readonly DreddTransaction[],
  context: {
    readonly api: Api;
    readonly ours: readonly Finding[];
    readonly madeUp: ReadonlySet<string>;
    readonly secrets: readonly string[];
  },
): readonly Finding[] {
  const { text } = createRedactor(context.secrets.map((value) => ({ name: 'SECRET', value })));
  const found = new Map<string, Finding>();
  for (const transaction of transactions.filter(
    (each) => each.verdict === 'failed' && !saysNothing(each, context.madeUp),
  ))
    for (const { part, message } of transaction.faults) {
      const finding = findingOf(transaction, part, text(message), context);
      const before = found.get(finding.fingerprint);
      found.set(finding.fingerprint, before === undefined ? finding : { ...before, count: before.count + 1 });
    }
  return [...found.values()];
}

/** A generated id that does not exist is not a fault of the service. */
export function saysNothing(transaction: DreddTransaction, madeUp: ReadonlySet<string>): boolean {
  return transaction.verdict === 'failed' && transaction.status === 404 && madeUp.has(transaction.operation);
}

/** Internal errors of Dredd and requests that it could not send; they say nothing about the service. */
export function unjudgedTransactions(transactions: readonly DreddTransaction[]): readonly LeftOut[] {
  return transactions
    .filter(({ verdict }) => verdict === 'errored')
    .map(({ operation, faults }) => ({
      ...(operation === '' ? {} : { operation }),
      reason: `not judged by Dredd: ${faults[0]?.message ?? 'it failed'}`,
      count: 1,
    }));
}

function findingOf(
  { operation: id, method, uri }: DreddTransaction,
  part: Part,
  message: string,
  { api, ours }: { readonly api: Api; readonly ours: readonly Finding[] },
): Finding {
  const operation = api.operation(id);
  const check = `dredd.${part}`;
  // Gavel puts the place of a violation first: At '/0/id' Invalid type: null (expected integer).
  const [, place] = /^At '([^']*)'/.exec(message) ?? [];
  const agreed = ours.some(
    (each) =>
      each.about === 'service' && each.severity === 'error' && each.operation === id && OURS[part].test(each.check),
  );
  const position = operation === undefined ? undefined : api.lineOf(operation.pointer);
  return {
    check,
    severity: agreed ? 'error' : 'warning',
    about: 'service',
    tier: 1,
    source: 'dredd',
    ...(operation === undefined
      ? {}
      : { operation: id, endpoint: `${operation.method} ${operation.path}`, pointer: operation.pointer }),
    ...(position === undefined ? {} : { position }),
    ...(part === 'body'
      ? { messagePointer: `/body${place ?? ''}` }
      : part === 'status'
        ? { messagePointer: '/status' }
        : {}),
    expected: 'the documented 2xx answer',
    actual: message,
    message: `Dredd sent ${method} ${uri} and says: ${message}`,
    fingerprint: fingerprintOf({
      check,
      operation: id,
      pointer: operation?.pointer,
      subject: place?.replace(/\/\d+(?=\/|$)/g, '/*'),
    }),
    count: 1,
  };
}
