import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Of the declarations that tsc wrote, those stay that what users import leads to: the others are three of four. */
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const reached = new Set();
for (const { types } of Object.values(exports)) if (types !== undefined) reach(resolve(types));
sweep(resolve('dist'));

/** @param {string} file */
function reach(file) {
  if (reached.has(file)) return;
  reached.add(file);
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(/\b(?:from |import |import\()["'](\.[^"']+)["']/g))
    reach(resolve(dirname(file), to.replace(/\.[jt]s$/, '.d.ts')));
}

/** @param {string} folder */
function sweep(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sweep(path);
    else if (path.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
