export default { testMatch: ['**/*.test.mjs'], transform: {} };
