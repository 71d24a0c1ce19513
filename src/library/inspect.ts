import { describeModel, inferResources, type ModelDescription, servedApi } from '../resources/index.ts';
import type { Diagnostic } from '../spec/index.ts';
import { createValidator } from '../validation/index.ts';
import { loadChosen } from './assemble.ts';
import { assertCodeGeneration } from './code-generation.ts';
import type { DocumentChoices } from './config/options.ts';
import { refuseSchemaFaults, schemaFaults } from './document-faults.ts';
import { undrawable } from './undrawable.ts';
import { declarationsOf } from './world/document-types.ts';

/**
 * The analysis of a document: its resources and roles with reasons, and its faults and rules that cannot be
 * enforced.
 */
export interface Inspection {
  readonly source: string;
  readonly dialect: string;
  readonly model: ModelDescription;
  readonly diagnostics: readonly Diagnostic[];
}

/** Analyses a whole document. Throws `document.unreadable`, `document.unreachable` and `document.refused`. */
export async function inspectDocument(choices: DocumentChoices): Promise<Inspection> {
  assertCodeGeneration();
  const api = await loadChosen(choices, { shown: 'names and values' });
  const served = servedApi(api);
  const model = describeModel(inferResources(served), served);
  const validator = createValidator({ api, explain: 'own' });
  if (choices.strictDocument === true) refuseSchemaFaults(api, validator);
  const diagnostics = api.diagnose();
  const faults = schemaFaults(api, validator, diagnostics);
  return {
    source: api.source,
    dialect: api.dialect,
    model,
    // Compiling the schemas may have added diagnostics.
    diagnostics: [...diagnostics, ...faults, ...withoutKnown(undrawable(api), diagnostics)],
  };
}

/** A schema with a diagnostic that already explains why no value is valid. */
function withoutKnown(found: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  const hopeless = known.filter(({ code }) => code === 'no-finite-value' || code === 'unsatisfiable-schema');
  return found.filter(({ pointer }) => !hopeless.some((each) => each.pointer === pointer));
}

/** TypeScript declarations of a document (`declarationsOf`). Throws `document.unreadable`, `document.unreachable` and `document.refused`. */
export async function documentTypes(choices: DocumentChoices, name?: string): Promise<string> {
  const api = await loadChosen(choices);
  return declarationsOf(api, inferResources(servedApi(api)).resources, name);
}
