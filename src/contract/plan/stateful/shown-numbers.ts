import { fieldValue, valueAt, withValueAt } from '../../../wire/index.ts';
import { type CaseContext, jsonOf } from '../../model/case-context.ts';
import type { Exchange } from '../../model/exchange.ts';

/** A number in an answer. */
export interface ShownNumber {
  readonly number: number;
  /** Pointer of the number in the answer. */
  readonly at: string;
  readonly exchange: Exchange;
}

/** The number at a place of an answer. Undefined where there is none, or where the answer may be that of an earlier moment. */
export function numberIn(exchange: Exchange, at: string): ShownNumber | undefined {
  const number = valueAt(jsonOf(exchange) ?? null, at);
  return typeof number !== 'number' || mayBeOld(exchange) ? undefined : { number, at, exchange };
}

/** Whether a cache may have kept an answer. */
export function mayBeOld({ response: { headers } }: Exchange): boolean {
  return /max-age=[1-9]/i.test(fieldValue(headers, 'cache-control') ?? '') || fieldValue(headers, 'age') !== undefined;
}

/** Milliseconds between reads of a number that has not followed. */
const PATIENCE = [100, 300, 900];

/** Reads a number until it is as expected, or has had its time. */
export async function readUntil<Shown extends ShownNumber>(
  caseContext: Pick<CaseContext, 'pause'>,
  read: () => Promise<Shown | undefined>,
  expected: number,
): Promise<Shown | undefined> {
  let seen = await read();
  for (const wait of PATIENCE) {
    if (seen === undefined || isNear(seen.number, expected)) break;
    await caseContext.pause(wait);
    seen = await read();
  }
  return seen;
}

/** Whether the document allows another number at the place of one. A service may stop at the least one that it allows. */
export function isAllowed({ at, exchange }: ShownNumber, expected: number): boolean {
  return exchange.couldShow(withValueAt(jsonOf(exchange) ?? null, at, expected));
}

/** Sums of amounts with decimals may differ in the last digits of a double. */
const CLOSE = 1e-6;
/** Services round amounts to cents. */
const CENT = 0.01;

/** Whether a number is the expected one. */
export function isNear(number: number, expected: number): boolean {
  const isInCents = Math.abs(expected * 100 - Math.round(expected * 100)) < CLOSE;
  return Math.abs(number - expected) < (isInCents ? CLOSE : CENT + CLOSE);
}
