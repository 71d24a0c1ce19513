import { createMock } from 'standin';

/** One mock for the whole server, through every hot reload. */
globalThis.booksMock ??= createMock({ document: '../openapi.yaml', base: '/api' });
export const mock = globalThis.booksMock;
