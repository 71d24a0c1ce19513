import { appendFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

describeInBrowser('a tour by mouse', () => {
  let served: ServedMock;
  beforeAll(async () => {
    served = await serve({});
  });
  afterAll(() => served.mock.close());
  const control = async (path: string): Promise<unknown> =>
    (await fetch(`${served.url}/_standin/${path}`)).json() as Promise<unknown>;

  it('a record is created, changed against its schema only when that is asked for, and a change is undone', async () => {
    const { page, faults } = await openConsole(served.url, '#/data');
    await page.getByRole('link', { name: 'pets', exact: true }).click();
    await page.getByRole('link', { name: 'New record' }).click();
    await page.getByText('4 properties').click();
    await page.getByRole('list', { name: 'Properties' }).getByText('categoryId integer required').waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('pet 41 is created.').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    const editor = page.getByRole('textbox', { name: 'pet as JSON' });
    await editor.click();
    await page.keyboard.press('Control+a');
    // One event: a key for each character costs sixty turns of the editor and of its check.
    await page.keyboard.insertText('{"id": 41, "name": 7, "categoryId": 1, "status": "available"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('must be a string, but is 7').waitFor();
    expect(await control('data/pets/41')).not.toMatchObject({ value: { name: 7 } });
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.getByText('pet 41 is saved.').waitFor();
    expect(await control('data/pets/41')).toMatchObject({ value: { name: 7 } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    expect(await control('data/pets/41')).not.toMatchObject({ value: { name: 7 } });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('pet 41 is deleted.').waitFor();
    expect(await control('data/pets/41')).toMatchObject({ status: 404 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The change is undone.').waitFor();
    expect(await control('data/pets/41')).toMatchObject({ address: '41' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('records are searched, filtered and sorted by the store, and lead to those that they name', async () => {
    const { page, faults } = await openConsole(served.url, '#/data/pets');
    await page.getByRole('button', { name: 'Sort by name' }).click();
    await page.getByRole('button', { name: 'Sort by name, ascending' }).waitFor();
    await page.getByRole('combobox', { name: 'Property to filter by' }).selectOption('status');
    await page.getByRole('textbox', { name: 'Value of status' }).fill('sold');
    const { total } = (await control('data/pets?limit=0&filter[status]=sold')) as { readonly total: number };
    await page.getByText(`1 to ${total} of ${total} records`).waitFor();
    await page.goto(`${served.url}/_standin/#/data/pets/3`);
    await page.getByRole('link', { name: /^categories/ }).click();
    await page.getByRole('heading', { name: /^category/ }).waitFor();
    await page.getByText(/records? of pets names? this one/).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('an operation is tried with a valid request, and with one that is broken in one place', async () => {
    const { page, faults } = await openConsole(served.url, '#/operations');
    await page.evaluate("location.hash = '#/operations/listPets'");
    await page.getByText(/^\d+ parameters$/).click();
    const [one, other] = [
      await page.locator('.part > .members > li').first().boundingBox(),
      await page.locator('.part > .members > li').nth(1).boundingBox(),
    ];
    expect(other?.x).toBe(one?.x);
    await page.evaluate("location.hash = '#/operations'");
    await page.getByRole('searchbox').fill('createPet');
    await page.getByRole('link', { name: /POST \/pets$/ }).click();
    await page.getByText('creates a record · resource pets').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer .meta').getByText('201').waitFor();
    await page.getByRole('combobox', { name: 'Kind of request' }).selectOption('required /body/name');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer .meta').getByText('422').waitFor();
    await page.getByRole('link', { name: 'See why it was refused' }).click();
    await page.getByRole('list', { name: 'Violations' }).getByText('is required').waitFor();
    await page.getByRole('link', { name: 'Try it' }).click();
    expect(await page.getByRole('textbox', { name: 'Path and query' }).inputValue()).toBe('/pets');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a preset makes an operation fail; it is switched off, changed and removed', async () => {
    const { page, faults } = await openConsole(served.url, '#/rules');
    await page.getByRole('combobox', { name: 'Operation of the rule' }).selectOption('listPets');
    await page.getByRole('button', { name: 'Down' }).click();
    await page.getByText('Answers 503').waitFor();
    expect((await fetch(`${served.url}/pets`)).status).toBe(503);
    expect((await fetch(`${served.url}/categories`)).status).toBe(200);
    await page.getByRole('checkbox', { name: /, on$/ }).click();
    await page.getByText('The rule is off.').waitFor();
    expect((await fetch(`${served.url}/pets`)).status).toBe(200);
    await page.getByRole('button', { name: /^Remove: / }).click();
    await page.getByText('The rule is removed.').waitFor();
    expect(await control('overrides')).toEqual({ overrides: [] });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('the day after a sunset is two clicks away, and snapshots are compared', async () => {
    const { page, faults } = await openConsole(served.url, '#/requests');
    await page.getByRole('link', { name: 'Worlds and time' }).click();
    await page
      .getByRole('button', { name: /^The day after \d{4}-/ })
      .first()
      .click();
    await page.getByText(/It is \d{4}-/).waitFor();
    const { offset } = (await control('clock')) as { readonly offset: number };
    expect(offset).toBeGreaterThan(86_400_000);
    await page.getByRole('button', { name: 'Back to the present' }).click();
    await page.getByText('as on this machine').waitFor();
    await page.getByRole('textbox', { name: 'Name of a snapshot' }).fill('before');
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.getByRole('button', { name: 'Restore before' }).waitFor();
    await fetch(`${served.url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Quill","categoryId":1}',
    });
    await page.getByRole('button', { name: 'Compare before with now' }).click();
    await page.getByText('"name":"Quill"').waitFor();
    await page.getByRole('textbox', { name: 'Name of a new world' }).fill('mine');
    await page.getByRole('button', { name: 'Open a new world' }).click();
    await page.getByRole('row', { name: /mine/ }).getByRole('button', { name: 'Drop mine' }).click();
    await page.getByText('The world mine is dropped.').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('the use of deprecated parts is shown by caller', async () => {
    await fetch(`${served.url}/pets/1`, { headers: { 'user-agent': 'shop/3' } });
    const { page, faults } = await openConsole(served.url, '#/use');
    await page.getByText('shop/3').waitFor();
    await page.getByText(/of 19 operations, by \d+ requests? to world/).waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('the report of a run is read, and the request of a finding is tried', async () => {
    const path = join(tmpdir(), `standin-console-${process.pid}.json`);
    const finding = {
      check: 'schema.type',
      severity: 'error',
      operation: 'createPet',
      endpoint: 'POST /pets',
      expected: 'a string',
      actual: '3',
      message: 'createPet: `name` must be a string',
      fingerprint: '0123456789abcdef',
      count: 2,
      exchange: {
        request: {
          method: 'POST',
          url: 'http://service.example/pets?x=1',
          headers: [['X-Tried', 'yes']],
          body: { text: '{"name":3}' },
        },
        response: { status: 201, headers: [], body: { text: '{}' } },
      },
    };
    const events = [
      { type: 'run-started', api: { title: 'Shop' }, target: 'http://service.example' },
      { type: 'finding', finding },
    ];
    writeFileSync(path, events.map((each) => JSON.stringify(each)).join('\n'));
    const { page, faults } = await openConsole(served.url, '#/check');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByText('createPet:').click();
    await page.getByText('The run has not come to its end.').waitFor();
    await page.getByRole('heading', { name: 'POST http://service.example/pets?x=1' }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('.card h4')).textTransform")).toBe('none');
    await page.getByRole('link', { name: 'Try it on this mock' }).click();
    const target = page.getByRole('textbox', { name: 'Path and query' });
    await target.waitFor();
    expect(await target.inputValue()).toBe('/pets?x=1');
    expect(await page.getByRole('textbox', { name: 'Header fields, one a line' }).inputValue()).toContain(
      'X-Tried: yes',
    );
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a dropped report is followed while it is written', async () => {
    const path = join(tmpdir(), `standin-console-growing-${process.pid}.json`);
    const add = (event: object): void => appendFileSync(path, `${JSON.stringify(event)}\n`);
    const passed = { type: 'case-finished', result: { verdict: 'passed' } };
    const finding = { check: 'schema.type', severity: 'error', expected: '', actual: '', count: 1 };
    writeFileSync(path, '');
    add({ type: 'run-started', api: { title: 'Shop' }, target: 'http://service.example', plan: { cases: 3 } });
    add(passed);
    const { page, faults } = await openConsole(served.url, '#/check');
    const place = (await page.locator('.drop').boundingBox()) ?? expect.fail('no place to drop');
    const browser = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await browser.send('Input.dispatchDragEvent', {
        type,
        x: place.x + 20,
        y: place.y + 20,
        data: { items: [], files: [path], dragOperationsMask: 1 },
      });
    await page.getByText('1 of 3 cases').waitFor();
    add(passed);
    add({ type: 'finding', finding: { ...finding, fingerprint: 'a', message: 'the name is a number' } });
    await page.getByText('2 of 3 cases').waitFor();
    await page.getByText('the name is a number').waitFor();
    add({ type: 'run-finished', summary: { counts: { passed: 3 }, findings: [], reasons: ['Nothing counts.'] } });
    await page.getByText('Nothing counts.').waitFor();
    await page.getByText('Following').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
