import { type Chance, drawInt, pick } from '../../model/chance.ts';
import type { Meanings } from './meaning.ts';

/** Goods, prices and payments. */
export const COMMERCE: Meanings = {
  'price, amount, cost, total, fee, balance, subtotal, tax, discount, unit price, total amount, total price': (
    _,
    chance,
  ) => money(chance),
  'currency, currency code, price currency': (_, chance) =>
    pick(chance, ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'SEK', 'CAD']),
  'currency symbol': (fake) => fake.finance.currencySymbol(),
  'product, product name, item name, article name': (fake) => fake.commerce.productName(),
  'product title, item title': (fake) => fake.commerce.productName(),
  'product description, item description': { make: (fake) => fake.commerce.productDescription(), prose: true },
  'category, category name, department, department name': (fake) => fake.commerce.department(),
  'material, product material': (fake) => fake.commerce.productMaterial(),
  'brand, manufacturer, vendor, supplier, company, company name, organization, organisation, organization name, organisation name, employer, business name, merchant, merchant name, account name, publisher':
    (fake) => fake.company.name(),
  'sku, article number, product code, item code': (_, chance) => `SKU-${drawInt(chance, 10000, 99999)}`,
  'order number, invoice number, reference, reference number, confirmation number, receipt number, ticket number': (
    _,
    chance,
  ) => `${drawInt(chance, 100000, 999999)}`,
  'tracking number': (_, chance) => `1Z${drawInt(chance, 10000000, 99999999)}`,
  iban: (fake) => fake.finance.iban(),
  'bic, swift': (fake) => fake.finance.bic(),
  'account number, bank account': (fake) => fake.finance.accountNumber(10),
  'routing number': (fake) => fake.finance.routingNumber(),
  'card number, credit card, credit card number': () => '4242424242424242',
  last4: (_, chance) => String(drawInt(chance, 1000, 9999)),
  isbn: (fake) => fake.commerce.isbn(),
  'catch phrase, slogan, tagline, motto': { make: (fake) => fake.company.catchPhrase(), prose: true },
  'vehicle, vehicle name, car': (fake) => fake.vehicle.vehicle(),
  'license plate, registration number': (fake) => fake.vehicle.vrm(),
  vin: (fake) => fake.vehicle.vin(),
};

/** A price with a usual ending. */
export function money(chance: Chance): string {
  const ending = pick(chance, ['99', '95', '50', '00', '49', '90']);
  return `${drawInt(chance, 2, 199)}.${ending}`;
}
