/** Shares of others' speed (their CPU a request over ours) that we promise ourselves; `by` is another way to start standin. @type {readonly { scenario: string, of: string, by?: string, least: number }[]} */
export const TARGETS = [
  { scenario: 'get', of: 'strict', least: 0.85 },
  { scenario: 'get-any', of: 'strict', least: 0.85 },
  { scenario: 'list', of: 'strict', least: 0.8 },
  { scenario: 'list-after-write', of: 'strict', least: 0.45 },
  { scenario: 'post', of: 'strict', least: 0.72 },
  { scenario: 'get', of: 'strict', by: 'off', least: 0.8 },
  { scenario: 'list', of: 'strict', by: 'off', least: 0.8 },
  { scenario: 'get', of: 'same', least: 1 },
  { scenario: 'list', of: 'same', least: 1.4 },
  { scenario: 'post', of: 'same', least: 0.95 },
  { scenario: 'get', of: 'prism', least: 10 },
  { scenario: 'list', of: 'prism', least: 10 },
  { scenario: 'post', of: 'prism', least: 7 },
  { scenario: 'get', of: 'scalar', least: 6 },
  { scenario: 'list', of: 'scalar', least: 6 },
  { scenario: 'put', of: 'scalar', least: 6 },
  { scenario: 'post', of: 'scalar', least: 6 },
];

/** CPU from the start to the first answer on the embedded document, as a multiple of bare Hono's: the time itself moves with the machine. */
export const START_AT_MOST = 2.5;

/** Bytes at the first answer on the GitHub document. */
export const START_MEMORY_AT_MOST = 250_000_000;

/** Bytes, with a million records. */
export const MEMORY_AT_MOST = 1_000_000_000;

/** What a contract run may take. @type {Record<string, { text: string, met: (run: { seconds: number, cases: number }) => boolean } | undefined>} */
export const CHECK_TARGETS = {
  petstore: { text: 'under 3 s', met: ({ seconds }) => seconds < 3 },
  many: { text: 'at least 2000 cases/s', met: ({ seconds, cases }) => cases / seconds >= 2_000 },
  plan: { text: 'under 5 s', met: ({ seconds }) => seconds < 5 },
};
