import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Answers } from './files.ts';
import { filesFor, SCRIPTS } from './files.ts';

/** Whether a file that exists may be overwritten. */
export type MayOverwrite = (path: string) => Promise<boolean>;

/** Writes the files of a project and its scripts. Gives one line for each thing that was done or left. */
export async function writeProject(
  folder: string,
  answers: Answers,
  mayOverwrite: MayOverwrite,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const { path, text } of filesFor(answers)) {
    const file = join(folder, path);
    const before = await readFile(file, 'utf8').catch(() => undefined);
    if (before === text || (before !== undefined && !(await mayOverwrite(path)))) {
      lines.push(`kept     ${path}`);
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    lines.push(`written  ${path}`);
  }
  lines.push(...(await writeScripts(join(folder, 'package.json'))));
  if (answers.pipeline === 'gitlab') lines.push('add      include: .gitlab/standin.yml to .gitlab-ci.yml');
  return lines;
}

/** Adds scripts that do not exist, and leaves the rest of the file as it is, with its indentation. */
async function writeScripts(file: string): Promise<readonly string[]> {
  const there = await stat(file).catch(() => undefined);
  if (there === undefined) return ['no package.json: run npx standin mock and npx standin check'];
  const text = await readFile(file, 'utf8');
  let manifest: { scripts?: Record<string, string> };
  try {
    manifest = JSON.parse(text);
  } catch {
    return ['kept     package.json, which is not JSON'];
  }
  const scripts = manifest.scripts ?? {};
  const added = Object.entries(SCRIPTS).filter(([name]) => scripts[name] === undefined);
  const kept = Object.entries(SCRIPTS).filter(([name, script]) => (scripts[name] ?? script) !== script);
  const lines = kept.map(([name]) => `kept     the script ${name} of package.json`);
  if (added.length === 0) return lines;
  manifest.scripts = { ...scripts, ...Object.fromEntries(added) };
  const indent = /^(\s+)"/m.exec(text)?.[1]?.replace(/^\n+/, '') ?? '  ';
  await writeFile(file, `${JSON.stringify(manifest, undefined, indent)}\n`);
  return [...lines, `added    scripts ${added.map(([name]) => name).join(', ')} in package.json`];
}
