import type { Json } from '../core/index.ts';
import { type Operation, templateNames, templateUpTo } from '../spec/index.ts';
import { isArray, valueAt } from '../wire/index.ts';
import { idIn } from './created.ts';
import type { From, Prepared, Use } from './found.ts';
import type { Front } from './fronts.ts';
import { getOr } from './get-or.ts';
import type { ModelIndex } from './model-index.ts';
import { copied, renamed } from './paths.ts';
import { PLAIN } from './purpose.ts';
import { hasMade, isSuccess, jsonOf, type Stage } from './stage.ts';
import { substitute } from './substitute.ts';
import type { Waits } from './waits.ts';

/** What a path names, as far as the lists and creates that stand along it tell. */
export interface Named {
  readonly path: Readonly<Record<string, Json>>;
  /** Each was seen to exist, and is nobody else's. */
  readonly proven: boolean;
}

/**
 * Items have one path of their own, and may have others (`/services/{service}/users/{user}` beside `/users/{user}`): what such a path names stands in
 * the list in front of it, or is made there.
 */
export interface AlongPath {
  /** The rest of what an operation's path names, below what is known of it. */
  find(stage: Stage, operation: Operation, known: Readonly<Record<string, Json>>, use: Use, from: From): Promise<Named>;
  /** What was found may be gone. */
  forget(): void;
}

interface AlongParts {
  readonly index: ModelIndex;
  readonly waits: Waits;
  readonly mayWrite: boolean;
  /** Ids of the path of a create, references for its body. */
  prepare(stage: Stage, operation: Operation, from: From): Promise<Prepared>;
}

type Path = Readonly<Record<string, Json>>;

interface Behind {
  readonly path: Path;
  /** The path up to the parameter, which ends it. */
  readonly template: string;
  readonly use: Use;
  readonly from: From;
}

export function createAlongPath({ index, mayWrite, waits, prepare }: AlongParts): AlongPath {
  const shared = new Map<string, Promise<Json | undefined>>();
  const places = new Map<Operation, readonly Place[]>();
  let count = 0;

  async function listed(stage: Stage, list: Operation, around: Path): Promise<Json | undefined> {
    const { list: details, resource } = stage.model.roleOf(list);
    if (details === undefined || resource === undefined) return undefined;
    const where = { seed: stage.seed, at: `along/${list.id}` };
    const drawn = stage.generator.request(list, { kind: 'valid', optional: 'required' }, where);
    if (!drawn.ok) return undefined;
    const request = substitute(list, drawn.value, { path: around, body: {} });
    const answer = await stage.exchange(request, { operation: list, purpose: PLAIN, quiet: true });
    const items = isSuccess(answer) ? valueAt(jsonOf(answer.seen) ?? null, details.items) : undefined;
    return isArray(items) ? idIn(resource, items[0]) : undefined;
  }

  async function made(stage: Stage, create: Operation, around: Path, from: From): Promise<Json | undefined> {
    const { resource, responseEntity } = stage.model.roleOf(create);
    if (!mayWrite || resource === undefined || responseEntity === undefined) return undefined;
    const { known } = await prepare(stage, create, from);
    count += 1;
    const where = { seed: stage.seed, at: `along/${create.id}/${count}` };
    const drawn = stage.generator.request(create, { kind: 'valid', optional: 'required' }, where);
    if (!drawn.ok) return undefined;
    const request = substitute(create, drawn.value, { ...known, path: copied(known.path, around) });
    const answer = await stage.exchange(request, { operation: create, purpose: PLAIN, quiet: true });
    return hasMade(answer) ? idIn(resource, valueAt(jsonOf(answer.seen) ?? null, responseEntity)) : undefined;
  }

  /** The id that belongs behind a template, below the path so far. */
  async function idBehind(
    stage: Stage,
    front: Front,
    { path, template, use, from }: Behind,
  ): Promise<Json | undefined> {
    const here = ({ path: own }: Operation): Path => renamed(path, template, own);
    const makes = front.create;
    if (use !== 'read' && makes !== undefined) {
      const own = await made(stage, makes, here(makes), from);
      if (own !== undefined) return own;
    }
    const shown = front.list === undefined ? undefined : await listed(stage, front.list, here(front.list));
    return shown ?? (makes === undefined ? undefined : made(stage, makes, here(makes), from));
  }

  /** What is shared is looked for once; whoever needs, by way of others, what it is part of itself goes without. */
  function askedOnce(stage: Stage, front: Front, behind: Behind): Promise<Json | undefined> {
    const { path, template, use, from } = behind;
    if (use === 'fresh') return idBehind(stage, front, behind);
    const key = `${template} ${use} ${JSON.stringify(path)}`;
    const known = shared.get(key);
    if (known !== undefined)
      return waits.endsAt(key, from.within) ? Promise.resolve(undefined) : waits.until(from, key, known);
    const looking = waits.until(from, key, () => idBehind(stage, front, { ...behind, from: { ...from, within: key } }));
    shared.set(key, looking);
    return looking;
  }

  return {
    async find(stage, operation, known, use, from) {
      const named = getOr(places, operation, () => placesIn(operation));
      if (named.every(({ name }) => Object.hasOwn(known, name))) return { path: known, proven: true };
      const path = copied(known);
      let proven = true;
      for (const { name, template } of named) {
        if (Object.hasOwn(path, name)) continue;
        const front = index.frontOf(template);
        if (front === undefined) return { path, proven: false };
        const id = await askedOnce(stage, front, { path: copied(path), template, use, from });
        if (id === undefined) return { path, proven: false };
        path[name] = id;
        // What is thrown away has to be one's own.
        proven &&= use !== 'fresh' || front.create !== undefined;
      }
      return { path, proven };
    },
    forget: () => shared.clear(),
  };
}

/** A parameter that a path has a place for. */
interface Place {
  readonly name: string;
  /** The path up to it, which ends it. */
  readonly template: string;
}

function placesIn({ path, parameters }: Operation): readonly Place[] {
  const given = new Set(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name));
  return templateNames(path)
    .filter((name) => given.has(name))
    .map((name) => ({ name, template: templateUpTo(path, name) }));
}
