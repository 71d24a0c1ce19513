import type { Json } from '../../core/index.ts';
import { setOwn } from '../../wire/index.ts';

/** The properties of an object in creation, by name. */
export type Draft = Record<string, Json>;

/** An object whose free properties are made consistent with the others. */
export interface Agreement {
  readonly draft: Draft;
  readonly isFree: (name: string) => boolean;
  readonly fits: (name: string, value: Json) => boolean;
  /** Whether the object is part of a request. */
  readonly isSent: boolean;
}

/** Sets a property if it is free and the value fits its schema. */
export function putFree({ draft, isFree, fits }: Agreement, name: string | undefined, value: Json): void {
  if (name !== undefined && isFree(name) && fits(name, value)) setOwn(draft, name, value);
}
