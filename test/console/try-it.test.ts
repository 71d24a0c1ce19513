import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openConsole, type ServedMock, serve } from './browser.ts';

const SCHEMA =
  '{ type: object, required: [name, picture], properties: { name: { type: string }, picture: { type: string, format: binary, contentMediaType: image/png } } }';
const MEMBER =
  '{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string, minLength: 1 } } }';
const API = `openapi: 3.1.0
info: { title: Club, version: '1' }
security: [{ session: [] }]
paths:
  /members:
    get: { operationId: listMembers, responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } } } }
    post:
      operationId: addMember
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Member' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Member' } }
          multipart/form-data: { schema: ${SCHEMA} }
      responses: { '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } } }
  /members/{id}/picture:
    get: { operationId: showPicture, parameters: [{ name: id, in: path, required: true, description: 'Taken from \`listMembers\`.', schema: { type: integer } }], responses: { '200': { description: ok, content: { image/png: {} } } } }
  /members/{id}/card:
    get: { operationId: showCard, parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: ok, content: { application/zip: {} } } } }
components:
  securitySchemes: { session: { type: apiKey, in: cookie, name: sid } }
  schemas: { Member: ${MEMBER} }
`;

describeInBrowser('requests that a script of a page cannot send by itself', () => {
  let served: ServedMock;
  beforeAll(async () => {
    const document = join(tmpdir(), `standin-club-${process.pid}.yaml`);
    writeFileSync(document, API);
    served = await serve({ document, auth: 'document' });
  });
  afterAll(() => served.mock.close());

  it('a session cookie is sent with the request, and the browser keeps its own afterwards', async () => {
    const { page, faults } = await openConsole(served.url, '#/operations/listMembers');
    await page.evaluate("document.cookie = 'sid=mine; path=/'");
    await page.evaluate("document.cookie = 'other=1; path=/'");
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer .meta').getByText('200').waitFor();
    const cookies = String(await page.evaluate('document.cookie'))
      .split('; ')
      .sort();
    expect(cookies).toEqual(['other=1', 'sid=mine']);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a request without an answer can be stopped', async () => {
    const world = served.mock.world('default');
    await world.override({ operation: 'listMembers', fault: 'hang', times: 1 });
    const { page, faults } = await openConsole(served.url, '#/operations/listMembers');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('no answer').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.answer .meta').getByText('200').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a picture of an answer is seen, and another file can be saved', async () => {
    const { page, faults } = await openConsole(served.url, '#/operations/showPicture');
    await page.getByText('1 parameter', { exact: true }).click();
    await page.getByRole('code').getByText('listMembers', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const picture = page.getByRole('img', { name: 'Content of the answer' });
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((each) => (each as { naturalWidth?: number }).naturalWidth)).toBe(64);
    await page.evaluate("location.hash = '#/operations/showCard'");
    await page.getByText('/members/{id}/card', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('bytes of application/zip').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^answer/);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a form and a picture are sent beside JSON, and the field shows what is sent', async () => {
    const { page, faults } = await openConsole(served.url, '#/operations/addMember');
    const types = page.getByRole('combobox', { name: 'Media type of the content' });
    const content = page.getByRole('textbox', { name: 'Content of the request' });
    await expect.poll(() => content.textContent()).toContain('"name"');
    for (const [type, shown] of [
      ['application/x-www-form-urlencoded', /^name=/],
      ['multipart/form-data', /content-disposition: form-data/i],
    ] as const) {
      await types.selectOption(type);
      await expect.poll(() => content.textContent()).toMatch(shown);
      await page.getByRole('button', { name: 'Send' }).click();
      await page.locator('.answer .meta').getByText('201').waitFor();
      const { request } = served.mock.journal.entries({ operation: 'addMember' }).at(-1) as never as {
        readonly request: { readonly body: { readonly mediaType: string } };
      };
      expect(request.body.mediaType).toContain(type);
    }
    // A change of the text does not spoil the line ends that the parts need.
    await content.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    const count = (): number => served.mock.journal.entries({ operation: 'addMember' }).length;
    const before = count();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(count).toBe(before + 1);
    expect(served.mock.journal.entries({ operation: 'addMember' }).at(-1)).toMatchObject({ response: { status: 201 } });
    await page.getByRole('combobox', { name: 'Kind of request' }).selectOption('required /body/name');
    await expect.poll(() => content.textContent()).not.toContain('"name"');
    await expect.poll(() => types.count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
