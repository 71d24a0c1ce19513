import type { Json } from '../../core/index.ts';

export type ValueResult = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };
