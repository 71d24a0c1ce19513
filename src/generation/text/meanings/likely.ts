import { type Chance, drawInt, pick } from '../../model/chance.ts';
import { instantAround } from '../formats/instants.ts';
import { adjective, noun, slug } from '../vocabulary.ts';
import type { Meanings } from './meaning.ts';

/**
 * What names make likely, for strings that say nothing else. Examples, listed words and the other meanings
 * come first.
 */
export const LIKELY: Meanings = {
  code: (_, chance) => letters(chance, 2) + digits(chance, 4),
  'bank code, branch code, sort code, iso code, numeric code': (_, chance) => digits(chance, 6),
  'error code, result code, reason code': oneOf('not_found', 'invalid_request', 'conflict'),
  'response code, http code, http status, http status code': oneOf('200', '201', '404'),
  'region code, continent code': oneOf('EU', 'NA', 'AS'),
  'merchant category code, mcc': oneOf('5411', '5732', '5812'),
  'number, num, no, nr, barcode, ean, upc, gtin': (_, chance) => digits(chance, 8),
  'serial, serial number, serial no, imei': (_, chance) => `SN${digits(chance, 8)}`,
  'vat number, vat id, tax number, tax id, tax code, vat code, vat, vatin, vat no': (_, chance) =>
    `DE${digits(chance, 9)}`,
  'extension, phone extension, ext': (_, chance) => digits(chance, 3),
  'file extension, file type, suffix of file': oneOf('pdf', 'png', 'csv'),
  'symbol, ticker, exchange, abbreviation, initial, prefix': (_, chance) => letters(chance, 3),
  key: (fake) => slug(fake, 2),
  'public key, private key, secret key, access key, client key, consumer key, routing key, license key, sharing key, user key, encryption key, signature, nonce, certificate, thumbprint, md5, etag, cursor, next cursor, page token, client id':
    (_, chance) => hexadecimal(chance),
  'alias, subdomain, bucket, cluster, queue, topic, realm, tenant': (fake) => slug(fake, 2),

  'type, kind, class, subtype, sub type, plan, tier': oneOf('standard', 'basic', 'premium'),
  'mode, payment mode': oneOf('automatic', 'manual'),
  'role, user role': oneOf('admin', 'editor', 'viewer'),
  'level, priority, severity, importance, risk, impact': oneOf('low', 'medium', 'high'),
  'visibility, access, privacy': oneOf('public', 'private'),
  'scope, permission, right': oneOf('read', 'write'),
  'source, origin, medium': oneOf('web', 'api', 'import'),
  'channel, communication channel, contact method': oneOf('email', 'web', 'phone'),
  'platform, device type': oneOf('web', 'ios', 'android'),
  'os, operating system, os name': oneOf('Windows', 'macOS', 'Linux', 'Android', 'iOS'),
  'payment method, payment type': oneOf('card', 'bank_transfer', 'invoice'),
  'shipping method, delivery method, shipping service': oneOf('standard', 'express', 'pickup'),
  'phone type, address type, contact type, email type': oneOf('home', 'work'),
  'relationship, relation': oneOf('parent', 'sibling', 'friend'),
  'card type, card brand': oneOf('visa', 'mastercard', 'amex'),
  'http method, request method': oneOf('GET', 'POST', 'PUT'),
  'region, cloud region, availability zone, zone': oneOf('eu-west', 'us-east', 'ap-south'),
  'environment, stage, env': oneOf('production', 'staging', 'development'),
  'action, operation, event, event type, trigger': oneOf('created', 'updated', 'deleted'),
  'result, outcome': oneOf('success', 'failure'),
  'frequency, interval, period, billing period, recurrence': oneOf('daily', 'weekly', 'monthly'),
  direction: oneOf('inbound', 'outbound'),
  'protocol, scheme': oneOf('https', 'http'),
  'format, file format, output format, data format': oneOf('json', 'csv', 'pdf'),
  'encoding, charset': oneOf('utf-8'),
  'algorithm, hash algorithm': oneOf('sha256', 'sha512'),
  'operator, comparison': oneOf('eq', 'lt', 'gt'),
  'order by, sort by, group by, sort': oneOf('name', 'created_at'),
  'sort order, sort direction': oneOf('asc', 'desc'),
  license: oneOf('MIT', 'Apache-2.0', 'BSD-3-Clause'),
  'orientation, layout': oneOf('portrait', 'landscape'),
  industry: oneOf('Retail', 'Logistics', 'Software'),

  by: (fake) => `${fake.person.firstName()} ${fake.person.lastName()}`,
  'artist, composer, director, instructor, speaker, driver, participant, member, attendee, follower, subscriber, watcher, collaborator, contributor, approver, manager':
    (fake) => `${fake.person.firstName()} ${fake.person.lastName()}`,
  'user, twitter, instagram, agent': (fake, chance) => `${slug(fake, 1)}${drawInt(chance, 1, 99)}`,
  'provider, carrier, issuer, bank, supplier name, operator name': (fake) => fake.company.name(),
  'team, group, project, campaign, workspace': (fake) => `${adjective(fake)} ${noun(fake)}s`,
  'model, device, product model': (_, chance) => `${letters(chance, 1)}-${drawInt(chance, 100, 999)}`,
  'copyright, attribution': (fake) => `© ${fake.company.name()}`,
  'info, desc, about, synopsis, extra, additional info, msg, memo, hint, footer, narrative, disclaimer': {
    make: (fake) => `About the ${adjective(fake)} ${noun(fake)}.`,
    prose: true,
  },
  'error, last error': { make: (fake) => `The ${noun(fake)} is not available.`, prose: true },
  subtitle: { make: (fake) => `The ${adjective(fake)} ${noun(fake)}`, prose: true },
  'next, prev, previous, self, location url, permalink url, page url': (fake) => `https://example.com/${slug(fake, 1)}`,
  'street2, address3, address4, line3, line4, address line3, address line4': (fake) => fake.location.secondaryAddress(),
  'street1, street line1': (fake) => fake.location.streetAddress(),
  'field, attribute, property, column, parameter, param': oneOf('name', 'status', 'created_at'),
  'pattern, regex, regexp': oneOf('^[a-z]+$', '^[0-9]{4}$'),
  'cron, cron expression, crontab': oneOf('0 9 * * 1', '30 2 * * *'),
  rel: oneOf('self', 'next', 'related'),
  'reply to': (fake) => `${slug(fake, 1)}@example.com`,
  'server, fqdn': (fake) => `${slug(fake, 1)}.example.com`,
  'hex code, hex': (fake) => fake.color.rgb(),
  'aspect ratio': oneOf('16:9', '4:3', '1:1'),
  'screen size, image size, resolution': oneOf('1920x1080', '1280x720'),

  'created, updated, modified, deleted, added, timestamp, datetime, expiration, expiry, expires, at, on, time, start, end, start time, end time, deadline':
    (_, chance, words) => new Date(instantAround(words, chance)).toISOString().replace('.000Z', 'Z'),
  'date of birth, birth, birthday, dob, birthdate': (_, chance) =>
    new Date(instantAround(['birth'], chance)).toISOString().slice(0, 10),
};

function oneOf(...values: readonly string[]): Meanings[string] {
  return (_, chance) => pick(chance, values) ?? '';
}

function digits(chance: Chance, count: number): string {
  return String(drawInt(chance, 10 ** (count - 1), 10 ** count - 1));
}

function letters(chance: Chance, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) text += String.fromCharCode(drawInt(chance, 65, 90));
  return text;
}

function hexadecimal(chance: Chance): string {
  const quarter = (): string => drawInt(chance, 0, 0xffffffff).toString(16).padStart(8, '0');
  return quarter() + quarter() + quarter() + quarter();
}
