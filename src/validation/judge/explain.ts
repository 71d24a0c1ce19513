import { type Json, VIOLATIONS, type Violation, type ViolationCode } from '../../core/index.ts';
import { EXACT, isObject } from '../../evaluation/index.ts';
import { escapeToken, parsePointer } from '../../wire/index.ts';
import type { Breach } from '../breach/breaches.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import { ruleInWords } from './words.ts';

/** Maximum violations reported for one value. */
export const MOST_VIOLATIONS = 20;

/** The place of a value in its message, and its name for people. */
export interface Subject {
  /** JSON Pointer into the message: `/body`, `/query/limit`. */
  readonly pointer: string;
  /** `The body`, `Query parameter`. */
  readonly noun: string;
  /** Name of the parameter or header field; empty for a body. */
  readonly name: string;
  readonly code: ViolationCode;
}

/** The violations of a value, in a fixed order, one for each broken rule; empty if it fits. */
export function explain(schema: CompiledSchema, value: Json, subject: Subject): readonly Violation[] {
  const reported = new Map<string, Violation>();
  for (const error of schema.breaches(value)) {
    const violation = toViolation(error, schema, subject);
    const key = `${violation.pointer} ${violation.keyword} ${violation.message}`;
    if (!reported.has(key)) reported.set(key, violation);
    if (reported.size >= MOST_VIOLATIONS) break;
  }
  return [...reported.values()];
}

function toViolation(error: Breach, schema: CompiledSchema, subject: Subject): Violation {
  const path = error.instancePath + missingPart(error);
  const exact = withDigits(error);
  const origin = schema.copy.copier.originOf(error.parentSchema);
  const keyword = error.keyword === 'false schema' ? 'not' : error.keyword;
  return {
    code: error.params['undecided'] === true ? undecidedCode(subject.code) : subject.code,
    pointer: subject.pointer + path,
    keyword,
    ...(origin === undefined ? {} : { rule: `${origin}/${keyword}` }),
    message: `${subjectNameOf(subject, path)} ${ruleInWords(exact)}`,
  };
}

/** The property that a rule of its parent is about. */
function missingPart({ keyword, params }: Breach): string {
  const name =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty']);
  return name === undefined ? '' : `/${escapeToken(String(name))}`;
}

/** The breach with the limit in the digits of the document, not the double for a compiler. */
function withDigits(breach: Breach): Breach {
  const limits: unknown = isObject(breach.parentSchema) ? breach.parentSchema[EXACT] : undefined;
  const limit = isObject(limits) ? limits[breach.keyword] : undefined;
  return limit === undefined ? breach : { ...breach, schema: limit };
}

/** "`tags[0].name`", "Query parameter `filter.size`", "The body". */
export function subjectNameOf(subject: Subject, path: string): string {
  let name = subject.name;
  for (const token of parsePointer(path) ?? []) {
    if (/^\d+$/.test(token)) name += `[${token}]`;
    else name += name === '' ? token : `.${token}`;
  }
  if (name === '') return subject.noun;
  return subject.name === '' ? `\`${name}\`` : `${subject.noun} \`${name}\``;
}

/** A request that could not be judged is refused. An answer that could not be judged is not a violation. */
export function undecidedCode(code: ViolationCode): ViolationCode {
  return VIOLATIONS[code].side === 'request' ? code : 'response.undecided';
}
