import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import {
  type DistilChoices,
  distilUsage,
  folderDocument,
  parseSpan,
  StandinError,
  stringifyJson,
  unreadable,
} from '../../library/index.ts';
import { type Flags, instantOf, withRepeated } from '../choices.ts';
import { helpEnd } from '../options/help-end.ts';
import type { Terminal } from '../terminal.ts';
import { assertWritable } from '../writable-path.ts';

export function usesCommand(terminal: Terminal): Command {
  return new Command('uses')
    .description(
      'Distil recorded traffic and consumer contracts to what each client uses: operations, parameters, properties, how often, last seen.',
    )
    .argument('<kind=path...>', 'files or folders of a kind: har, journal (of a mock), pact')
    .option(
      '--document <document>',
      'path or URL of the OpenAPI document (default: openapi.* or swagger.* in this folder)',
    )
    .option(
      '--client <name>',
      'name of the client, such as web@1.2 (default: Standin-Client, User-Agent or the consumer of a Pact)',
    )
    .option('--output <file>', 'file to write (default: print)')
    .option('--since <age>', 'leave out what is older: 30d, 12h (default: nothing)')
    .option('--ignore-client <name>', 'leave a client out; * stands for any characters (repeatable)', withRepeated)
    .option(
      '--witnesses <n>',
      'keep this many recorded requests of each client and operation, without credentials (default: 0)',
    )
    .option('--now <instant>', 'instant that --since counts from (default: now)')
    .option('--remote-refs', 'follow $refs to http(s) documents (default: off)')
    .action(async (usage: readonly string[], flags: Flags) => {
      await uses(usage, flags, terminal);
    })
    .addHelpText('after', HELP_END);
}

const HELP_END = helpEnd(
  [
    ['standin uses har=monday.har --document openapi.yaml --client web@1.2', 'what a browser did'],
    ['standin uses pact=pacts/ --document openapi.yaml', 'what consumers say that they read'],
    ['standin diff main:openapi.yaml openapi.yaml --usage uses=web.uses.json', 'which clients does a change break?'],
  ],
  [0, 2, 3, 70],
);

async function uses(usage: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  const { document, client, output, since, ignoreClient, witnesses, now, remoteRefs } = flags;
  const choices: DistilChoices = {
    usage,
    document: documentOf(document),
    ...(typeof client === 'string' ? { client } : {}),
    ...(since === undefined ? {} : { since: instantOf({ now }) - parseSpan(String(since)) }),
    ...(Array.isArray(ignoreClient) ? { ignoreClients: ignoreClient.map(String) } : {}),
    ...(witnesses === undefined ? {} : { witnesses: countOf(String(witnesses)) }),
    ...(remoteRefs === true ? { remoteRefs: true } : {}),
  };
  if (typeof output === 'string') await assertWritable('file of uses', output);
  const { file, notes, clients, operations, calls } = await distilUsage(choices);
  const text = `${stringifyJson(file, 2)}\n`;
  for (const note of notes) terminal.err(`${terminal.safe(note)}\n`);
  if (typeof output !== 'string') return terminal.out(text);
  await writeFile(output, text).catch((cause: unknown) => {
    throw new StandinError('report.unwritable', `The uses cannot be written to ${output}: ${unreadable(cause)}.`, {
      cause,
    });
  });
  const counts = `${countText(calls, 'call')} of ${countText(operations, 'operation')} by ${countText(clients, 'client')}`;
  terminal.err(`${terminal.safe(output)}: ${counts}\n`);
}

const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function countOf(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new StandinError('usage', `--witnesses ${text} is not a number from 0 to 999.`);
  return Number(text);
}

/** The embedded document is not the default here: the recordings are of another API, so all uses would be empty. */
function documentOf(named: unknown): string {
  const document = typeof named === 'string' ? named : folderDocument('.');
  if (document === undefined)
    throw new StandinError('usage', 'No document is named, and this folder has none.', {
      hint: 'standin uses har=monday.har --document openapi.yaml',
    });
  return document;
}
