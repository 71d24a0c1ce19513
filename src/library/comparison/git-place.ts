/** A document in a tree of git: `main:openapi.yaml`. */
export interface GitPlace {
  readonly ref: string;
  /** Path from the root of the repository, with `/`. */
  readonly file: string;
}

/** Reads `REF:path`. `undefined` for URLs, drives (`C:\api.yaml`) and paths without a colon. */
export function gitPlaceOf(text: string): GitPlace | undefined {
  const [, ref = '', file = ''] = /^([^:\s]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  if (ref === '' || /^[A-Za-z]$/.test(ref) || ref.startsWith('-') || /^(https?|file)$/i.test(ref)) return undefined;
  return { ref, file };
}
