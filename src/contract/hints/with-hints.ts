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
      return { ok: true, value: hints.fill(operation, drawn.value, where, probed) };
    },
  };
}
