import type { Operation } from '../../spec/index.ts';
import type { Correction, Corrections, Filter, RoleKind } from './model.ts';

interface Extension {
  readonly on: 'operation' | 'parameter';
  /** The allowed values; empty: any name. */
  readonly values: readonly string[];
  readonly text: string;
}

/** The extensions of a document, without their `x-standin-`. */
export const EXTENSIONS: Readonly<Record<'role' | 'resource' | 'parent' | 'id' | 'filter', Extension>> = {
  role: {
    on: 'operation',
    values: ['list', 'read', 'create', 'replace', 'patch', 'delete', 'action', 'none'] satisfies RoleKind[],
    text: 'what the operation does with records; `none` answers from examples and schema',
  },
  resource: { on: 'operation', values: [], text: 'the resource that it works on: one that was inferred, or a new one' },
  parent: { on: 'operation', values: [], text: 'the resource that the records belong to' },
  id: { on: 'operation', values: [], text: 'the property that holds the id' },
  filter: {
    on: 'parameter',
    values: ['equals', 'in', 'contains', 'min', 'max'] satisfies Filter['op'][],
    text: 'how the parameter filters the property of its name',
  },
};

/** The user's corrections for an operation, in the document (`x-standin-*`) or outside it. */
export function correctionOf(operation: Operation, corrections: Corrections | undefined): Correction {
  const extensionValue = (name: keyof typeof EXTENSIONS): string | undefined => {
    const value = operation.extensions[`x-standin-${name}`];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [role, resource, id, parent] = [
    extensionValue('role'),
    extensionValue('resource'),
    extensionValue('id'),
    extensionValue('parent'),
  ];
  const operations = corrections?.operations;
  const over =
    operations !== undefined && Object.hasOwn(operations, operation.id) ? operations[operation.id] : undefined;
  return {
    ...(role !== undefined && EXTENSIONS.role.values.includes(role) ? { role: role as RoleKind } : {}), // the table holds exactly the roles
    ...(resource === undefined ? {} : { resource }),
    ...(id === undefined ? {} : { id }),
    ...(parent === undefined ? {} : { parent }),
    ...over,
  };
}
