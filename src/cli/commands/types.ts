import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { documentTypes, StandinError, unreadable } from '../../library/index.ts';
import type { Flags } from '../choices.ts';
import { mergedChoices } from '../choices.ts';
import { findConfig } from '../config.ts';
import { documentHere } from '../document-here.ts';
import type { Terminal } from '../terminal.ts';

export function typesCommand(terminal: Terminal): Command {
  return new Command('types')
    .description(
      'Print TypeScript declarations of a document: its operations, its resources and their records, for mocks in tests.',
    )
    .argument(
      '[document]',
      'path or URL of an OpenAPI document (default: openapi.* or swagger.* in this folder, else the embedded petstore)',
    )
    .option('--petstore', 'declare the embedded petstore, even if this folder has a document (default: off)')
    .option('--remote-refs', 'follow $refs to http(s) documents (default: off)')
    .option('--root <folder>', 'folder in which $refs may lead to JSON and YAML files (default: that of the project)')
    .option(
      '--name <name>',
      'export an interface of this name (default: declare it for every mock of the project)',
      interfaceName,
    )
    .option('--out <file>', 'file to write (default: print)')
    .option('--config <file>', 'config file (default: standin.config.{ts,js,json,yaml} in this folder)')
    .action(async (document: string | undefined, { name, out, ...flags }: Flags) => {
      const found = await findConfig(flags['config'] as string | undefined);
      const choices = documentHere(mergedChoices(document, flags, found), flags, terminal);
      const text = await documentTypes(choices, name as string | undefined);
      if (typeof out !== 'string') terminal.out(text);
      else
        await writeFile(out, text).catch((cause: unknown) => {
          throw new StandinError('report.unwritable', `The types cannot be written to ${out}: ${unreadable(cause)}.`, {
            cause,
          });
        });
    });
}

function interfaceName(text: string): string {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(text)) throw new InvalidArgumentError('It must be a name such as Shop.');
  return text;
}
