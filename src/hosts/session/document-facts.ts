import type { StandinMock } from '../../library/index.ts';

/** A module that tells a page what the mock has. */
export function moduleOfFacts({ api, resources }: StandinMock, base: string): string {
  const operations = api.operations.map(({ id, method, path }) => ({ id, method, path }));
  return Object.entries({ base, operations, resources })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
