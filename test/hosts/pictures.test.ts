import { expect, test } from 'vitest';
import { picturesAt } from '../../src/hosts/session/pictures.ts';

test('pictures in records come from the dev server', () => {
  expect(picturesAt({ port: 5173 })).toEqual({ publicUrl: 'http://localhost:5173' });
  expect(picturesAt({ port: 5173, https: {} })).toEqual({ publicUrl: 'https://localhost:5173' });
});

test('records that outlive the server, and a server without a port, have no such address', () => {
  expect(picturesAt({ port: 5173 }, { state: 'file:./state.json' })).toEqual({});
  expect([picturesAt({}), picturesAt({ port: 0 })]).toEqual([{}, {}]);
});
