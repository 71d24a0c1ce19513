import type { Api, Schema } from '../../spec/index.ts';

const SERVERS =
  /^(?:read[- ]?only|output only)\b|\b(?:read[- ]only|output only|(?:set|populated|generated|assigned|filled in) by the (?:server|system|service))\b/i;

/** Whether a description says that the server decides the value. */
export function saysServers({ api }: { readonly api: Api }, property: Schema | undefined): boolean {
  const target = api.deref(property ?? true);
  return typeof target === 'object' && SERVERS.test(target.description ?? '');
}
