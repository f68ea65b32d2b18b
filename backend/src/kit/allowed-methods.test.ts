import { allowedMethods } from './allowed-methods.ts';

const entry = (method: string, url: string) => ({ method, url, doc: undefined, access: undefined });
const ROUTES = [
  entry('GET', '/fhir/:type/:id'),
  entry('HEAD', '/fhir/:type/:id'),
  entry('PUT', '/fhir/:type/:id'),
  entry('POST', '/fhir/:type'),
  entry('POST', '/api/phr/device'),
  entry('GET', '/*'),
  entry('GET', '/m/*'),
];

test.each([
  ['/fhir/Patient/1', ['GET', 'HEAD', 'PUT']],
  ['/fhir/Patient/1?x=/a/b', ['GET', 'HEAD', 'PUT']],
  ['/fhir/Patient', ['POST']],
  ['/api/phr/device', ['POST']],
  ['/dashboard', ['GET']],
  ['/m/a/1.0.0/x.js', ['GET']],
  ['/api/phr/devices', []],
  ['/api/phr/device/', []],
  ['/fhir/Patient/', []],
  ['/fhir/a/b/c', []],
  ['/fhir', []],
])('%s answers %j', (path, methods) => {
  expect(allowedMethods(ROUTES, path)).toEqual(methods);
});
