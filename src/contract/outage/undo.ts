import type { HttpRequest } from '../../core/index.ts';
import type { Operation } from '../../spec/index.ts';

export interface Undo {
  readonly operation: Operation;
  readonly request: HttpRequest;
}
