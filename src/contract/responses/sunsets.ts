import type { Operation } from '../../spec/index.ts';
import { fieldValue, parseHttpDate } from '../../wire/index.ts';
import type { Exchange } from '../model/exchange.ts';

/** When an operation ends: by its document, or else by the Sunset field of the answer (RFC 8594 §3). */
export interface End {
  readonly at: number;
  readonly by: 'document' | 'answer';
}

export function endOf(operation: Operation | undefined, sunsetField: string | undefined): End | undefined {
  const documented = operation?.lifecycle.sunset;
  if (documented !== undefined) return { at: documented, by: 'document' };
  const received = sunsetField === undefined ? undefined : parseHttpDate(sunsetField);
  return received === undefined ? undefined : { at: received, by: 'answer' };
}

/** The end of the operation of an exchange. */
export function endIn({ operation, response }: Pick<Exchange, 'operation' | 'response'>): End | undefined {
  return endOf(operation, fieldValue(response.headers, 'sunset'));
}

/** Whether an operation is past its documented end. It should then answer 410 or 404 (RFC 8594 §3). */
export function isOver({
  operation,
  response: { status },
  settings,
}: Pick<Exchange, 'operation' | 'response' | 'settings'>): boolean {
  const sunset = operation?.lifecycle.sunset;
  return sunset !== undefined && sunset < settings.now && (status === 410 || status === 404);
}
