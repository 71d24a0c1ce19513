import { describe, expect, test } from 'vitest';
import { type Ask, asking } from '../ask.ts';
import { answer, api, array, object, path, ref, sending, text } from '../little.ts';

const Contact = object({ ContactID: { type: 'string', format: 'uuid' }, Name: text, Email: text });
const Contacts = object({ Contacts: array(ref('Contact')) });
const Rate = object({ Name: text, TaxType: text });
const document = api(
  {
    '/Contacts': {
      get: { operationId: 'getContacts', ...answer(ref('Contacts')) },
      put: { operationId: 'createContacts', ...sending(ref('Contacts')), ...answer(ref('Contacts')) },
      post: { operationId: 'updateOrCreateContacts', ...sending(ref('Contacts')), ...answer(ref('Contacts')) },
    },
    '/Contacts/{ContactID}': { ...path('ContactID'), get: { operationId: 'getContact', ...answer(ref('Contacts')) } },
    '/Rates': {
      get: { operationId: 'getRates', ...answer(object({ Rates: array(ref('Rate')) })) },
      put: { operationId: 'createRate', ...sending(ref('Rate')), ...answer(object({ Rates: array(ref('Rate')) })) },
    },
  },
  { Contact, Contacts, Rate },
);
const contacts = async (ask: Ask): Promise<readonly object[]> => (await ask('GET', '/Contacts')).body.Contacts;

describe('A list in the body that creates', () => {
  test('a PUT on a collection that is called create makes each of its list', async () => {
    const ask = await asking(document);
    const { body } = await ask('PUT', '/Contacts', { Contacts: [{ Name: 'Ann' }, { Name: 'Bea' }] });
    expect(body.Contacts).toMatchObject([{ Name: 'Ann' }, { Name: 'Bea' }]);
    expect(await contacts(ask)).toEqual(expect.arrayContaining(body.Contacts));
  });

  test('an entry with the id of an existing entity changes it where the name says update', async () => {
    const ask = await asking(document);
    const [made] = (await ask('PUT', '/Contacts', { Contacts: [{ Name: 'Ann', Email: 'ann@a.org' }] })).body.Contacts;
    const before = (await contacts(ask)).length;
    const { ContactID } = made;
    const { body } = await ask('POST', '/Contacts', { Contacts: [{ ContactID, Name: 'Anna' }, { Name: 'Bea' }] });
    expect(body.Contacts).toMatchObject([{ ContactID, Name: 'Anna', Email: 'ann@a.org' }, { Name: 'Bea' }]);
    expect(await contacts(ask)).toHaveLength(before + 1);
    expect((await ask('GET', `/Contacts/${ContactID}`)).body.Contacts).toMatchObject([
      { Name: 'Anna', Email: 'ann@a.org' },
    ]);
  });

  test('a PUT that is called create makes one where no path names an item', async () => {
    const ask = await asking(document);
    const { body } = await ask('PUT', '/Rates', { Name: 'State', TaxType: 'T1' });
    expect(body.Rates).toMatchObject([{ Name: 'State', TaxType: 'T1' }]);
    expect((await ask('GET', '/Rates')).body.Rates).toContainEqual(expect.objectContaining({ Name: 'State' }));
  });
});
