import type { Generator } from '../../generation/index.ts';
import type { Hints } from './hints.ts';

/** A generator that fills its requests with the hinted values. */
export function withHints(generator: Generator, hints: Hints): Generator {
  return {
    ...generator,
    request(operation, intent, where, known) {
      const drawn = generator.request(operation, intent, where, known);
      if (!drawn.ok) return drawn;
      const probed = intent.kind === 'breaks' ? intent.pointer : undefined;
      const chosen = Object.keys(known ?? {}).flatMap((name) =>
        name.startsWith(QUERY) ? [name.slice(QUERY.length)] : [],
      );
      return { ok: true, value: hints.fill(operation, drawn.value, where, { probed, chosen }) };
    },
  };
}

/** What stands before the name of a query parameter whose value is known. */
const QUERY = 'query.';
