import { documentWith, type LabelledPair } from './message-pairs.ts';

export type Parts = Parameters<typeof documentWith>[0];

export const pair = (
  name: string,
  [before, after]: readonly [before: Parts, after: Parts],
  verdict: LabelledPair['verdict'],
  check?: string,
): LabelledPair => ({
  name,
  base: documentWith(before),
  revision: documentWith(after),
  verdict,
  ...(check === undefined ? {} : { check }),
});

export const object = (properties: object, rest: object = {}): object => ({ type: 'object', properties, ...rest });
export const text = { type: 'string' };
export const whole = { type: 'integer' };
export const bodies = (before: object, after: object): readonly [Parts, Parts] => [{ body: before }, { body: after }];
export const answers = (before: object, after: object): readonly [Parts, Parts] => [
  { response: before },
  { response: after },
];
export const inQuery = (name: string, schema: object, rest: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...rest,
});
export const inHeader = (name: string, schema: object, rest: object = {}): object => ({
  name,
  in: 'header',
  schema,
  ...rest,
});
export const parameters = (before: readonly object[], after: readonly object[]): readonly [Parts, Parts] => [
  { parameters: before },
  { parameters: after },
];
export const statuses = (before: object, after: object): readonly [Parts, Parts] => [
  { responses: before },
  { responses: after },
];
export const ok = (more: object = {}): object => ({ 200: { description: '', ...more } });
export const media = (...names: readonly string[]): object => ({
  content: Object.fromEntries(names.map((name) => [name, { schema: text }])),
});
export const header = (rest: object): object => ({ headers: { 'X-Rate': { schema: whole, ...rest } } });
export const named = (schemas: object, root: Parts): Parts => ({ ...root, root: { components: { schemas } } });
export const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
export const gone = (more: object): readonly [Parts, Parts] => [
  { more: { ...more } },
  { path: '/others', more: { operationId: 'other' } },
];
