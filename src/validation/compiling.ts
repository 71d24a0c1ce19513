import { StandinError } from '../core/index.ts';

/** Throws `engine.restricted` where no schema can be compiled: every message would pass. */
export function refuseWithoutCompiling(): void {
  try {
    new Function('');
  } catch (cause) {
    throw new StandinError(
      'engine.restricted',
      'Schemas cannot be compiled, because this process does not let code be made from strings; nothing could be validated.',
      { hint: 'Start node without --disallow-code-generation-from-strings.', cause },
    );
  }
}
