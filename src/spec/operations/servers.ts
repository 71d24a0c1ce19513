import { escapeRegExp } from '../../wire/index.ts';
import type { OwnServerPath, ServerSpec } from '../model/api.ts';
import { childOf, childrenOf, type NodeLocation } from '../model/node-location.ts';
import { listOf, member, textOf } from '../model/raw.ts';
import { templateNames } from '../model/templates.ts';
import type { Context } from '../schema/context.ts';

/** The servers of a document. */
export interface Servers {
  /** Paths: without trailing slash, unique, longest first. */
  readonly basePaths: readonly string[];
  /** Beginnings of paths in which a variable may have any value: `/bot{token}`. */
  readonly basePatterns: readonly RegExp[];
  /** Of those whose URLs are absolute; unique. */
  readonly origins: readonly string[];
}

/** Servers as the document names them; of 2.0, one for each scheme. */
export function serversOfDocument(context: Context): readonly ServerSpec[] {
  const { root, dialect } = context;
  if (dialect !== '2.0')
    return childrenOf(childOf(root, 'servers')).flatMap(([, server]) => {
      const url = textOf(server.node, 'url');
      return url === undefined ? [] : [{ url, pointer: context.nameOf(server) }];
    });
  const path = swaggerBasePath(context);
  const host = textOf(root.node, 'host');
  const named = context.nameOf(childOf(root, host === undefined ? 'basePath' : 'host'));
  if (host === undefined) return path === '' ? [] : [{ url: path, pointer: named }];
  const schemes = listOf(member(root.node, 'schemes')).map(String);
  return (schemes.length === 0 ? ['https'] : schemes).map((scheme) => ({
    url: `${scheme}://${host}${path}`,
    pointer: named,
  }));
}

/** The same if the whole API is below another path. The paths of the servers alone are then not included. */
export function serversBelow(base: string, context: Context, owners: readonly NodeLocation[]): Servers {
  const { basePaths, origins } = serversOf(context, owners);
  const basePatterns = patternsOf(base, context, owners);
  return {
    basePaths: base === '' ? basePaths : byLength([...basePaths.map((path) => base + path), base]),
    basePatterns,
    origins,
  };
}

