import type { WitnessRequest } from '../../comparison/index.ts';
import type { Target } from '../../contract/index.ts';
import type { HeaderFields } from '../../core/index.ts';

/** The status of an answer, or why there is none. */
export type WitnessOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

const TIME = 10_000;
const BYTES = 10_000_000;

/** Sends a request that shows a change. Header fields of the caller replace those of the request. Never throws. */
export async function sendWitness(
  target: Target,
  { method, path, query, headers, body }: WitnessRequest,
  own: HeaderFields = [],
): Promise<WitnessOutcome> {
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const mediaType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const outcome = await target.send(
    {
      method,
      path,
      query,
      headers: [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...own],
      body: body === undefined ? { kind: 'none' } : { kind: 'parsed', mediaType, value: null, text: body },
    },
    { timeout: TIME, maxBytes: BYTES },
  );
  if (outcome.kind === 'answered') return { kind: 'answered', status: outcome.status };
  // The status has come, although the content is too large or broke off.
  if (outcome.partial !== undefined) return { kind: 'answered', status: outcome.partial.status };
  return { kind: 'failed', code: outcome.code, message: outcome.message };
}
