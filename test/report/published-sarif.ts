import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

/** The schema that OASIS publishes for SARIF 2.1.0, as a package carries it; absent where the package is not installed. */
function published(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  } catch {
    return undefined;
  }
}

const file = published();

export const hasSarifSchema = file !== undefined;

/** It is a schema of draft 4, whose head and one pattern alone differ from what Ajv reads. */
function compiled(): ReturnType<Ajv['compile']> {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(file ?? '', 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
}

let known: ReturnType<Ajv['compile']> | undefined;

/** Breaches of the published schema. */
export function sarifErrors(log: unknown): readonly unknown[] {
  known ??= compiled();
  return known(log) ? [] : (known.errors ?? []);
}
