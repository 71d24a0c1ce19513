import type { JsonObject } from '../../core/index.ts';
import type { ErrorFacts } from './error-meanings.ts';

/** RFC 9457 §3, with the extension member `violations`. */
export function problem({ refusal, path, title }: ErrorFacts): JsonObject {
  return {
    type: 'about:blank',
    title,
    status: refusal.status,
    detail: refusal.message,
    instance: path,
    code: refusal.code,
    ...(refusal.violations.length === 0
      ? {}
      : {
          violations: refusal.violations.slice(0, 100).map(({ code, pointer, keyword, message }) => ({
            code,
            pointer,
            ...(keyword === undefined ? {} : { keyword }),
            message,
          })),
        }),
    ...(refusal.hints === undefined || refusal.hints.length === 0 ? {} : { nearest: refusal.hints }),
  };
}
