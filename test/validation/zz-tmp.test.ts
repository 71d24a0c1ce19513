import { test, expect } from 'vitest';
import { createValidator } from '../../src/validation/index.ts';
import { apiWithBody, send, jsonOf, brief } from './apis.ts';
const op = (n: string) => ({ type: 'object', required: ['op', 'left', 'right'], properties: { op: { const: n }, left: { $ref: '#/components/schemas/Expr' }, right: { $ref: '#/components/schemas/Expr' } } });
const schemas = { Expr: { oneOf: [{ $ref: '#/components/schemas/Add' }, { $ref: '#/components/schemas/Sub' }, { $ref: '#/components/schemas/Mul' }, { type: 'number' }] }, Add: op('add'), Sub: op('sub'), Mul: op('mul') };
test('x', () => {
  const api = apiWithBody({ $ref: '#/components/schemas/Expr' }, { schemas });
  for (const explain of ['own', 'prism'] as const) {
    const v = createValidator({ api, explain });
    for (let round = 0; round < 2; round++) for (const depth of [1, 2, 3, 4, 5, 6, 7, 12, 20, 100, 250]) {
      if (explain === 'prism' && depth > 6) continue;
      let t: any = 'oops'; for (let i = 0; i < depth; i++) t = { op: ['add', 'sub', 'mul'][i % 3], left: t, right: 2 };
      const s = performance.now(); const r = send(v, api, { body: jsonOf(t) });
      console.log(explain, depth, (performance.now() - s).toFixed(1), r.length, JSON.stringify(r[0]?.message).slice(-100));
    }
  }
});
