// Prints the section of CHANGELOG.md for a tag. Fails if the tag, package.json and the changelog do not name the same version.
import { readFileSync } from 'node:fs';

const [tag = ''] = process.argv.slice(2);
const version = tag.replace(/^v/, '');
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const text = readFileSync('CHANGELOG.md', 'utf8');
const start = text.indexOf(`\n## ${version}`);
if (manifest.version !== version) {
  console.error(`The tag is ${tag}, and package.json has the version ${manifest.version}.`);
  process.exit(1);
}
if (start < 0) {
  console.error(`CHANGELOG.md has no section ${version}. Rename "Unreleased" to it.`);
  process.exit(1);
}
const body = text.slice(text.indexOf('\n', start + 1) + 1);
const end = body.indexOf('\n## ');
console.log((end < 0 ? body : body.slice(0, end)).trim());
