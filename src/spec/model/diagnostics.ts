import type { Diagnostic, Position } from './api.ts';

export interface Diagnostics {
  readonly list: readonly Diagnostic[];
  add(code: string, severity: Diagnostic['severity'], pointer: string, message: string): void;
}

/** Collects what is wrong with a document. The same thing at the same place is said once; positions are looked up when they are read. */
export function createDiagnostics(positionOf: (pointer: string) => Position | undefined): Diagnostics {
  const list: Diagnostic[] = [];
  const seen = new Set<string>();
  return {
    list,
    add: (code, severity, pointer, message) => {
      const key = `${code} ${pointer} ${message}`;
      if (seen.has(key)) return;
      seen.add(key);
      list.push(located({ code, severity, pointer, message }, positionOf));
    },
  };
}

function located(
  fact: Omit<Diagnostic, 'position'>,
  positionOf: (pointer: string) => Position | undefined,
): Diagnostic {
  return Object.defineProperty({ ...fact }, 'position', {
    enumerable: true,
    get: () => positionOf(fact.pointer),
  });
}
