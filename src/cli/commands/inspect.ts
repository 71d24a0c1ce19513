import { Command } from 'commander';
import { type Inspection, inspectDocument, MOCK_OPTIONS } from '../../library/index.ts';
import type { Flags } from '../choices.ts';
import { mergedChoices } from '../choices.ts';
import { findConfig } from '../config.ts';
import { documentHere } from '../document-here.ts';
import { compileLess } from '../engine.ts';
import { helpEnd } from '../options/help-end.ts';
import { pickOptions, withOptions } from '../options/table-options.ts';
import type { Terminal } from '../terminal.ts';

export function inspectCommand(terminal: Terminal): Command {
  const command = new Command('inspect')
    .description(
      'Print what standin infers from a document: its resources, the role of each operation, and the rules that cannot be enforced.',
    )
    .argument(
      '[document]',
      'path or URL of an OpenAPI document (default: openapi.* or swagger.* in this folder, else the embedded petstore)',
    )
    .option('--why', 'print the reason for each role, and all problems instead of a few of each kind (default: off)')
    .action(async (document: string | undefined, flags: Flags) => {
      compileLess();
      const found = await findConfig(flags['config'] as string | undefined);
      const inspection = await inspectDocument(documentHere(mergedChoices(document, flags, found), flags, terminal));
      terminal.out(
        flags['json'] === true
          ? `${JSON.stringify(inspection, undefined, 2)}\n`
          : inspectionText(inspection, terminal, flags['why'] === true),
      );
    })
    .addHelpText('after', HELP_END);
  return withOptions(command, pickOptions(MOCK_OPTIONS, OPTIONS, TEXTS));
}

const OPTIONS = ['petstore', 'strictDocument', 'remoteRefs', 'root', 'documentBytes', 'config', 'json'];
const TEXTS = {
  petstore: 'inspect the embedded petstore, even if this folder has a document',
  strictDocument: 'exit with status 2 if the document has an error',
  json: 'print one JSON object',
};

const HELP_END = helpEnd(
  [
    ['standin inspect', 'the document of this folder'],
    ['standin inspect openapi.yaml --why', 'with the reason for each role, and all problems'],
    ['standin inspect openapi.yaml --strict-document', 'fail if the document has an error: for a pipeline'],
  ],
  [0, 2, 3],
);

/** Findings of one kind that are printed without `--why`. */
const MOST_ALIKE = 10;

function inspectionText(
  { source, dialect, model, diagnostics }: Inspection,
  { colours, safe }: Terminal,
  why: boolean,
): string {
  const lines = [
    `${colours.bold(safe(model.title))} ${safe(model.version)}  ${colours.dim(`OpenAPI ${dialect}, ${safe(source)}`)}`,
    '',
  ];
  lines.push(colours.bold(`Resources (${model.resources.length})`));
  for (const resource of model.resources) {
    const relations = resource.relations.map((relation) => `${relation.pointer} → ${relation.resource}`).join(', ');
    lines.push(
      `  ${colours.cyan(safe(resource.name))}  ${safe(resource.collection ?? resource.item ?? '')}${resource.id === undefined ? '' : `  id ${safe(resource.id)}`}${resource.parent === undefined ? '' : `  in ${safe(resource.parent.resource)}`}${relations === '' ? '' : `  ${colours.dim(safe(relations))}`}`,
    );
  }
  lines.push('', colours.bold(`Operations (${model.operations.length})`));
  const width = Math.max(0, ...model.operations.map((operation) => operation.path.length));
  for (const operation of model.operations) {
    const role =
      operation.resource === undefined
        ? colours.dim(operation.role)
        : `${colours.green(operation.role)} ${safe(operation.resource)}`;
    const extras = [
      ...Object.entries(operation.sets ?? {}).map(([property, value]) => `${property} = ${value}`),
      ...(operation.filters ?? []).map(
        (filter) => `${filter.parameter}${filter.op === 'equals' ? '' : ` (${filter.op})`}`,
      ),
      ...[
        operation.sort?.parameter,
        ...(operation.sorts ?? []).map(({ parameter }) => parameter),
        operation.page?.limit,
        operation.page?.offset,
        operation.page?.page,
        operation.page?.cursor,
      ].filter((name) => name !== undefined),
    ];
    lines.push(
      `  ${operation.method.padEnd(7)}${safe(operation.path.padEnd(Math.min(width, 60)))}  ${role}${extras.length === 0 ? '' : colours.dim(`  ${safe(extras.join(', '))}`)}`,
    );
    if (why) for (const reason of operation.why) lines.push(colours.dim(`           ${safe(reason)}`));
  }
  lines.push(
    '',
    diagnostics.length === 0
      ? colours.green('Nothing in the document is wrong or unenforceable.')
      : colours.bold(`Wrong or unenforceable (${diagnostics.length})`),
  );
  const counts = new Map<string, number>();
  for (const each of [...diagnostics].sort(byPlace)) {
    const count = (counts.get(each.code) ?? 0) + 1;
    counts.set(each.code, count);
    if (count > MOST_ALIKE && !why) continue;
    const place =
      each.position === undefined
        ? each.pointer
        : `${each.position.file}:${each.position.line}:${each.position.column}`;
    lines.push(
      `  ${each.severity === 'error' ? colours.red('error  ') : colours.yellow('warning')} ${safe(place)}  ${safe(each.message)} ${colours.dim(each.code)}`,
    );
  }
  for (const [code, count] of counts)
    if (count > MOST_ALIKE && !why)
      lines.push(colours.dim(`  … and ${count - MOST_ALIKE} more ${code} (--why prints all of them)`));
  return `${lines.join('\n')}\n`;
}

/** Sorts by position in the document; findings without a position come last. */
function byPlace(
  { position: a }: Inspection['diagnostics'][number],
  { position: b }: Inspection['diagnostics'][number],
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a.file === b.file ? a.line - b.line || a.column - b.column : 0;
}
