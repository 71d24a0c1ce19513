import type { MockChoices } from '../../library/index.ts';

/** Where a server of Vite listens. */
export interface ListenAddress {
  readonly port?: number | undefined;
  readonly https?: unknown;
}

/** The address of pictures in records: that of the dev server, unless the records outlive it. */
export function picturesAt(
  { port, https }: ListenAddress = {},
  { state = 'memory' }: Pick<MockChoices, 'state'> = {},
): Pick<MockChoices, 'publicUrl'> {
  if (port === undefined || port === 0 || state !== 'memory') return {};
  return { publicUrl: `${https === undefined || https === false ? 'http' : 'https'}://localhost:${port}` };
}
