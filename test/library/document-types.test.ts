import { describe, expect, it } from 'vitest';
import { documentTypes } from '../../src/library/index.ts';

const BOOKS = { document: 'examples/openapi.yaml' };

describe('The types of a document', () => {
  it('are merged into the module `standin`', async () => {
    const text = await documentTypes(BOOKS);
    expect(text).toContain("import 'standin';\n\ndeclare module 'standin' {\n  interface StandinTypes {");
    expect(text).toContain("      | 'listBooks'\n      | 'createBook'\n");
    expect(text).toContain(
      "      books: {\n        id?: number;\n        title: string;\n        genre: 'novel' | 'poetry';\n      };",
    );
  });

  it('are an interface where they have a name', async () => {
    expect(await documentTypes(BOOKS, 'Books')).toMatch(
      /^\/\/ .*\nexport interface Books \{\n {2}operations:\n {4}\| 'listBooks'/,
    );
  });

  it('stay types whatever the names of a document are', async () => {
    const document = {
      openapi: '3.1.0',
      info: { title: 'It’s\n*/ all', version: '1' },
      paths: { '/odd': { get: { operationId: "it's `odd` \\ x", responses: { 200: { description: 'Fine.' } } } } },
    };
    const text = await documentTypes({ document });
    expect(text.split('\n')[0]).toBe('// Written by `standin types` from It’s */ all 1. Changes are lost.');
    expect(text).toContain("| 'it\\'s `odd` \\\\ x'");
  });
});
