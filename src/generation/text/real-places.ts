/** A real city with its region, one of its postcodes, its country, and its coordinates. */
export interface RealPlace {
  readonly city: string;
  readonly region: string;
  readonly postcode: string;
  readonly country: string;
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
}

const ROWS: readonly (readonly [string, string, string, string, string, number, number])[] = [
  ['Bern', 'Bern', '3011', 'Switzerland', 'CH', 46.948, 7.4474],
  ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'France', 'FR', 45.764, 4.8357],
  ['Hamburg', 'Hamburg', '20095', 'Germany', 'DE', 53.5511, 9.9937],
  ['Turin', 'Piedmont', '10121', 'Italy', 'IT', 45.0703, 7.6869],
  ['Valencia', 'Valencia', '46002', 'Spain', 'ES', 39.4699, -0.3763],
  ['Utrecht', 'Utrecht', '3511 AB', 'Netherlands', 'NL', 52.0907, 5.1214],
  ['Leeds', 'West Yorkshire', 'LS1 4AP', 'United Kingdom', 'GB', 53.8008, -1.5491],
  ['Portland', 'Oregon', '97204', 'United States', 'US', 45.5152, -122.6784],
  ['Austin', 'Texas', '78701', 'United States', 'US', 30.2672, -97.7431],
  ['Toronto', 'Ontario', 'M5H 2N2', 'Canada', 'CA', 43.6532, -79.3832],
  ['Melbourne', 'Victoria', '3000', 'Australia', 'AU', -37.8136, 144.9631],
  ['Nagoya', 'Aichi', '460-0008', 'Japan', 'JP', 35.1815, 136.9066],
];

export const REAL_PLACES: readonly RealPlace[] = ROWS.map(
  ([city, region, postcode, country, code, latitude, longitude]) => ({
    city,
    region,
    postcode,
    country,
    code,
    latitude,
    longitude,
  }),
);
