import { StandinError } from '../core/index.ts';

/**
 * Throws `engine.unsupported` where code cannot be generated from strings: schemas are compiled, and
 * without that no message could be validated.
 */
export function assertCodeGeneration(): void {
  try {
    Function('return true')();
  } catch (cause) {
    throw new StandinError(
      'engine.unsupported',
      'This Node.js process does not allow code generation from strings, so schemas cannot be compiled.',
      {
        hint: 'Start Node without --disallow-code-generation-from-strings.',
        cause,
      },
    );
  }
}
