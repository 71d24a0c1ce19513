import type { HttpRequest } from '../../core/index.ts';
import type { GenerationResult, Generator, Intent } from '../../generation/index.ts';
import type { Operation } from '../../spec/index.ts';

/**
 * Draws an example request from the seed, for an existing record if the path names one. Each `turn` gives
 * another one.
 */
export interface RequestDrawer {
  draw(world: string, operation: Operation, intent: Intent, turn: number): Promise<GenerationResult<HttpRequest>>;
  /** Every place where a request of this operation can be broken alone. */
  readonly breakable: Generator['breakable'];
}
