import type { Diagnostic, Position } from './api.ts';

export interface Diagnostics {
  readonly list: readonly Diagnostic[];
  add(code: string, severity: Diagnostic['severity'], pointer: string, message: string): void;
}

/**
 * Collects the faults of a document. The same fault at the same place is reported once; positions are
 * computed when read.
 */
export function createDiagnostics(positionOf: (pointer: string) => Position | undefined): Diagnostics {
  const list: Diagnostic[] = [];
  const seen = new Set<string>();
  return {
    list,
    add: (code, severity, pointer, message) => {
      const key = `${code} ${pointer} ${message}`;
      if (seen.has(key)) return;
      seen.add(key);
      list.push(withPosition({ code, severity, pointer, message }, positionOf));
    },
  };
}

function withPosition(
  fact: Omit<Diagnostic, 'position'>,
  positionOf: (pointer: string) => Position | undefined,
): Diagnostic {
  return Object.defineProperty({ ...fact }, 'position', {
    enumerable: true,
    get: () => positionOf(fact.pointer),
  });
}
