import { isApiPath, plainAddress } from './paths.ts';

test.each([
  ['/%61pi/phr/inbox', '/api/phr/inbox'],
  ['/f%68%69r/Patient/A%2DB%5F%7e%2E?name=%41', '/fhir/Patient/A-B_~.?name=%41'],
  ['/patient%2Dapp', '/patient-app'],
  // what would be another address stays
  ['/fhir/Patient/a%2Fb%3Fc%25%36%31%20%C3%A9', '/fhir/Patient/a%2Fb%3Fc%2561%20%C3%A9'],
  ['/%', '/%'],
])('%s is read as %s', (written, plain) => {
  expect(plainAddress(written)).toBe(plain);
});

test('an address of a service is one, however it is written', () => {
  expect(isApiPath(plainAddress('/%61%70%69/phr/inbox'))).toBe(true);
});
