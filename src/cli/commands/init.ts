import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { StandinError } from '../../library/index.ts';
import { type Answers, PIPELINES, type Pipeline } from '../init/files.ts';
import { findDocuments } from '../init/find-documents.ts';
import { writeProject } from '../init/write-project.ts';
import { helpEnd } from '../options/help-end.ts';
import type { Terminal } from '../terminal.ts';

export function initCommand(terminal: Terminal): Command {
  return new Command('init')
    .description('Set up standin in this folder: ask three questions, write a config file, scripts and a pipeline.')
    .option('-y, --yes', 'take the default of every question, and keep files that exist (default: off)')
    .addHelpText('after', HELP_END)
    .action(async ({ yes = false }: { readonly yes?: boolean }) => init(yes, terminal));
}

const HELP_END = helpEnd(
  [
    ['standin init', 'ask for the document, the service and the pipeline'],
    ['standin init --yes', 'take the first document that is found, and write what is missing'],
    ['npx standin init && npm run mock', 'the first minute of a project'],
  ],
  [0, 2],
);

/** Asks one question, and takes the default for an empty answer. */
type Ask = (question: string, fallback: string) => Promise<string>;

async function init(yes: boolean, terminal: Terminal): Promise<void> {
  const documents = await findDocuments('.');
  if (documents.length === 0)
    throw new StandinError('usage', 'There is no OpenAPI document in this folder or its subfolders.', {
      hint: 'Put one here, such as openapi.yaml. To see standin without one: standin mock --petstore.',
    });
  if (!yes && process.stdin.isTTY !== true)
    throw new StandinError('usage', 'standin init asks questions, and there is no terminal to answer them.', {
      hint: 'To take the defaults: standin init --yes.',
    });
  const reader = yes ? undefined : createInterface({ input: process.stdin, output: process.stdout });
  const ask: Ask = async (question, fallback) =>
    reader === undefined ? fallback : (await reader.question(`${question} (${fallback}) `)).trim() || fallback;
  try {
    const answers = await answersTo(ask, documents, terminal);
    const mayOverwrite = async (path: string): Promise<boolean> =>
      reader !== undefined && /^y(es)?$/i.test(await ask(`${path} exists. Overwrite it? y or n`, 'n'));
    for (const line of await writeProject('.', answers, mayOverwrite)) terminal.out(`${terminal.safe(line)}\n`);
    terminal.out('\nNext: standin mock, and standin check while your service runs.\n');
  } finally {
    reader?.close();
  }
}

async function answersTo(ask: Ask, documents: readonly string[], terminal: Terminal): Promise<Answers> {
  const [first = ''] = documents;
  if (documents.length > 1) terminal.out(`Documents: ${documents.slice(0, 10).map(terminal.safe).join(', ')}\n`);
  const document = await ask('Which document?', first);
  if (!existsSync(document) && !/^https?:/.test(document))
    throw new StandinError('usage', `There is no file ${document}.`, { hint: `Found: ${documents.join(', ')}.` });
  const target = await ask('Where does the service run that is checked?', 'http://127.0.0.1:3000');
  if (!/^https?:\/\//.test(target) || !URL.canParse(target))
    throw new StandinError('usage', `${target} is not an http or https URL.`, {
      hint: 'Such as http://127.0.0.1:3000.',
    });
  const pipeline = await ask(
    `Which pipeline: ${PIPELINES.join(', ')}?`,
    existsSync('.gitlab-ci.yml') ? 'gitlab' : 'github',
  );
  if (!isPipeline(pipeline))
    throw new StandinError('usage', `${pipeline} is not a pipeline.`, { hint: `Choose ${PIPELINES.join(', ')}.` });
  return { document, target, pipeline };
}

function isPipeline(text: string): text is Pipeline {
  return (PIPELINES as readonly string[]).includes(text);
}
