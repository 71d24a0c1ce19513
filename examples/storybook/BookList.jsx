import { createElement } from 'react';

/** The component: it is given what the API answered. */
export function BookList({ books, failed }) {
  if (failed) return createElement('p', { role: 'alert' }, 'The books cannot be read.');
  return createElement('ul', null, ...books.map(({ id, title }) => createElement('li', { key: id }, title)));
}
