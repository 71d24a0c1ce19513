import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HttpRequest, HttpResponse, Json } from '../../src/core/index.ts';
import { type Api, decodeParameters, loadApi, type Operation } from '../../src/spec/index.ts';
import { createAccepts, createPrism, createValidator, type ValidationFault } from '../../src/validation/index.ts';
import { stringifyJson } from '../../src/wire/index.ts';
import { drawValue, mulberry } from './random-value.ts';

const CORPUS = '../shared/corpus';

/** Documents of the corpus, and of how many of their operations messages are drawn. */
const DOCUMENTS: readonly (readonly [file: string, operations: number])[] = [
  ['petstore3.yaml', 19],
  ['museum.yaml', 8],
  ['scalar-galaxy-31.yaml', 9],
  ['readme-parameters-style-31.json', 25],
  ['readme-discriminators.json', 10],
  ['readme-schema-circular.json', 3],
  ['redocly-cafe/openapi.yaml', 12],
  ['supabase-auth.yaml', 12],
  ['ory-kratos.json', 8],
  ['netlify.swagger.yml', 15],
];

const TEXTS = ['1', '-1', 'abc', '', 'true', '1,2', '0x10', '%20', '2024-02-29', 'a%2Cb'];

type Random = () => number;

function drawRequest(api: Api, operation: Operation, random: Random, stray: number): HttpRequest {
  const text = (): string => TEXTS[Math.floor(random() * TEXTS.length)] ?? '1';
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place && random() < 0.6);
  const content = operation.body?.content ?? [];
  const chosen = content[Math.floor(random() * content.length)];
  const headers: [string, string][] = of('header').map(({ name }) => [name, decodeURIComponent(text())]);
  if (chosen === undefined || random() < 0.1) {
    return { ...base(operation, of, text), headers, body: { kind: 'none' } };
  }
  const mediaType = random() < 0.05 ? 'application/x-other' : chosen.mediaType;
  const value = drawValue(api.bundle(chosen.schema ?? true, 'request'), random, stray) as Json;
  headers.push(['content-type', mediaType]);
  return { ...base(operation, of, text), headers, body: { kind: 'parsed', mediaType, value, text: '' } };
}

function base(operation: Operation, of: (place: string) => readonly { name: string }[], text: () => string) {
  const query = of('query')
    .map(({ name }) => `${encodeURIComponent(name)}=${text()}`)
    .join('&');
  const path = operation.path.replace(/\{[^}]+\}/g, () => text().replace(/^$/, '7'));
  return { method: operation.method, path, query };
}

/** What the template reads of the path, as the router would have. */
function pathParamsOf(operation: Operation, { path }: HttpRequest): Record<string, string> {
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? '');
  const literal = operation.path.split(/\{[^}]+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const values = new RegExp(`^${literal.join('(.+?)')}$`).exec(path)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

function drawResponse(api: Api, operation: Operation, random: Random, stray: number): HttpResponse {
  const spec = operation.responses[Math.floor(random() * operation.responses.length)];
  const status =
    spec === undefined || random() < 0.05 ? 418 : Number(spec.status.replace('XX', '01').replace('default', '599'));
  const headers: [string, string][] = (spec?.headers ?? []).map(({ name }) => [name, random() < 0.5 ? '3' : 'x y']);
  const content = spec?.content[Math.floor(random() * spec.content.length)];
  if (content === undefined || random() < 0.1) return { status, headers, body: { kind: 'none' } };
  const value = drawValue(api.bundle(content.schema ?? true, 'response'), random, stray) as Json;
  return { status, headers, body: { kind: 'parsed', mediaType: content.mediaType, value, text: '' } };
}

const draws = fc.record({ seed: fc.integer(), stray: fc.constantFrom(0, 0, 0.03, 0.2) });

describe.skipIf(!existsSync(CORPUS))('over the corpus (skipped where the folder ../shared/corpus is absent)', () => {
  const prism = createPrism();

  test.each(DOCUMENTS)(
    '%s: what we accept Prism accepts, what we refuse is refused, except for listed deviations',
    async (file, count) => {
      const api = await loadApi(`${CORPUS}/${file}`);
      const faults: ValidationFault[] = [];
      const own = createValidator({ api, explain: 'own' });
      const both = createValidator({ api, prism, fast: false, onFault: (fault) => faults.push(fault) });
      for (const operation of api.operations.slice(0, count)) {
        fc.assert(
          fc.property(draws, ({ seed, stray }) => {
            const random = mulberry(seed);
            const request = drawRequest(api, operation, random, stray);
            const pathParams = pathParamsOf(operation, request);
            const decoded = decodeParameters(operation, request, pathParams, api);
            const response = drawResponse(api, operation, random, stray);
            const told = {
              request: own.request(operation, request, decoded),
              response: own.response(operation, response),
            };
            const settled = {
              request: both.request(operation, request, decoded),
              response: both.response(operation, response),
            };
            const shown = stringifyJson({ request, response } as unknown as Json).slice(0, 2_000);
            expect(faults, shown).toEqual([]);
            expect(settled.request.length > 0, shown).toBe(told.request.length > 0);
            expect(settled.response.length > 0, shown).toBe(told.response.length > 0);
          }),
          { numRuns: 4, seed: 20_261_120 },
        );
      }
    },
  );

  test.each(DOCUMENTS)(
    '%s: a verdict without words and one with words agree, and words name their place',
    async (file, count) => {
      const api = await loadApi(`${CORPUS}/${file}`);
      const accepts = createAccepts(api);
      const own = createValidator({ api, explain: 'own' });
      const random = mulberry(11);
      for (const operation of api.operations.slice(0, count)) {
        for (const { schema } of [
          ...operation.responses.flatMap(({ content }) => content),
          ...(operation.body?.content ?? []),
        ]) {
          if (schema === undefined) continue;
          const value = drawValue(api.bundle(schema, 'response'), random, 0.1) as Json;
          const violations = own.value(schema, value, 'response');
          expect(violations.length === 0).toBe(accepts(schema, value, 'response'));
          expect(violations.length).toBeLessThanOrEqual(20);
          for (const { message, pointer } of violations) {
            expect(message).toMatch(/ (?:is|must|has|breaks) /);
            expect(pointer).toMatch(/^(?:\/|$)/);
          }
          expect(own.value(schema, value, 'response'), 'the same words in the same order').toEqual(violations);
        }
      }
    },
  );

  test.each(DOCUMENTS)('%s: no schema that does not compile counts as valid', async (file, count) => {
    const api = await loadApi(`${CORPUS}/${file}`);
    const validator = createValidator({ api, explain: 'own' });
    for (const operation of api.operations.slice(0, count)) {
      for (const response of operation.responses) {
        for (const { schema } of response.content) if (schema !== undefined) validator.value(schema, {}, 'response');
      }
      const hidden = validator.unenforceable(operation).filter(({ code }) => code === 'invalid-schema');
      expect(hidden, 'every schema of the corpus compiles').toEqual([]);
    }
  });
});
