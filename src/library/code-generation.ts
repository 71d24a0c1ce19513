import { StandinError } from '../core/index.ts';

/** Throws `engine.unsupported` where code may not be made from strings: schemas are compiled, and without that nothing could be refused. */
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
