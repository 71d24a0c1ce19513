import type { Seen } from './check.ts';

/** Whether an operation is over, as its document says: then 410, and 404, are what it ought to answer (RFC 8594 §3). */
export function isOver({
  operation,
  response: { status },
  settings,
}: Pick<Seen, 'operation' | 'response' | 'settings'>): boolean {
  const sunset = operation?.lifecycle.sunset;
  return sunset !== undefined && sunset < settings.now && (status === 410 || status === 404);
}
