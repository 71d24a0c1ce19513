import { type Chance, drawInt, pick } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';
import { uuid } from '../formats/codes.ts';
import { capital, slug } from '../vocabulary.ts';
import type { Meanings } from './meaning.ts';

/** URLs, files, keys and versions. Addresses are in ranges reserved for documentation. */
export const INTERNET: Meanings = {
  'url, uri, website, homepage, link, href, web site, site, web url, html url, endpoint, domain url': address,
  'avatar, avatar url, profile image, profile picture': {
    make: (_, chance) => picture(chance, 'avatars'),
    picture: true,
  },
  'image, photo, picture, thumbnail, icon, logo, cover, banner, image url, photo url, picture url, thumbnail url, icon url, logo url, image link':
    { make: (_, chance) => picture(chance, 'images'), picture: true },
  'callback url, webhook url, webhook, redirect uri, redirect url, return url, success url, cancel url': (fake) =>
    `https://example.com/hooks/${slug(fake, 1)}`,
  'ip, ip address, ipv4, ip v4, remote address, client ip': (_, chance) => `192.0.2.${drawInt(chance, 1, 254)}`,
  'ipv6, ip v6': (_, chance) => `2001:db8::${drawInt(chance, 1, 0xffff).toString(16)}`,
  'mac, mac address': (fake) => fake.internet.mac(),
  'host, hostname, host name, domain, domain name, server name': (fake) => `${slug(fake, 1)}.example.com`,
  'user agent, useragent, browser agent': () =>
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  'slug, permalink, url slug, path slug': (fake) => slug(fake, 2),
  'password, passphrase': (fake, chance) => `${capital(slug(fake, 1))}-${drawInt(chance, 100, 999)}-Sky!`,
  'token, access token, refresh token, api key, apikey, secret, client secret, session token, auth token, csrf token': (
    _,
    chance,
  ) => uuid(chance).replaceAll('-', ''),
  'token type': () => 'bearer',
  'jwt, id token': (_, chance) =>
    [
      'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
      Buffer.from(`{"sub":"${uuid(chance)}"}`).toString('base64url'),
      uuid(chance).replaceAll('-', ''),
    ].join('.'),
  'id, identifier, external id': (_, chance) => uuid(chance).slice(24),
  'status, state': (_, chance) => pick(chance, ['active', 'pending', 'completed']),
  'uuid, uid, guid, trace id, request id, correlation id, session id': (_, chance) => uuid(chance),
  'color, colour, hex color, background color, text color': (fake) => fake.color.rgb(),
  'color name, colour name': (fake) => fake.color.human(),
  'locale, language tag': (_, chance) => pick(chance, ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP', 'pt-BR']),
  'language, lang, language code, preferred language': (_, chance) =>
    pick(chance, ['en', 'de', 'fr', 'es', 'ja', 'pt']),
  'mime type, content type, media type, mimetype': (_, chance) =>
    pick(chance, ['image/png', 'application/pdf', 'text/plain', 'application/json']),
  'file, file name, filename, attachment, original name': (fake, chance) =>
    `${slug(fake, 2)}.${pick(chance, ['pdf', 'png', 'txt', 'csv'])}`,
  'path, file path, filepath, directory, folder': (fake) => `/${slug(fake, 1)}/${slug(fake, 1)}`,
  'version, app version, api version, release': (_, chance) =>
    `${drawInt(chance, 1, 4)}.${drawInt(chance, 0, 20)}.${drawInt(chance, 0, 9)}`,
  'sha, commit, commit sha, sha1, head sha, base sha, revision': (fake) => fake.git.commitSha(),
  'hash, checksum, digest, sha256, fingerprint': (fake) =>
    fake.string.hexadecimal({ length: 64, casing: 'lower', prefix: '' }),
  'branch, git branch, default branch, ref': (fake) => `feature/${slug(fake, 2)}`,
  'release tag, git tag': (_, chance) => `v${drawInt(chance, 1, 9)}.${drawInt(chance, 0, 20)}.0`,
  'repository, repository name, repo, project name, bucket, bucket name, namespace, cluster name, workspace name, key name':
    (fake) => slug(fake, 2),
  emoji: (fake) => fake.internet.emoji(),
};

function address(fake: Fake): string {
  return `https://example.com/${slug(fake, 2)}`;
}

function picture(chance: Chance, folder: string): string {
  return `https://example.com/${folder}/${drawInt(chance, 1, 9999)}.png`;
}
