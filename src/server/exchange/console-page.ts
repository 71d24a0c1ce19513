import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markup } from '../../look/index.ts';

/** The built files of the console, and their path. */
export interface ConsoleFiles {
  /** `undefined` for unknown names, and if the console was not built. */
  read(name: string): Promise<ConsoleFile | undefined>;
}

export interface ConsoleFile {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'editor.js': 'text/javascript; charset=utf-8',
};

/** Reads files on first use, and keeps them. */
export function createConsoleFiles(folder: string): ConsoleFiles {
  const files = new Map<string, Promise<ConsoleFile | undefined>>();
  const load = async (name: string, type: string): Promise<ConsoleFile | undefined> =>
    readFile(join(folder, name)).then(
      (bytes) => ({ type, bytes: new Uint8Array(bytes) }),
      () => undefined,
    );
  return {
    async read(name) {
      const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
      if (type === undefined) return undefined;
      const file = files.get(name) ?? load(name, type);
      files.set(name, file);
      return file;
    },
  };
}

/**
 * Only the console's own files are loaded, markup cannot be made from strings, no page can embed it, and
 * links send no referrer.
 */
export const CONSOLE_FIELDS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** The HTML page of the console, which its script fills. `prefix` is the path of the control routes. */
export function consolePage(prefix: string): string {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="control-prefix" content="${prefix}">
<title>standin</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="./page.css"><script type="module" src="./page.js"></script></head>
<body><noscript>The console needs JavaScript. What it does, the <a href="./openapi.json">control routes</a> do too.</noscript><div id="console"></div></body></html>
`.html;
}
