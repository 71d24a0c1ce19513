import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const DOCS = resolve(import.meta.dirname, '..');
const REPOSITORY = 'https://github.com/standin-dev/standin/blob/main';

/** The sections of the sidebar, in the order in which a reader meets them. */
const SECTIONS = {
  start: 'Start',
  guides: 'Guides',
  concepts: 'Concepts',
  recipes: 'Recipes',
  reference: 'Reference',
  from: 'Coming from',
};

export default {
  title: 'standin',
  description: 'A stateful mock server and a contract check for any OpenAPI document',
  srcDir: DOCS,
  outDir: resolve(DOCS, '../dist-docs'),
  cacheDir: resolve(DOCS, 'node_modules/.vitepress'),
  rewrites: { 'README.md': 'index.md', 'decisions/README.md': 'decisions/index.md' },
  srcExclude: ['node_modules/**'],
  lastUpdated: false,
  // A short name such as `--api-key` is not broken at its hyphens.
  head: [
    [
      'style',
      {},
      '.vp-doc :not(pre) > code { display: inline-block; max-width: 100%; padding-block: 0 } .vp-doc td:first-child { min-width: 9em }',
    ],
  ],
  markdown: { attrs: { disable: true }, anchor: { slugify: anchorOf }, config: linkToRepository },
  themeConfig: {
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument: rankOf } } } },
    outline: [2, 3],
    sidebar: sidebar(),
    nav: [
      { text: 'Start', link: '/start/front-end' },
      { text: 'Reference', link: '/reference/options' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
    ],
    docFooter: { prev: false, next: false },
  },
};

/** A page with the word in its title comes first. The reference has many headings: pages that explain come before it. */
function rankOf(section, term, { title = '', titles = [] } = {}) {
  const isNamed = titles.length === 0 && title.toLowerCase().includes(term.toLowerCase());
  return (isNamed ? 20 : 1) * (section.startsWith('/reference/') ? 0.4 : 1);
}

/** The anchor of a heading, in the way of GitHub: a link works there and here. */
function anchorOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Every page, in the order of the links of the first page. */
function sidebar() {
  const first = readFileSync(join(DOCS, 'README.md'), 'utf8');
  const place = (path) => (first.indexOf(`](${path})`) + 1 || first.length) - 1;
  const sections = Object.entries(SECTIONS).map(([folder, text]) => ({
    text,
    collapsed: folder !== 'start',
    items: readdirSync(join(DOCS, folder))
      .filter((name) => name.endsWith('.md'))
      .sort((one, other) => place(`${folder}/${one}`) - place(`${folder}/${other}`))
      .map((name) => page(`${folder}/${name}`)),
  }));
  return [...sections, { items: ['troubleshooting.md', 'releases.md'].map(page) }];
}

function page(path) {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(join(DOCS, path), 'utf8')) ?? [];
  return { text: title.split(/[:,]/)[0], link: `/${path.replace(/\.md$/, '')}` };
}

/** Links that leave this folder lead to the repository, and the first page of a folder has another name on the site. */
function linkToRepository(markdown) {
  markdown.core.ruler.push('links-to-repository', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^(\w+:|#|\/)/.test(href)) continue;
      const target = relative(DOCS, resolve(DOCS, dirname(env.relativePath), href));
      if (target.endsWith('README.md')) token.attrSet('href', href.replace('README.md', 'index.md'));
      if (target.startsWith('..')) token.attrSet('href', `${REPOSITORY}/${target.slice(3)}`);
    }
  });
}
