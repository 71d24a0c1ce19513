import { type Api, type Diagnostic, refuseErrors } from '../spec/index.ts';
import { exampleMismatches, type OwnedValidator } from '../validation/index.ts';

/**
 * Faults that are found only by compiling all schemas and validating the examples; those in `known` are
 * left out.
 */
export function schemaFaults(
  api: Api,
  validator: OwnedValidator,
  known: readonly Diagnostic[] = [],
): readonly Diagnostic[] {
  const seen = new Set(known.map(({ code, pointer }) => `${code} ${pointer}`));
  const faults = api.operations.flatMap((operation) => [
    ...validator.unenforceable(operation),
    ...exampleMismatches(validator, operation).map((each) => ({ ...each, code: 'schema.example-mismatch' })),
  ]);
  return faults.flatMap(({ code, pointer, message }): readonly Diagnostic[] => {
    const key = `${code} ${pointer}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const position = api.lineOf(pointer);
    return [{ code, severity: 'warning', pointer, message, ...(position === undefined ? {} : { position }) }];
  });
}

/**
 * In strict mode, a rule that cannot be enforced and an example that violates its schema are errors. Throws
 * `document.refused`.
 */
export function refuseSchemaFaults(api: Api, validator: OwnedValidator): void {
  refuseErrors(
    api,
    schemaFaults(api, validator).map((each) => ({ ...each, severity: 'error' })),
  );
}
