export const PAGES = ['requests', 'data', 'operations', 'rules', 'worlds', 'use', 'check'] as const;
export type PageName = (typeof PAGES)[number];

export const PAGE_TITLES: Readonly<Record<PageName, string>> = {
  requests: 'Requests',
  data: 'Data',
  operations: 'Operations',
  rules: 'Rules',
  worlds: 'Worlds and time',
  use: 'Use',
  check: 'Check',
};

/** The state in the address bar: the page, the opened item, and the filter. */
export interface PageRoute {
  readonly page: PageName;
  readonly segments: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads `#/data/pets/3?search=rex`. An unknown page becomes the page of requests. */
export function parseHash(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first = '', ...segments] = path.split('/').map(decode);
  const page = PAGES.find((each) => each === first) ?? 'requests';
  return { page, segments: page === first ? segments : [], query: Object.fromEntries(new URLSearchParams(query)) };
}

export function hashOf(page: PageName, segments: readonly string[] = [], query: PageRoute['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  return `#/${[page, ...segments].map(encodeURIComponent).join('/')}${search}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
