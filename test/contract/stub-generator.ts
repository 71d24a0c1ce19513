import type { Json } from '../../src/core/index.ts';
import type { Generator } from '../../src/generation/index.ts';
import type { Api, Schema } from '../../src/spec/index.ts';
import { stringifyJson } from '../../src/wire/index.ts';
export function stub(api: Api, real: Generator): Generator {
  const text = (v: Json): string => encodeURIComponent(typeof v === 'string' ? v : stringifyJson(v));
  const request: Generator['request'] = (op, intent, where, known = {}) => {
    let path = op.path;
    const query: string[] = [];
    const headers: [string, string][] = [];
    for (const p of op.parameters) {
      const key = `${p.in}.${p.name}`;
      const optional = intent.kind === 'valid' && intent.optional === 'all' ? 'all' : 'required';
      if (!p.required && !(key in known)) continue;
      const drawn =
        key in known
          ? { ok: true as const, value: known[key]! }
          : real.value(
              p.schema ?? true,
              { seed: where.seed, at: `${where.at}/${key}` },
              { direction: 'request', optional },
            );
      if (!drawn.ok) return drawn;
      if (p.in === 'path') path = path.replace(`{${p.name}}`, text(drawn.value));
      else if (p.in === 'query')
        query.push(...(Array.isArray(drawn.value) ? drawn.value : [drawn.value]).map((v) => `${p.name}=${text(v)}`));
      else if (p.in === 'header') headers.push([p.name, String(drawn.value)]);
    }
    const media = op.body?.content[0];
    if (!media)
      return { ok: true, value: { method: op.method, path, query: query.join('&'), headers, body: { kind: 'none' } } };
    const drawn = real.value(media.schema ?? true, where, {
      direction: 'request',
      optional: intent.kind === 'valid' ? (intent.optional ?? 'all') : 'all',
    });
    if (!drawn.ok) return drawn;
    let value = drawn.value as Record<string, Json>;
    if (intent.kind === 'breaks') {
      const name = intent.pointer.split('/')[2]!;
      value = { ...value };
      if (intent.keyword === 'required') delete value[name];
      else value[name] = { no: true };
    }
    headers.push(['Content-Type', media.mediaType]);
    return {
      ok: true,
      value: {
        method: op.method,
        path,
        query: query.join('&'),
        headers,
        body: { kind: 'parsed', mediaType: media.mediaType, value, text: stringifyJson(value) },
      },
    };
  };
  return {
    ...real,
    request,
    boundaries: () => [],
    breakable: (op) => {
      const s = api.deref((op.body?.content[0]?.schema ?? true) as Schema);
      if (typeof s === 'boolean') return [];
      return [
        ...(s.required ?? []).map((n) => ({ pointer: `/body/${n}`, keyword: 'required' })),
        ...Object.keys(s.properties ?? {}).map((n) => ({ pointer: `/body/${n}`, keyword: 'type' })),
      ];
    },
  };
}
