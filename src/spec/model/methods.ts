/** Whether a method is safe (RFC 9110 §9.2.1, and QUERY). */
export function isSafe(method: string): boolean {
  return SAFE.has(method);
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);
