import type { Json } from '../../core/index.ts';
import { pointerTo, type Resource } from '../../resources/index.ts';
import { type Operation, templateNames } from '../../spec/index.ts';
import { valueAt } from '../../wire/index.ts';
import type { MockContext } from '../model/context.ts';
import type { RecordEditor, StoredRecord } from '../model/record-editor.ts';
import type { RequestDrawer } from '../model/request-drawer.ts';
import { pathValues } from './record-places.ts';

export function createRequestDrawer(mock: MockContext, records: RecordEditor): RequestDrawer {
  const { generator, model, options } = mock;
  return {
    breakable: generator.breakable,
    async draw(world, operation, intent, turn) {
      const { resource } = model.roleOf(operation);
      const known = resource === undefined ? {} : await knownPath(mock, { records, world, resource, operation, turn });
      return generator.request(operation, intent, { seed: options.seed, at: `try/${operation.id}/${turn}` }, known);
    },
  };
}

interface DrawingRequest {
  readonly records: RecordEditor;
  readonly world: string;
  readonly resource: Resource;
  readonly operation: Operation;
  readonly turn: number;
}

/** Path values of an existing record, or of the parents of one. */
async function knownPath(mock: MockContext, wanted: DrawingRequest): Promise<Record<string, Json>> {
  const { records, world, resource, operation, turn } = wanted;
  const names = templateNames(operation.path);
  if (names.length === 0) return {};
  const { total } = await records.list(world, resource, { offset: 0, limit: 0 });
  const query = { offset: total === 0 ? 0 : turn % total, limit: 1 };
  const [record] = (await records.list(world, resource, query)).records;
  if (record === undefined) return {};
  const values = { ...pathValues(mock, resource, record.value), ...ownId(resource, record) };
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[`path.${name}`, values[name] as Json]] : [])));
}

function ownId({ id }: Resource, { value, address }: StoredRecord): Record<string, Json> {
  if (id === undefined) return {};
  const ownValue = id.property === undefined ? undefined : valueAt(value, pointerTo(id.property));
  return { [id.parameter]: ownValue ?? address.slice(address.lastIndexOf(':') + 1) };
}
