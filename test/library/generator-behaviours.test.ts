import { expect, test } from 'vitest';
import { createMock } from '../../src/library/index.ts';

test('a behaviour that is a generator is refused, with what to write instead', async () => {
  const mocks = {
    behaviours: {
      // As behaviours were written once.
      *listPets() {},
    },
  };
  await expect(createMock({ mocks: mocks as never })).rejects.toMatchObject({
    code: 'mocks.invalid',
    hint: expect.stringContaining('plain function'),
  });
});