/** The path of a URL, which may have variables anywhere. */
const PATH_OF_URL = /^(?:[^/?#]*:)?(?:\/\/[^/?#]*)?(\/[^?#]*)/;

function patternsOf(base: string, context: Context, owners: readonly NodeLocation[]): readonly RegExp[] {
  const servers = context.dialect === '2.0' ? [] : owners.flatMap((owner) => childrenOf(childOf(owner, 'servers')));
  const patterns = servers.flatMap(([, server]) => {
    const [, path = ''] = PATH_OF_URL.exec(textOf(server.node, 'url') ?? '') ?? [];
    const isOpen = (name: string): boolean => {
      const variable = member(member(server.node, 'variables'), name);
      return member(variable, 'default') !== undefined && listOf(member(variable, 'enum')).length === 0;
    };
    const names = templateNames(path);
    // Two variables in one segment could share its text in many ways, and trying all of them takes long.
    const isClear = path.split('/').every((segment) => templateNames(segment).length <= 1);
    if (names.length === 0 || !isClear || !names.every(isOpen)) return [];
    const text = escapeRegExp(base + withoutEndSlash(path));
    return [names.reduce((whole, name) => whole.replaceAll(escapeRegExp(`{${name}}`), '[^/]+'), text)];
  });
  return [...new Set(patterns)].map((pattern) => new RegExp(`^${pattern}(?=/|$)`));
}

function serversOf(context: Context, owners: readonly NodeLocation[]): Omit<Servers, 'basePatterns'> {
  if (context.dialect === '2.0')
    return { basePaths: byLength([swaggerBasePath(context)]), origins: originsOf(swaggerHosts(context)) };
  const urls = owners.flatMap((owner) => serverUrls(context, owner));
  const paths = urls.flatMap(({ url, server }) => pathOf(context, url, server) ?? []);
  return { basePaths: byLength(paths), origins: originsOf(urls.map(({ url }) => url)) };
}

/** The path of the first server of an operation or of its path item, where it is another one on the document's origin. */
export function ownServerPath(context: Context, owners: readonly NodeLocation[]): OwnServerPath | undefined {
  if (context.dialect === '2.0') return undefined;
  const owner = owners.find((each) => listOf(member(each.node, 'servers')).length > 0);
  const [own] = owner === undefined ? [] : serverUrls(context, owner);
  const [document] = serverUrls(context, context.root);
  if (own === undefined || document === undefined || originOf(own.url) !== originOf(document.url)) return undefined;
  const [ownPath, documentPath] = [own, document].map(({ url, server }) => pathOf(context, url, server));
  if (ownPath === undefined || documentPath === undefined || ownPath === documentPath) return undefined;
  return { own: ownPath, document: documentPath };
}

/** Scheme and host of a URL; `''` of one that is relative to where the document is. */
function originOf(url: string): string | undefined {
  if (!/^[a-z][a-z\d+.-]*:|^\/\//i.test(url)) return '';
  return URL.canParse(url) ? new URL(url).origin : undefined;
}

function byLength(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths.length === 0 ? [''] : paths)];
  return unique.sort((a, b) => b.length - a.length);
}

function originsOf(urls: readonly string[]): readonly string[] {
  const absolute = urls.filter((url) => /^https?:/i.test(url) && URL.canParse(url));
  return [...new Set(absolute.map((url) => new URL(url).origin))];
}

function swaggerHosts({ root }: Context): readonly string[] {
  const host = textOf(root.node, 'host');
  return host === undefined ? [] : ['http', 'https'].map((scheme) => `${scheme}://${host}`);
}

function swaggerBasePath(context: Context): string {
  const path = textOf(context.root.node, 'basePath') ?? '';
  return withoutEndSlash(path.startsWith('/') || path === '' ? path : `/${path}`);
}

function serverUrls(
  context: Context,
  owner: NodeLocation,
): readonly { readonly url: string; readonly server: NodeLocation }[] {
  return childrenOf(childOf(owner, 'servers')).flatMap(([, server]) => {
    const url = textOf(server.node, 'url');
    if (url === undefined) return [];
    return expansions(context, withoutOriginVariable(url, server), server).map((each) => ({ url: each, server }));
  });
}

/** A URL without the variable that it begins with, where that stands for scheme and host: `/v2` of `{endpoint}/v2`. */
function withoutOriginVariable(url: string, server: NodeLocation): string {
  const [whole = '', name = '', path = ''] = /^\{([^{}]+)\}(\/.*)$/s.exec(url) ?? [];
  const value = member(member(server.node, 'variables'), name);
  const isOrigin = whole !== '' && !/^\/|:\/\//.test(textOf(value, 'default') ?? '/');
  return isOrigin ? path : url;
}

/** Maximum number of listed combinations. */
const MAX_EXPANSIONS = 64;

/** The URL with every value of its variables: the default first, then the enumerated ones. */
function expansions(context: Context, url: string, server: NodeLocation): readonly string[] {
  let urls = [url];
  for (const name of new Set(templateNames(url))) {
    const variable = member(member(server.node, 'variables'), name);
    const values = valuesOf(context, name, variable, server);
    urls = urls.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value))).slice(0, MAX_EXPANSIONS);
  }
  return urls;
}

function valuesOf(context: Context, name: string, variable: unknown, server: NodeLocation): readonly string[] {
  const fallback = member(variable, 'default');
  if (fallback === undefined)
    context.error(server, 'undefined-server-variable', `server variable {${name}} has no default`);
  const listed = listOf(member(variable, 'enum')).map(String);
  if (fallback !== undefined && listed.length > 0 && !listed.includes(String(fallback)))
    context.error(server, 'server-default-not-in-enum', `the default of server variable {${name}} is not in its enum`);
  return [...new Set([String(fallback ?? ''), ...listed])];
}

function pathOf(context: Context, url: string, server: NodeLocation): string | undefined {
  try {
    const parsed = new URL(url, 'http://document.invalid/');
    if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:' && !/^wss?:$/.test(parsed.protocol))
      throw new TypeError();
    if (parsed.search !== '' || parsed.hash !== '' || parsed.username !== '' || parsed.password !== '')
      context.warn(server, 'server-url', 'a server URL has no query, fragment or user; only its path is used');
    return withoutEndSlash(parsed.pathname);
  } catch {
    context.error(server, 'server-url', `${JSON.stringify(url)} is not a server URL; it is left out`);
    return undefined;
  }
}

const withoutEndSlash = (path: string): string => path.replace(/\/+$/, '');
