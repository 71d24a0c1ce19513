import { _, type Ajv, type AnySchema, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv';
import type { Json } from '../../core/index.ts';
import { valueAt } from '../../wire/index.ts';
import { candidatesOf, WIDE } from '../model/branch-choice.ts';
import type { Compiled, ExactContext } from './compiler.ts';
import { definitionIn } from './verdict.ts';

/**
 * Replaces `oneOf` and `anyOf` of more than a hundred branches: of these only those are compiled that a value may fit, when one comes. What is
 * told of a refusal is the keyword alone, with the branches that fit.
 */
export function judgeAlternatives(ajv: Ajv): void {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const own = ajv.getKeyword(keyword);
    if (typeof own !== 'object' || !('code' in own)) continue;
    const definition: CodeKeywordDefinition = {
      ...own,
      code: (context) => (context.schema.length > WIDE ? judgeWide(context, keyword, ajv) : own.code(context)),
    };
    ajv.removeKeyword(keyword).addKeyword(definition);
  }
}

/** What a refusal says of the branches that fit: none, or the first two. */
type Passing = readonly number[] | null;

function judgeWide(context: KeywordCxt, keyword: 'oneOf' | 'anyOf', ajv: Ajv): void {
  const { gen, it, data } = context;
  const branches: readonly AnySchema[] = context.schema;
  const candidates = later(() => candidatesOf(branches, (reference) => definitionIn(ajv, reference)));
  const most = keyword === 'oneOf' ? 2 : 1;
  const refusal = function (this: ExactContext | undefined, value: Json, path: string): Passing | undefined {
    const original = this?.original;
    const inside = original === undefined ? undefined : { original: valueAt(original, path) ?? value };
    const passing: number[] = [];
    for (const index of candidates()(value)) {
      const verdict = fits(ajv, branches[index] ?? false, value, inside);
      // Nothing is held to what no compiler can read.
      if (verdict === undefined) return undefined;
      if (verdict) passing.push(index);
      if (passing.length === most) break;
    }
    if (passing.length === 1) return undefined;
    return passing.length === 0 ? null : passing;
  };
  const func = gen.scopeValue('func', { ref: refusal });
  // The names that Ajv's validating functions give to what they are told.
  const path = _`${new Name('instancePath')} + ${it.errorPath}`;
  const passing = gen.const(
    'passing',
    _`${func}.call(${it.opts.passContext ? _`this` : _`undefined`}, ${data}, ${path})`,
  );
  context.setParams({ passing });
  context.fail(_`${passing} !== undefined`);
}

function fits(ajv: Ajv, branch: AnySchema, value: Json, context: ExactContext | undefined): boolean | undefined {
  if (typeof branch === 'boolean') return branch;
  try {
    // Ajv types `this` as its own context, and remembers what it has compiled.
    return (ajv.compile(branch) as unknown as Compiled).call(context, value);
  } catch {
    return undefined;
  }
}

function later<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
