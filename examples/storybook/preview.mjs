import { createMock } from 'standin';

const mock = await createMock({ document: '../openapi.yaml' });

/** A world for each story, fresh on each visit: `parameters.standin` says how it begins. */
export default {
  loaders: [
    async ({ id, parameters: { standin = {} } }) => {
      const api = mock.world(id);
      await api.reset();
      for (const override of standin.overrides ?? []) await api.override(override);
      for (const [resource, records] of Object.entries(standin.records ?? {}))
        for (const fields of records) await api.create(resource, fields);
      return { api };
    },
  ],
};
