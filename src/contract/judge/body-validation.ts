import type { Exchange } from '../model/exchange.ts';

/** Which operations look at the body that they are sent. */
export interface BodyValidation {
  saw(seen: Exchange): void;
  /** Whether an operation has refused a body for what it says or how it is written. */
  heeds(operation: string): boolean;
  /** All that have. */
  heeding(): readonly string[];
}

/** Refusals that say nothing of the body: of the sender, and of an item that another case has removed. */
const OF_SOMETHING_ELSE: ReadonlySet<number> = new Set([401, 403, 404, 410, 429]);

export function createBodyValidation(): BodyValidation {
  const heeding = new Set<string>();
  return {
    saw({ operation, purpose: { story }, response: { status } }) {
      // A media type that nobody knows is refused before anybody looks at what came.
      if (operation === undefined || story.kind !== 'broken' || story.fault === 'unsupported-media-type') return;
      const refused = status >= 400 && status < 500 && !OF_SOMETHING_ELSE.has(status);
      if (refused && isInBody(story.pointer)) heeding.add(operation.id);
    },
    heeds: (operation) => heeding.has(operation),
    heeding: () => [...heeding].sort(),
  };
}

/** Whether a place in a message is its body, or in it. */
export function isInBody(pointer: string): boolean {
  return pointer === '/body' || pointer.startsWith('/body/');
}
