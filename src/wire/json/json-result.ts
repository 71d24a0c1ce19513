import type { Json } from '../../core/index.ts';

export type JsonResult =
  /** `duplicateKeys` holds a JSON Pointer for every name that stood more than once, where `keep-last` let it pass. */
  | { readonly ok: true; readonly value: Json; readonly duplicateKeys?: readonly string[] }
  /** `offset` counts UTF-16 code units from the start of the text. */
  | { readonly ok: false; readonly reason: string; readonly offset: number };
