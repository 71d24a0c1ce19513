import type { HttpRequest } from '../../core/index.ts';
import type { Generated, Generator, Intent } from '../../generation/index.ts';
import type { Operation } from '../../spec/index.ts';

/** A request for people to try: drawn from the seed, about a record of the world where the path names one. Another `turn` draws another one. */
export interface RequestDrawer {
  draw(world: string, operation: Operation, intent: Intent, turn: number): Promise<Generated<HttpRequest>>;
  /** Every place where a request of this operation can be broken alone. */
  readonly breakable: Generator['breakable'];
}
