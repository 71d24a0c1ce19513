import { sequenceOf } from './sequence.ts';

/** A header line and three records (RFC 4180). */
export function csv(name: string): string {
  const next = sequenceOf(name);
  const rows = ['id,name,amount', ...[1, 2, 3].map((id) => `${id},"Row ${id}",${(next() % 10_000) / 100}`)];
  return `${rows.join('\r\n')}\r\n`;
}
