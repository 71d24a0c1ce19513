import { type Chance, drawInt } from '../../model/chance.ts';
import { instantAround } from '../formats/instants.ts';
import { money } from './commerce.ts';
import type { Meanings } from './meaning.ts';

/** Counts and measures. */
export const NUMBERS: Meanings = {
  'price, amount, cost, total, fee, balance, subtotal, tax, discount, salary, budget, revenue, unit price, total price, total amount, shipping cost':
    (_, chance) => Number(money(chance)),
  'quantity, qty, units, number of items': range(1, 10),
  'count, total count, number of, reviews count, like, view, follower, stock, inventory, in stock, available': range(
    0,
    250,
  ),
  'age, years old': range(18, 80),
  'rating, stars, average rating': (_, chance) => drawInt(chance, 20, 50) / 10,
  score: range(0, 100),
  'latitude, lat': (_, chance) => drawInt(chance, -600000, 700000) / 10000,
  'longitude, lng, lon': (_, chance) => drawInt(chance, -1800000, 1800000) / 10000,
  'year, model year': range(1995, 2025),
  'month, birth month, exp month, expiry month': range(1, 12),
  'exp year, expiry year, expiration year': range(2027, 2031),
  'day, day of month': range(1, 28),
  hour: range(0, 23),
  'minute, second': range(0, 59),
  'percent, percentage, progress, ratio percent': range(1, 100),
  'probability, confidence, ratio, share': (_, chance) => drawInt(chance, 1, 99) / 100,
  'embedding, vector': (_, chance) => drawInt(chance, -9999, 9999) / 10_000,
  'page, page number, current page': range(1, 3),
  'page size, per page, limit': range(10, 50),
  'offset, skip': () => 0,
  'size, file size, bytes, length bytes, content length': range(1024, 900_000),
  width: range(320, 1920),
  height: range(240, 1080),
  'depth, length': range(1, 200),
  'weight, mass': (_, chance) => drawInt(chance, 5, 800) / 10,
  'rate, exchange rate, conversion rate, currency rate': (_, chance) => drawInt(chance, 50, 200) / 100,
  'tax rate, vat rate, vat percent, tax percent, tax percentage, vat percentage, vat, commission': range(5, 25),
  'status code, http status, http status code, response code': () => 200,
  'version, revision, version number': range(1, 9),
  'expires in': () => 3600,
  'remaining, failed, pending, used, sent, retry, attempt': range(0, 20),
  'distance, radius, altitude, elevation': range(1, 2000),
  'heading, angle, rotation, bearing': range(0, 359),
  'red, green, blue': range(0, 255),
  humidity: range(20, 90),
  pressure: range(990, 1030),
  coordinate: (_, chance) => drawInt(chance, -900000, 900000) / 10000,
  'day of week, weekday': range(0, 6),
  'week, week of year': range(1, 52),
  'zip code, postal code, post code, zip, postcode': range(10_000, 99_999),
  'decimal, decimal place, minor unit': () => 2,
  temperature: (_, chance) => drawInt(chance, -50, 350) / 10,
  'duration, elapsed, timeout, ttl': range(30, 3600),
  'port, port number': range(8000, 9999),
  'priority, rank, order, position, index, level, sequence': range(1, 10),
  'capacity, seat, room, guest': range(1, 60),
  'valid until, valid from, last seen, iat, exp, created, updated, modified, timestamp, time, created at, updated at, expires at, expires, start time, end time, epoch time, epoch second, created time, deleted at, date, unix, date unix, created unix, unix time, unix timestamp':
    epochSeconds,
};

function range(low: number, high: number): Meanings[string] {
  return (_, chance) => drawInt(chance, low, high);
}

function epochSeconds(_: unknown, chance: Chance, words: readonly string[]): number {
  return instantAround(words, chance) / 1000;
}
