import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdsJudgements } from './judged.mjs';
import { check } from './service.mjs';
import { SERVICES } from './services.mjs';

/** A service is started, checked once, with the values of a person where there are some, and judged. */
for (const { title, name, skip = false, reached, launch, flags = [], values = [] } of SERVICES)
  describe.skipIf(skip)(`${title}${skip ? ' (SKIPPED: it is not installed)' : ''}`, () => {
    let service;
    let summary;
    let before;
    const existing = async () =>
      service.existing === undefined
        ? undefined
        : (await fetch(`${service.url}${service.existing}`, { headers: service.headers ?? {} })).text();
    beforeAll(async () => {
      service = await launch();
      before = await existing();
      const given = [...flags, ...(service.flags ?? []), ...values];
      summary = await check(service.url, service.document ?? `${service.url}/openapi.json`, given);
    });
    afterAll(() => service?.stop());
    holdsJudgements(name, reached, () => summary);
    test('what was there before is as it was', async () => {
      expect(await existing()).toBe(before);
    });
    test('no case is left without an answer', () => {
      expect(summary.errored).toEqual([]);
    });
  });
