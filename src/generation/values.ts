import type { Json } from '../core/index.ts';
import type { Api, Schema, SchemaObject } from '../spec/index.ts';
import { type Chance, chanceAt, childOf, drawInt, pick } from './chance.ts';
import type { GeneratorOptions } from './create.ts';
import { createMovableFake } from './faker.ts';
import type { Generator, ValueOptions } from './generator.ts';

export function createValues({ api }: GeneratorOptions): Generator['value'] {
  const fakeAt = createMovableFake();
  return (schema, where, options = {}) => {
    const value = draft(api, schema, chanceAt(where), options, 0, '');
    const known = options.known ?? {};
    return {
      ok: true,
      value: typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, ...known } : value,
    };
  };

  function draft(api: Api, schema: Schema, chance: Chance, options: ValueOptions, depth: number, name: string): Json {
    const s = api.deref(schema);
    if (typeof s === 'boolean') return 'text';
    if (s.const !== undefined) return s.const;
    if (options.examples !== false && s.examples?.[0] !== undefined) return s.examples[0];
    if (s.enum !== undefined) return pick(chance, s.enum) ?? null;
    if (s.allOf !== undefined) {
      const merged = { ...s, allOf: undefined, properties: { ...s.properties }, required: [...(s.required ?? [])] };
      for (const part of s.allOf) {
        const p = api.deref(part);
        if (typeof p === 'boolean') continue;
        Object.assign(merged, {
          ...p,
          properties: { ...merged.properties, ...p.properties },
          required: [...merged.required, ...(p.required ?? [])],
        });
      }
      const { allOf: _, ...rest } = merged;
      return draft(api, rest as SchemaObject, chance, options, depth, name);
    }
    const branch = s.oneOf?.[0] ?? s.anyOf?.[0];
    if (branch !== undefined) return draft(api, branch, chance, options, depth, name);
    const type = Array.isArray(s.type) ? s.type[0] : (s.type ?? (s.properties !== undefined ? 'object' : 'string'));
    if (type === 'object') {
      const out: Record<string, Json> = {};
      for (const [key, property] of Object.entries(s.properties ?? {})) {
        if ((depth > 4 || options.optional === 'required') && !s.required?.includes(key)) continue;
        if (depth > 12) continue;
        const target = api.deref(property);
        if (typeof target === 'object' && (options.direction === 'request' ? target.readOnly : target.writeOnly))
          continue;
        out[key] = draft(api, property, childOf(chance, key), options, depth + 1, key);
      }
      return out;
    }
    if (type === 'array')
      return Array.from({ length: Math.max(s.minItems ?? 0, depth > 4 ? 0 : 1) }, (_, i) =>
        draft(api, s.items ?? true, childOf(chance, i), options, depth + 1, name),
      );
    if (type === 'integer' || type === 'number')
      return drawInt(chance, Number(s.minimum ?? 1), Number(s.maximum ?? Number(s.minimum ?? 0) + 100));
    if (type === 'boolean') return drawInt(chance, 0, 1) === 1;
    if (type === 'null') return null;
    if (s.format === 'date-time') return fakeAt(chance).date.past().toISOString();
    if (s.format === 'uuid') return fakeAt(chance).string.uuid();
    return fakeAt(chance).word.noun();
  }
}
