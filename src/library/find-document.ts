import { readFileSync } from 'node:fs';
import { type Credentials, type DocumentSearch, findPublishedDocument } from '../contract/index.ts';
import { type Json, StandinError } from '../core/index.ts';
import { parseData } from '../spec/index.ts';
import { isObject, jsonEquals } from '../wire/index.ts';
import { DOCUMENT_FILES, folderDocument } from './folder-document.ts';
import { packageFacts } from './package/package.ts';

/** A document that was found without being named: its source, and its text where it came from the target. */
export interface FoundDocument {
  /** Path or URL; absent for the embedded document. */
  readonly document?: string;
  readonly documentText?: string;
  /** Name for messages. */
  readonly description: string;
}

export interface FindOptions {
  readonly cwd: string;
  readonly now: () => number;
  /** The service under check; absent where it must not be called. */
  readonly target?: URL;
  readonly credentials?: Credentials;
  readonly insecure?: boolean;
  readonly wait?: number;
}

/**
 * Finds a document where none was named: in the folder, else at the target. Throws `usage` with everything
 * that was tried, `document.unreachable` where the target does not answer.
 */
export async function findDocument(options: FindOptions): Promise<FoundDocument> {
  const { cwd, target, ...search } = options;
  const file = folderDocument(cwd);
  if (file !== undefined) return { document: file, description: `${file}, in this folder` };
  if (target === undefined) throw notFound();
  const searched = await findPublishedDocument(target, search);
  const { found, unreachable } = searched;
  if (unreachable !== undefined)
    throw new StandinError('document.unreachable', `${unreachable[0]}.`, { hint: unreachable[1] });
  if (found === undefined) throw notFound(searched);
  const { url, text } = found;
  if (saysTheSame(text, readFileSync(packageFacts().document, 'utf8')))
    return { description: `the embedded petstore, which the target publishes at ${url}` };
  return { document: url, documentText: text, description: `${url}, as the target publishes it` };
}

/**
 * Whether two documents are equal apart from their servers: a mock lists itself as server in the document
 * that it serves.
 */
function saysTheSame(one: string, other: string): boolean {
  const withoutServers = (text: string): Json => {
    // Parsed from JSON or YAML.
    const value = parseData('openapi', text).value as Json;
    return isObject(value) ? { ...value, servers: [] } : value;
  };
  return jsonEquals(withoutServers(one), withoutServers(other));
}

function notFound(searched?: DocumentSearch): StandinError {
  const { bases = [], addresses = [], refused = [] } = searched ?? {};
  const published =
    bases.length === 0
      ? ''
      : ` ${bases.join(' and ')} ${bases.length === 1 ? 'publishes' : 'publish'} none at ${addresses.join(', ')}.`;
  const locked = refused.length === 0 ? '' : ` ${refused.join(', ')} asked for a credential.`;
  return new StandinError(
    'usage',
    `No OpenAPI document was given, and this folder has no ${DOCUMENT_FILES.join(', ')}.${published}${locked}`,
    {
      hint: 'Name the document after the target: standin check http://127.0.0.1:4010 openapi.yaml. For the embedded petstore, use --petstore.',
    },
  );
}
