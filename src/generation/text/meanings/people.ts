import { asciiName } from '../../../wire/index.ts';
import { drawInt } from '../../model/chance.ts';
import type { Fake } from '../faker.ts';
import type { Meanings } from './meaning.ts';

/** Persons and their contact data. Addresses are in ranges reserved for documentation. */
export const PEOPLE: Meanings = {
  'first name, given name, forename, firstname, givenname': (fake) => fake.person.firstName(),
  'last name, family name, surname, lastname, familyname': (fake) => fake.person.lastName(),
  'middle name, middle initial': (fake) => fake.person.middleName(),
  'full name, fullname, display name, contact name, real name, cardholder name, holder name, author, owner, creator, assignee, reviewer, recipient, sender, contact, customer':
    fullName,
  'user name, person name, customer name, owner name, author name, member name, employee name, contact name, guest name, visitor name, patient name, student name, client name, billing detail name, shipping name, billing name, delivery name, address name, recipient name, sender name, payer name, payee name, buyer name, driver name, passenger name, traveler name, traveller name, attendee name, participant name, applicant name, candidate name, teacher name, doctor name, nurse name, instructor name, speaker name, subscriber name, resident name':
    fullName,
  'username, user login, login, handle, screen name, nickname, nick name, nick': (fake, chance) =>
    `${asciiName(fake.person.firstName())}${drawInt(chance, 1, 99)}`,
  'email, email address, mail, e mail, contact email': (fake) =>
    `${asciiName(fake.person.firstName())}.${asciiName(fake.person.lastName())}@example.com`,
  'phone, phone number, mobile, mobile number, telephone, tel, cell, fax, contact number': (_, chance) =>
    `+1202555${String(drawInt(chance, 100, 199)).padStart(4, '0')}`,
  'gender, sex': (fake) => fake.person.sex(),
  'job title, occupation, profession, job, position title': (fake) => fake.person.jobTitle(),
  'name prefix, salutation, honorific': (fake) => fake.person.prefix(),
  'bio, biography, about me': {
    make: (fake) => `${fake.person.jobTitle()} from ${fake.location.city()}.`,
    prose: true,
  },
  nationality: (fake) => fake.location.country(),
};

function fullName(fake: Fake): string {
  return `${fake.person.firstName()} ${fake.person.lastName()}`;
}
