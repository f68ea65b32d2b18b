import type { Actor } from '../fhir/actor.ts';
import { moduleScope } from './partner-scope.ts';
import { mustWrite } from './policy.ts';

const P = 'an';

test('a page that may create what it may not read asks under no condition, whose answer would be the entry that is there', () => {
  const actor: Actor = { kind: 'person', userId: 'PartnerLink/1', patients: new Map([[P, 'write']]), mainPatient: undefined, scopeOfModule: moduleScope(['POST fhir /Observation', 'POST fhir /Condition', 'GET fhir /Condition']) };
  const create = (type: string, ifNoneExist?: string) => () => mustWrite(actor, { method: 'POST', type, expression: type, ...(ifNoneExist === undefined ? {} : { ifNoneExist }) });
  expect(create('Observation')).not.toThrow();
  expect(create('Observation', 'identifier=urn:x|1')).toThrow('Access denied');
  expect(create('Condition', 'identifier=urn:x|1')).not.toThrow();
});
