import { createElement } from 'react';
import { BookList } from './BookList.jsx';

export default {
  title: 'BookList',
  component: BookList,
  // `api` is what the loader of the preview made; `beforeEach` runs after all loaders.
  beforeEach: async (context) => {
    const response = await context.loaded.api.fetch('/books');
    context.args.books = response.ok ? await response.json() : [];
    context.args.failed = !response.ok;
  },
  render: (args) => createElement(BookList, args),
};

export const Seeded = {};

export const WithPoetry = {
  parameters: { standin: { records: { books: [{ title: 'Odes', genre: 'poetry' }] } } },
};

export const Down = { parameters: { standin: { overrides: [{ status: 503 }] } } };
