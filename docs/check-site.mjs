import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Follows every link of the built site to a file and an anchor that exist. */
const SITE = resolve(import.meta.dirname, '../dist-docs');
const pages = readdirSync(SITE, { recursive: true }).filter((file) => file.endsWith('.html'));
const html = new Map(pages.map((page) => [join(SITE, page), readFileSync(join(SITE, page), 'utf8')]));

const dead = [];
for (const [file, text] of html)
  for (const [, href] of text.matchAll(/<(?:a|link|script|img)\b[^>]*? (?:href|src)="([^"]+)"/g))
    if (!/^(\w+:|\/\/)/.test(href) && !leads(file, href)) dead.push(`${file.slice(SITE.length)}: ${href}`);

const bytes = readdirSync(SITE, { recursive: true }).reduce((sum, each) => sum + statSync(join(SITE, each)).size, 0);
for (const each of dead) console.error(`dead link: ${each}`);
console.log(`${pages.length} pages, ${(bytes / 1e6).toFixed(1)} MB, ${dead.length} dead links`);
process.exitCode = dead.length === 0 && pages.length > 0 ? 0 : 1;

function leads(from, href) {
  const [path, anchor] = href.split('#');
  const target = path === '' ? from : path.startsWith('/') ? join(SITE, path) : join(dirname(from), path);
  const file = [target, `${target}.html`, join(target, 'index.html')].find(
    (each) => existsSync(each) && statSync(each).isFile(),
  );
  if (file === undefined) return false;
  return anchor === undefined || anchor === '' || (html.get(file) ?? '').includes(`id="${decodeURIComponent(anchor)}"`);
}
