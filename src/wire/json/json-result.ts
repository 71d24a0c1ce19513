import type { Json } from '../../core/index.ts';

export type JsonResult =
  /** With `keep-last`, `duplicateKeys` has a JSON Pointer for every repeated name. */
  | { readonly ok: true; readonly value: Json; readonly duplicateKeys?: readonly string[] }
  /** `offset` counts UTF-16 code units from the start of the text. */
  | { readonly ok: false; readonly reason: string; readonly offset: number };
