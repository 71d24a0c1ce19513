import type { Api } from '../../spec/index.ts';
import type { Change } from '../model/change.ts';

/**
 * Changes of the whole document: base paths of the servers, and new faults. Only faults in parts that were
 * compared are known.
 */
export function documentChanges(base: Api, revision: Api): readonly Change[] {
  const lost =
    base.servers.length === 0 || revision.servers.length === 0
      ? []
      : base.basePaths.filter((path) => !revision.basePaths.includes(path));
  const known = new Set(base.diagnostics.map(({ code }) => code));
  const fresh = revision.diagnostics.filter(({ code, severity }) => severity === 'error' && !known.has(code));
  return [
    ...lost.map(
      (path): Change => ({
        check: 'server.base-path',
        severity: 'warning',
        base: base.servers[0]?.pointer ?? '',
        revision: revision.servers[0]?.pointer ?? '',
        subject: path,
        message: `no server of the revision has the base path ${path === '' ? '/' : path}`,
      }),
    ),
    ...fresh.map(
      ({ code, pointer, message }): Change => ({
        check: 'document.worse',
        about: 'document',
        severity: 'warning',
        revision: pointer,
        subject: code,
        message: `the revision has a fault that the base does not have: ${message}`,
      }),
    ),
  ];
}
