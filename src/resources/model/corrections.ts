import type { Operation } from '../../spec/index.ts';
import type { Correction, Corrections, RoleKind } from './model.ts';

const KINDS: ReadonlySet<string> = new Set([
  'list',
  'create',
  'read',
  'replace',
  'patch',
  'delete',
  'action',
  'none',
] satisfies RoleKind[]);

/** What a person said about an operation, in the document (`x-standin-*`) or over it. */
export function correctionOf(operation: Operation, corrections: Corrections | undefined): Correction {
  const said = (name: string): string | undefined => {
    const value = operation.extensions[`x-standin-${name}`];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [role, resource, id, parent] = [said('role'), said('resource'), said('id'), said('parent')];
  const operations = corrections?.operations;
  const over =
    operations !== undefined && Object.hasOwn(operations, operation.id) ? operations[operation.id] : undefined;
  return {
    ...(role !== undefined && KINDS.has(role) ? { role: role as RoleKind } : {}), // KINDS holds exactly the roles
    ...(resource === undefined ? {} : { resource }),
    ...(id === undefined ? {} : { id }),
    ...(parent === undefined ? {} : { parent }),
    ...over,
  };
}
