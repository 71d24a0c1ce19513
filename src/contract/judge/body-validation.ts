import type { Exchange } from '../model/exchange.ts';

/** Tracks which operations validate the bodies that they receive. */
export interface BodyValidation {
  saw(exchange: Exchange): void;
  /** Whether an operation has refused a body because of its content or form. */
  validates(operation: string): boolean;
  /** All operations that have. */
  validating(): readonly string[];
}

/** Refusals that are not about the body: about the sender, or about an item that another case has removed. */
const OF_SOMETHING_ELSE: ReadonlySet<number> = new Set([401, 403, 404, 410, 429]);

export function createBodyValidation(): BodyValidation {
  const validating = new Set<string>();
  return {
    saw({ operation, purpose: { story }, response: { status } }) {
      // An unknown media type is refused without a look at the body.
      if (operation === undefined || story.kind !== 'broken' || story.fault === 'unsupported-media-type') return;
      const refused = status >= 400 && status < 500 && !OF_SOMETHING_ELSE.has(status);
      if (refused && isInBody(story.pointer)) validating.add(operation.id);
    },
    validates: (operation) => validating.has(operation),
    validating: () => [...validating].sort(),
  };
}

/** Whether a message pointer is the body, or inside it. */
export function isInBody(pointer: string): boolean {
  return pointer === '/body' || pointer.startsWith('/body/');
}
