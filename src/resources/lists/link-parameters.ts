import type { Operation } from '../../spec/index.ts';
import type { ListDetails } from '../model/model.ts';
import type { FoundList } from './envelope.ts';

type ListOperation = { readonly parameters: readonly { readonly name: string }[] } & Partial<
  Pick<Operation, 'responses'>
>;

/**
 * The parameter of the next page where only links have one: `nextLink` beside a limit and no place in the list among the parameters. Examples
 * of the link show its name.
 */
export function parameterOfLinks(
  { parameters, responses = [] }: ListOperation,
  { envelope: { next } }: FoundList,
): Pick<ListDetails['page'], 'inLinks'> {
  if (next === undefined) return {};
  const links = responses.flatMap(({ content }) =>
    content.flatMap(({ examples }) => examples.map(({ value }) => heldAt(value, next))),
  );
  const names = links.flatMap((link) =>
    typeof link === 'string' ? [...link.matchAll(/[?&]([^?&=#]+)=/g)].map(([, name = '']) => name) : [],
  );
  const shown = names.find((name) => !parameters.some((each) => each.name === name));
  const isOData = parameters.some(({ name }) => name.startsWith('$'));
  return { inLinks: shown ?? (isOData ? '$skipToken' : 'cursor') };
}

function heldAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce((held, name) => (typeof held === 'object' && held !== null ? Reflect.get(held, name) : undefined), value);
}
