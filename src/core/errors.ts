/**
 * Codes of all errors that standin throws on purpose, with their meaning and the exit status of a command
 * that ends with them.
 */
export const ERRORS = {
  'document.unreadable': { text: 'The OpenAPI document cannot be read.', exit: 2 },
  'document.unreachable': { text: 'The OpenAPI document cannot be fetched at the moment.', exit: 3 },
  'document.refused': { text: 'The OpenAPI document is refused.', exit: 2 },
  'config.invalid': { text: 'The configuration is wrong.', exit: 2 },
  'mocks.invalid': { text: 'The mocks module is wrong.', exit: 2 },
  'data.invalid': { text: 'The data does not fit the document.', exit: 2 },
  usage: { text: 'The command line is wrong.', exit: 2 },
  'port.taken': { text: 'The port is in use.', exit: 2 },
  'listen.failed': { text: 'The server cannot listen.', exit: 2 },
  'state.unavailable': { text: 'The state engine is not available.', exit: 2 },
  'state.damaged': { text: 'The stored state is damaged.', exit: 2 },
  'state.full': { text: 'The state has reached its limit.', exit: 70 },
  'starting-state.unknown': { text: 'There is no such starting state.', exit: 2 },
  'service.unreachable': { text: 'The service cannot be reached.', exit: 3 },
  'report.unwritable': { text: 'A report cannot be written.', exit: 3 },
  'engine.unsupported': { text: 'This Node.js process cannot run standin with its current settings.', exit: 2 },
  internal: { text: 'This is a defect in standin.', exit: 70 },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The only error that standin throws on purpose. Match on `code`, never on the message. A violation of a
 * contract is returned as data, not thrown.
 */
export class StandinError extends Error {
  override readonly name = 'StandinError';
  readonly code: ErrorCode;
  /** What the user can do to fix it. */
  readonly hint: string | undefined;
  constructor(code: ErrorCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }
}
