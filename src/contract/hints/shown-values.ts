import type { Json } from '../../core/index.ts';
import { isArray, isObject, withoutSeparators } from '../../wire/index.ts';
import { getOr } from '../model/get-or.ts';

/** Ids and names in answers, by the parameter or property that may take them. */
export interface ShownValues {
  /** `about`: the path that was read, or the name of a resource. */
  saw(about: string, value: Json): void;
  /** Values for a name, in the order in which they were seen. */
  under(name: string): readonly Json[];
  /** The first value for the parameter at the end of a path: `/routes/{id}` takes what stands under `routeId`. */
  at(template: string): Json | undefined;
}

const MOST_VALUES = 8;
const MOST_NODES = 2_000;

/**
 * A property `serverId` is kept under its name. `id` and `name` of an item in `servers` are kept under
 * `serverId` and `serverName`.
 */
export function createShownValues(): ShownValues {
  const known = new Map<string, Json[]>();
  const keep = (name: string, value: Json): void => {
    const list = getOr(known, name, () => []);
    if (list.length < MOST_VALUES && !list.includes(value)) list.push(value);
  };
  const under = (name: string): readonly Json[] => {
    const wanted = withoutSeparators(name);
    const about = wanted.replace(/(id|name|key|slug|uuid)$/, '');
    return (
      known.get(wanted) ?? (about === wanted ? [] : [...OWN_NAMES].flatMap((own) => known.get(`${about}${own}`) ?? []))
    );
  };
  return {
    under,
    at(template) {
      const name = /\{([^{}]+)\}$/.exec(template)?.[1] ?? '';
      return under(OWN_NAMES.has(withoutSeparators(name)) ? `${singular(lastWord(template))}${name}` : name)[0];
    },
    saw(place, value) {
      let nodes = 0;
      const walk = (each: Json, about: string): void => {
        nodes += 1;
        if (nodes > MOST_NODES) return;
        if (isArray(each)) for (const item of each.slice(0, MOST_VALUES)) walk(item, about);
        if (!isObject(each)) return;
        for (const [name, member] of Object.entries(each)) {
          if (typeof member === 'object' && member !== null)
            walk(member, isArray(member) || about === '' ? singular(name) : withoutSeparators(name));
          else if (member !== null && typeof member !== 'boolean' && member !== '') {
            keep(withoutSeparators(name), member);
            if (OWN_NAMES.has(withoutSeparators(name)) && about !== '')
              keep(`${about}${withoutSeparators(name)}`, member);
          }
        }
      };
      walk(value, singular(lastWord(place)));
    },
  };
}

const OWN_NAMES = new Set(['id', 'name', 'key', 'slug', 'uuid', 'code']);

function lastWord(path: string): string {
  return (
    path
      .split('/')
      .filter((part) => part !== '' && !part.includes('{'))
      .at(-1) ?? ''
  );
}

function singular(name: string): string {
  return withoutSeparators(name)
    .replace(/ies$/, 'y')
    .replace(/(ss|us|is)$/, '$1_')
    .replace(/s$/, '')
    .replace(/_$/, '');
}
