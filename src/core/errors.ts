/** Every error that standin throws on purpose: what it means in general, and the exit status of a command that ends with it. */
export const ERRORS = {
  'document.unreadable': { text: 'The OpenAPI document cannot be read.', exit: 2 },
  'document.unreachable': { text: 'The OpenAPI document cannot be fetched now.', exit: 3 },
  'document.refused': { text: 'The OpenAPI document is refused.', exit: 2 },
  'config.invalid': { text: 'The configuration is wrong.', exit: 2 },
  'mocks.invalid': { text: 'The mocks module is wrong.', exit: 2 },
  'data.invalid': { text: 'The data does not fit the document.', exit: 2 },
  usage: { text: 'The command line is wrong.', exit: 2 },
  'port.taken': { text: 'The port is in use.', exit: 2 },
  'listen.failed': { text: 'The server cannot listen.', exit: 2 },
  'state.unavailable': { text: 'The state engine cannot be had.', exit: 2 },
  'state.damaged': { text: 'The stored state is damaged.', exit: 2 },
  'state.full': { text: 'The state is full.', exit: 70 },
  'scenario.unknown': { text: 'There is no such scenario.', exit: 2 },
  'report.unwritable': { text: 'A report cannot be written.', exit: 3 },
  'engine.unsupported': { text: 'The JavaScript engine cannot run standin as it is set up.', exit: 2 },
  internal: { text: 'A defect in standin.', exit: 70 },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** The only thing that standin throws on purpose. Match on `code`, never on the message. Breaches of contract are data and are not thrown. */
export class StandinError extends Error {
  override readonly name = 'StandinError';
  readonly code: ErrorCode;
  /** What the user can do about it. */
  readonly hint: string | undefined;
  constructor(code: ErrorCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}
