import type { ResourceModel } from '../resources/index.ts';
import type { Operation } from '../spec/index.ts';
import { shapeOf } from './paths.ts';

/** What stands in front of a parameter of a path, and knows its values: `/users` in front of `{user}`. At least one of the two is there. */
export interface Front {
  readonly list: Operation | undefined;
  readonly create: Operation | undefined;
}

/** Lists and creates of items that can be called by an id, by the shape of the paths of what they show and make. */
export function frontsOf(
  operations: readonly Operation[],
  model: ResourceModel,
): (template: string) => Front | undefined {
  const near = new Map<string, Operation[]>();
  for (const operation of operations) {
    if (operation.method !== 'GET' && operation.method !== 'POST') continue;
    // `/users.json` stands in front of `/users/{id}.json`.
    const stem = operation.path.replace(/\.[a-z]+$/, '');
    if (stem.endsWith('}')) continue;
    const shape = `${shapeOf(stem)}/{}`;
    const known = near.get(shape);
    if (known === undefined) near.set(shape, [operation]);
    else known.push(operation);
  }
  const ofKind = (found: readonly Operation[], kind: 'list' | 'create'): Operation | undefined =>
    found.find((operation) => {
      const role = model.roleOf(operation);
      return role.kind === kind && role.resource?.id?.property !== undefined;
    });
  return (template) => {
    const found = near.get(shapeOf(template)) ?? [];
    const front = { list: ofKind(found, 'list'), create: ofKind(found, 'create') };
    return front.list === undefined && front.create === undefined ? undefined : front;
  };
}
