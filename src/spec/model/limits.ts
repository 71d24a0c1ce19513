/** Limits for a document. A refusal names the limit that was exceeded. */
export interface Limits {
  /** Size of one file in bytes. */
  readonly fileBytes: number;
  /** Size of all files in bytes. */
  readonly totalBytes: number;
  readonly files: number;
  /** Nesting of arrays and objects. */
  readonly depth: number;
  /** YAML alias nodes in one file. */
  readonly aliases: number;
  /** Keys taken over by YAML merges in one file. */
  readonly mergeKeys: number;
  /** Values in one file after aliases are expanded. */
  readonly expandedNodes: number;
}

const MiB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 32 * MiB,
  totalBytes: 64 * MiB,
  files: 20_000,
  depth: 256,
  aliases: 10_000,
  mergeKeys: 10_000,
  expandedNodes: 5_000_000,
};
