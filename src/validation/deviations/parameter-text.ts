import { parseQuery } from '../../wire/index.ts';
import { type Deviation, type DeviationInput, isWithin, parameterAt } from './deviation.ts';

export const parameterText: Deviation = {
  name: 'parameter-text',
  reason:
    'Prism coerces `0x10`, `1e3` and spaces to integers, takes `?q=` for absent, compares names of query parameters without case, splits arrays at encoded commas, and cannot read every path template. OpenAPI §4.8.12 and RFC 6570 say otherwise.',
  adds: ({ code, keyword, pointer }, input) =>
    code.startsWith('parameter.') &&
    [...input.judged].some((judged) => isWithin(pointer, judged)) &&
    (keyword === 'type' || readsDifferently(pointer, input)),
  withdraws: ({ about, pointer }, input) =>
    input.side === 'request' && about === 'parameter' && readsDifferently(pointer, input),
};

/** Whether Prism may have read another value than OpenAPI's styles define. */
function readsDifferently(pointer: string, input: DeviationInput): boolean {
  const parameter = parameterAt(pointer, input);
  if (input.side !== 'request' || parameter === undefined) return false;
  if (parameter.in === 'path') return input.decoded.path[parameter.name] !== undefined;
  if (parameter.in === 'header') return input.decoded.header[parameter.name.toLowerCase()] === '';
  const query = parseQuery(input.message.query);
  if (!query.ok) return true;
  const wanted = parameter.name.toLowerCase();
  return query.pairs.some(({ name, value, raw }) => {
    if (name.toLowerCase() !== wanted) return false;
    return name !== parameter.name || value === '' || /%2c/i.test(raw);
  });
}
