import type { Json } from '../../core/index.ts';
import { isArray, valueAt } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';
import { isOver } from './sunsets.ts';

/** Whether a status is the one, or of the class (`2XX`), that a step expects. */
export function fitsStatus(status: number, wanted: Json): boolean {
  const text = String(wanted).toUpperCase();
  return text.endsWith('XX') ? text[0] === String(status)[0] : text === String(status);
}

/**
 * Why a step of a scenario is inconclusive: its operation is past its sunset, or the target limits the
 * rate, and the step does not expect that.
 */
export function excuse(
  exchange: Pick<Exchange, 'operation' | 'response' | 'settings'>,
  expected: Json,
): string | undefined {
  const { status } = exchange.response;
  const several = valueAt(expected, '/statuses');
  const wanted = [valueAt(expected, '/status') ?? [], isArray(several) ? several : []].flat();
  if (wanted.some((each) => fitsStatus(status, each))) return undefined;
  if (status === 429) return '429: the target limits our rate';
  return isOver(exchange) ? `${exchange.operation?.id} is over since its sunset` : undefined;
}
