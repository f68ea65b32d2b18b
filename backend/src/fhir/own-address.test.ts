import { setOwnAddresses, ownAddresses, relativeReference } from './own-address.ts';
import { parseReference } from './resource.ts';

setOwnAddresses(
  ...ownAddresses({
    shellOrigin: 'https://phr.example',
    services: { fhir: 'https://records.phr.example/r4', phr: '', admin: '', directory: '', emr: '' },
    ports: { shell: 4000, identity: 4001, files: 4002 },
    host: '10.0.0.7',
    fhirUpstream: { base: 'http://hapi:8080/fhir' },
  }),
);

test.each([
  'https://phr.example/fhir/Observation/1',
  'http://phr.example/fhir/Observation/1',
  'HTTPS://PHR.EXAMPLE/fhir/Observation/1',
  'https://phr.example:443/fhir/Observation/1',
  'http://phr.example:443/fhir/Observation/1',
  'https://phr.example./fhir/Observation/1',
  'https://a@phr.example/fhir/Observation/1',
  'https:phr.example/fhir/Observation/1',
  ' https://phr.example/fhir/Observation/1',
  'https://phr.example/fhir//Observation/1/',
  'https://phr.example/%66hir/Observation/1',
  'https://phr.example/x/../fhir/Observation/1',
  'https://phr.example/fhir/Observation/1?_format=json#x',
  'https:\\\\phr.example\\fhir\\Observation\\1',
  'https://records.phr.example/r4/Observation/1',
  'http://localhost:4000/fhir/Observation/1',
  'http://127.0.0.1:4000/fhir/Observation/1',
  'http://127.1:4000/fhir/Observation/1',
  'http://[::1]:4000/fhir/Observation/1',
  'http://10.0.0.7:4000/fhir/Observation/1',
  'http://hapi:8080/fhir/Observation/1',
  '/fhir/Observation/1',
  '//phr.example/fhir/Observation/1',
  'https://phr.example/fhir/Observation/1/_history/3',
])('%s is what this server holds', (reference) => {
  expect(parseReference(reference)).toEqual({ type: 'Observation', id: '1' });
});

test('a search at an own address is a search here', () => {
  expect(relativeReference('https://phr.example/fhir/Organization?identifier=https://a.example/n|1')).toBe(
    'Organization?identifier=https://a.example/n|1',
  );
});

test.each([
  'https://other.example/fhir/Observation/1',
  'https://phr.example.other.example/fhir/Observation/1',
  'https://phr.example:8443/fhir/Observation/1',
  'https://phr.example/fhirx/Observation/1',
  'https://phr.example/api/phr/Observation/1',
  'https://phr.example/fhir/metadata',
  'http://localhost:4001/fhir/Observation/1',
  'https://phr.example/%E0%A4/Observation/1',
  'urn:uuid:1',
  '#1',
  'https://',
  'display',
])("%s is none of this server's resources", (reference) => {
  expect([relativeReference(reference), parseReference(reference)]).toEqual([reference, undefined]);
});
