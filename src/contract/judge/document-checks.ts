import { type Diagnostic, isJsonContent, type Operation, type Schema } from '../../spec/index.ts';
import { exampleMismatches } from '../../validation/index.ts';
import { dayOf, stringifyJson } from '../../wire/index.ts';
import type { FindingDraft, RunCheck } from '../model/check.ts';
import { endOf } from '../responses/sunsets.ts';
import type { RunContext } from './run-context.ts';

/** A finding about the document itself, without an exchange. */
export interface DocumentFinding {
  readonly check: RunCheck;
  readonly draft: FindingDraft;
  readonly operation?: Operation;
}

function documentCheck(id: string, tier: 1 | 2 | 3, severity: 'warning' | 'info', question: string): RunCheck {
  return { id, tier, severity, about: 'document', question };
}

const UNENFORCEABLE = documentCheck(
  'schema.unenforceable',
  1,
  'warning',
  'Can every rule of the document be enforced?',
);
const EXAMPLE = documentCheck('schema.example-mismatch', 1, 'warning', 'Do examples fit their schemas?');
const EMPTY_SCHEMA = documentCheck('vacuous.empty-schema', 1, 'warning', 'Does every success have a schema?');
const SUNSET_INVALID = documentCheck(
  'sunset.spec-invalid',
  1,
  'warning',
  'Are the dates of deprecation and sunset valid?',
);
const ONLY_DEFAULT = documentCheck(
  'status.only-default-documented',
  3,
  'info',
  'Does an operation document statuses other than default?',
);
const SUCCESSOR = documentCheck(
  'lifecycle.successor-missing',
  3,
  'info',
  'Does a deprecated operation name its replacement?',
);
/** Counts as a finding about the service. A warning; an error within `sunsetFail` days. */
const APPROACHING: RunCheck = {
  ...documentCheck('sunset.approaching', 1, 'warning', 'Does an operation reach its sunset soon?'),
  about: 'service',
};

export const DOCUMENT_CHECKS: readonly RunCheck[] = [
  UNENFORCEABLE,
  EXAMPLE,
  EMPTY_SCHEMA,
  SUNSET_INVALID,
  ONLY_DEFAULT,
  SUCCESSOR,
  APPROACHING,
];

/** Guard: only diagnostics that disable a rule. Repaired faults do not affect a run. */
const LOST = new Set([
  'invalid-pattern',
  'invalid-keyword',
  'invalid-schema',
  'unresolvable-reference',
  'reference-loop',
  'empty-range',
  'extreme-size',
  'foreign-enum',
  'foreign-example',
  'closed-out',
  'unsupported-keyword',
]);

/** Rules that no answer can satisfy as a whole, so that only a part of them is enforced. */
const RELAXED = new Set(['overlapping-alternatives']);

/**
 * Findings about the part of the document that the chosen operations use. `sunsetOf`: the Sunset that an
 * operation's answers had, for operations without a date in the document.
 */
export function judgeDocument(
  context: RunContext,
  operations: readonly Operation[],
  sunsetOf: (operation: string) => string | undefined,
): readonly DocumentFinding[] {
  const ofOperations = operations.flatMap((operation) => [
    ...examples(context, operation),
    ...emptySchemas(context, operation),
    ...sunsetFindings(context.settings, operation, sunsetOf(operation.id)),
    ...lifecycle(operation),
  ]);
  return [...context.api.diagnostics.flatMap(ofDiagnostic), ...ofOperations];
}

function ofDiagnostic({ code, pointer, message, severity }: Diagnostic): readonly DocumentFinding[] {
  const draft: FindingDraft = {
    pointer,
    keyword: code,
    expected: 'a rule that can be enforced',
    actual: message,
    message,
  };
  if (/sunset|lifecycle|date/.test(code))
    return [{ check: SUNSET_INVALID, draft: { ...draft, expected: 'YYYY-MM-DD or an RFC 3339 date-time' } }];
  const isLost = (LOST.has(code) && severity === 'error') || RELAXED.has(code);
  return isLost ? [{ check: UNENFORCEABLE, draft }] : [];
}

function examples({ validator }: RunContext, operation: Operation): readonly DocumentFinding[] {
  return exampleMismatches(validator, operation).map(({ pointer, value, violation, message }) => ({
    check: EXAMPLE,
    operation,
    draft: {
      pointer,
      ...(violation.keyword === undefined ? {} : { keyword: violation.keyword }),
      expected: violation.message,
      actual: stringifyJson(value),
      message,
    },
  }));
}

/**
 * Guard: only JSON content of a success whose schema has no keyword at all. `type: object` counts as a
 * deliberate free-form object.
 */
function emptySchemas(context: RunContext, operation: Operation): readonly DocumentFinding[] {
  return operation.responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content, status }) => content.map((each) => ({ each, status })))
    .filter(({ each }) => isJsonContent(each) && each.itemSchema === undefined && isEmpty(context, each.schema))
    .map(({ each, status }) => ({
      check: EMPTY_SCHEMA,
      operation,
      draft: {
        pointer: each.pointer,
        expected: 'a schema',
        actual: 'none, or one that takes anything',
        message: `The document has no schema for the ${status} of ${operation.id}, so the body is not checked.`,
      },
    }));
}

const ANNOTATIONS = new Set([
  'title',
  'description',
  'examples',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
]);

function isEmpty(context: RunContext, schema: Schema | undefined): boolean {
  if (schema === undefined || schema === true) return true;
  const rule = context.api.deref(schema);
  if (typeof rule === 'boolean') return rule;
  return Object.keys(rule).every((key) => ANNOTATIONS.has(key) || key.startsWith('x-'));
}

const DAY = 86_400_000;

function sunsetFindings(
  { now, sunsetWarn, sunsetFail }: RunContext['settings'],
  operation: Operation,
  sunsetField: string | undefined,
): readonly DocumentFinding[] {
  const end = endOf(operation, sunsetField);
  if (end === undefined) return [];
  const left = Math.floor((end.at - now) / DAY);
  if (left < 0 || left > Math.max(sunsetWarn, sunsetFail ?? 0)) return [];
  const source = end.by === 'document' ? '' : ', as its answers say';
  const draft: FindingDraft = {
    ...(sunsetFail !== undefined && left <= sunsetFail ? { severity: 'error' as const } : {}),
    expected: 'no client that still needs it',
    actual: left === 1 ? '1 day left' : `${left} days left`,
    message: `The sunset of ${operation.id} is ${dayOf(end.at)}${source}, in ${left === 1 ? '1 day' : `${left} days`}.`,
  };
  return [{ check: APPROACHING, draft, operation }];
}

function lifecycle(operation: Operation): readonly DocumentFinding[] {
  const findings: DocumentFinding[] = [];
  const { successor, deprecated } = operation.lifecycle;
  if (deprecated && successor === undefined) {
    const message = `${operation.id} is deprecated, and the document does not name what replaces it.`;
    findings.push({
      check: SUCCESSOR,
      draft: { expected: 'x-deprecated-successor', actual: 'none', message },
      operation,
    });
  }
  if (operation.responses.length > 0 && operation.responses.every(({ status }) => status === 'default')) {
    const message = `${operation.id} documents only a default response, so no status can be wrong.`;
    const draft = { pointer: `${operation.pointer}/responses`, expected: 'statuses', actual: 'default', message };
    findings.push({ check: ONLY_DEFAULT, draft, operation });
  }
  return findings;
}
