import type { StandinMock } from '../../library/index.ts';

/** A module with the mock's operations and resources, for the page. */
export function moduleOfFacts({ api, resources }: StandinMock, base: string): string {
  const operations = api.operations.map(({ id, method, path }) => ({ id, method, path }));
  return Object.entries({ base, operations, resources })
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
