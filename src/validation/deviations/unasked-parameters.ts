import { type Deviation, isWithin } from './deviation.ts';

export const unaskedParameters: Deviation = {
  name: 'unasked-parameters',
  reason:
    'Prism ignores cookies, `content` and `in: querystring`, refuses exploded form objects, throws on label, matrix and delimited styles and on absent header arrays, and demands a declared `Authorization` header. It is not asked about those.',
  adds: ({ code, pointer }, { judged }) => {
    if (!code.startsWith('parameter.') && !code.startsWith('response.header-')) return false;
    return ![...judged].some((known) => isWithin(pointer, known));
  },
};
