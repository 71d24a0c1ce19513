import type { Json, Violation, ViolationCode } from '../../core/index.ts';
import { escapeToken, parsePointer, valueAt } from '../../wire/index.ts';
import type { CompiledSchema } from '../compile/compiled-schema.ts';
import type { RawError } from '../compile/compiler.ts';
import { EXACT } from '../copy/schema-copier.ts';
import { isObject } from '../model/json-kind.ts';
import { relevantErrors } from './nearest-breach.ts';
import { ruleInWords } from './words.ts';

/** At most so many violations are told of one value. */
export const MOST_VIOLATIONS = 20;

/** Where a value stands in its message, and what a person calls it. */
export interface Subject {
  /** JSON Pointer into the message: `/body`, `/query/limit`. */
  readonly pointer: string;
  /** `The body`, `Query parameter`. */
  readonly noun: string;
  /** Name of the parameter or header field; empty for a body. */
  readonly name: string;
  readonly code: ViolationCode;
}

/** Says what is wrong with a value, in a settled order, one violation for each broken rule; nothing where it fits. */
export function explain(schema: CompiledSchema, value: Json, subject: Subject): readonly Violation[] {
  const told = new Map<string, Violation>();
  for (const error of relevantErrors(schema, value)) {
    const violation = toViolation(error, schema, value, subject);
    const key = `${violation.pointer} ${violation.keyword} ${violation.message}`;
    if (!told.has(key)) told.set(key, violation);
    if (told.size >= MOST_VIOLATIONS) break;
  }
  return [...told.values()];
}

function toViolation(error: RawError, schema: CompiledSchema, value: Json, subject: Subject): Violation {
  const path = error.instancePath + missingPart(error);
  const exact = withDigits(error, value);
  const origin = schema.copy.copier.originOf(error.parentSchema);
  const keyword = error.keyword === 'false schema' ? 'not' : error.keyword;
  return {
    code: subject.code,
    pointer: subject.pointer + path,
    keyword,
    ...(origin === undefined ? {} : { rule: `${origin}/${keyword}` }),
    message: `${subjectNameOf(subject, path)} ${undecidedText(error, schema) ?? ruleInWords(exact)}`,
  };
}

/** What is said where a pattern was not matched within the time for one message. */
function undecidedText({ keyword, schema: pattern }: RawError, schema: CompiledSchema): string | undefined {
  return keyword === 'pattern' && schema.isUndecided(String(pattern))
    ? 'could not be matched against its pattern within the time for one message'
    : undefined;
}

/** The property that a rule of its parent speaks about. */
function missingPart({ keyword, params }: RawError): string {
  const name =
    keyword === 'required' || keyword === 'dependentRequired'
      ? params['missingProperty']
      : (params['additionalProperty'] ?? params['unevaluatedProperty']);
  return name === undefined ? '' : `/${escapeToken(String(name))}`;
}

/** The breach with the numbers of the message and of the document, not the doubles that were compared. */
function withDigits(error: RawError, value: Json): RawError {
  const limits: unknown = isObject(error.parentSchema) ? error.parentSchema[EXACT] : undefined;
  const limit = isObject(limits) ? limits[error.keyword] : undefined;
  const data = typeof error.data === 'number' ? valueAt(value, error.instancePath) : error.data;
  return { ...error, data, ...(limit === undefined ? {} : { schema: limit }) };
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
