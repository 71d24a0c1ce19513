// @vitest-environment jsdom
import { composeStories, setProjectAnnotations } from '@storybook/react';
import { afterEach, expect, test } from 'vitest';
import * as stories from './BookList.stories.jsx';
import preview from './preview.mjs';

setProjectAnnotations([preview]);
const { Seeded, WithPoetry, Down } = composeStories(stories);

afterEach(() => document.body.replaceChildren());

test('a story shows the seeded books', async () => {
  await Seeded.run();
  expect(document.querySelectorAll('li').length).toBeGreaterThan(1);
  expect(document.body.textContent).not.toContain('Odes');
});

test('a story says which records there are', async () => {
  await WithPoetry.run();
  expect(document.body.textContent).toContain('Odes');
});

test('a story says what fails', async () => {
  await Down.run();
  expect(document.querySelector('[role=alert]')?.textContent).toBe('The books cannot be read.');
});
