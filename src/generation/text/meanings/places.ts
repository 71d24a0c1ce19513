import type { Meanings } from './meaning.ts';

/** Locations. */
export const PLACES: Meanings = {
  'city, town, locality, city name': (fake) => fake.location.city(),
  'country, country name': (fake) => fake.location.country(),
  'country code, country iso, iso country': (fake) => fake.location.countryCode(),
  'address state, state name, province, region name, state province': (fake) => fake.location.state(),
  'state code, province code': (fake) => fake.location.state({ abbreviated: true }),
  'zip, zip code, zipcode, postal code, postcode, postalcode, post code': (fake) => fake.location.zipCode('#####'),
  'street, street name, street address, address line1, address line 1, line1, line 1, address1, address line, address':
    (fake) => fake.location.streetAddress(),
  'line2, line 2, address line2, address line 2, address2, apartment, unit number, apartment number, flat number, flat':
    (fake) => fake.location.secondaryAddress(),
  'house number, building number, street number': (fake) => fake.location.buildingNumber(),
  'county, district, neighborhood': (fake) => fake.location.county(),
  'location, place, venue, birthplace, origin city, destination city': (fake) =>
    `${fake.location.city()}, ${fake.location.country()}`,
  'timezone, time zone, tz': (fake) => fake.location.timeZone(),
  'latitude, lat': (fake) => String(fake.location.latitude({ precision: 4 })),
  'longitude, lng, lon': (fake) => String(fake.location.longitude({ precision: 4 })),
  continent: (fake) => fake.location.continent(),
};
