import { expect, it } from 'vitest';
import { operationOf } from '../documents.ts';

const shown = (media: object): unknown => {
  const responses = { 200: { description: '', content: { 'application/json': media } } };
  const { operation } = operationOf({
    responses,
    parameters: [{ name: 'a', in: 'query', schema: { type: 'object' }, example: { name: 'seven' } }],
  });
  return operation.responses[0]?.content[0]?.examples.map(({ value }) => value);
};
const there = '#/paths/~1x/get/parameters/0/example';

it('an example that is only a reference is what this leads to', () => {
  expect(shown({ example: { $ref: there } })).toEqual([{ name: 'seven' }]);
  expect(shown({ examples: { one: { value: { $ref: there } } } })).toEqual([{ name: 'seven' }]);
});

it('an example that refers to an Example Object is the value of that', () => {
  const media = {
    examples: {
      first: { value: [7] },
      second: { value: { $ref: '#/paths/~1x/get/responses/200/content/application~1json/examples/first' } },
    },
  };
  expect(shown(media)).toEqual([[7], [7]]);
});

it('a reference that leads nowhere, or stands beside other properties, is a value', () => {
  expect(shown({ example: { $ref: '#/nowhere' } })).toEqual([{ $ref: '#/nowhere' }]);
  expect(shown({ example: { $ref: there, name: 'eight' } })).toEqual([{ $ref: there, name: 'eight' }]);
});
