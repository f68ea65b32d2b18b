import { type Actor, SYSTEM_ACTOR } from '../fhir/actor.ts';
import { ruleOf } from '../fhir/resource-types.ts';
import { moduleScope } from './partner-scope.ts';
import { can, mayRead, mayReadOf, mustWrite, readable } from './policy.ts';

const P = 'an';

test('a page that may create but not read a type makes no conditional create', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'PartnerLink/1',
    patients: new Map([[P, 'write']]),
    mainPatient: undefined,
    scopeOfModule: moduleScope(['POST fhir /Observation', 'POST fhir /Condition', 'GET fhir /Condition']),
  };
  const create = (type: string, ifNoneExist?: string) => () =>
    mustWrite(actor, { method: 'POST', type, expression: type, ...(ifNoneExist === undefined ? {} : { ifNoneExist }) });
  expect(create('Observation')).not.toThrow();
  expect(create('Observation', 'identifier=urn:x|1')).toThrow('Access denied');
  expect(create('Condition', 'identifier=urn:x|1')).not.toThrow();
});

test('what a module does not declare its page does not read, whichever way it is asked for', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'PartnerLink/1',
    patients: new Map([[P, 'write']]),
    mainPatient: undefined,
    scopeOfModule: moduleScope(['GET fhir /Patient/:id/Observation']),
  };
  const stored = (type: string) => ({ type, id: '1', patient_id: P });
  const rule = ruleOf('DiagnosticReport');
  if (rule === undefined) throw new Error('no rule');
  expect([readable(actor, P, 'Observation'), readable(actor, P, 'DiagnosticReport')]).toEqual(['all', undefined]);
  expect([mayRead(actor, rule, stored('Observation')), mayRead(actor, rule, stored('DiagnosticReport'))]).toEqual([
    true,
    false,
  ]);
  // places and people belong to nobody's record, but are still readable as declared
  const directory = ruleOf('Organization');
  if (directory === undefined) throw new Error('no rule');
  expect(mayRead(actor, directory, { type: 'Organization', id: '1', patient_id: null })).toBe(false);
  expect([
    can(actor, 'read', { type: 'Observation', patientId: P }),
    can(actor, 'read', { type: 'DiagnosticReport', patientId: P }),
    can(actor, 'share', { type: 'Patient', patientId: P }),
  ]).toEqual([true, false, false]);
});

test('a person does over /fhir what the rule of the type lets persons do, a service what it asks for', () => {
  const actorOf = (kind: Actor['kind']): Actor => ({ kind, userId: 'an', patients: new Map(), mainPatient: undefined });
  const may = (kind: Actor['kind']) => [
    can(actorOf(kind), 'create', { type: 'User' }),
    can(actorOf(kind), 'delete', { type: 'User' }),
  ];
  expect([may('person'), may('service')]).toEqual([
    [true, false],
    [true, true],
  ]);
});

test('an account is read by its own user alone, and by the system', () => {
  const person: Actor = { kind: 'person', userId: 'an', patients: new Map(), mainPatient: undefined };
  const rule = ruleOf('User');
  if (rule === undefined) throw new Error('no rule');
  const reads = (actor: Actor, id: string) => mayRead(actor, rule, { type: 'User', id, patient_id: null });
  expect([reads(person, 'an'), reads(person, 'binh'), reads(SYSTEM_ACTOR, 'binh')]).toEqual([true, false, true]);
});

test('a record is shared by who may change all of it, person or service, and by nobody else', () => {
  const shares = (kind: Actor['kind'], right: 'read' | 'write', patientId?: string) =>
    can({ kind, userId: 'an', patients: new Map([[P, right]]), mainPatient: undefined }, 'share', {
      type: 'Consent',
      patientId,
    });
  expect([shares('person', 'write', P), shares('service', 'write', P)]).toEqual([true, true]);
  expect([shares('person', 'read', P), shares('person', 'write', 'binh'), shares('person', 'write')]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a right to some codes opens what holds one of them, when its content is there to tell', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'Practitioner/1',
    patients: new Map(),
    mainPatient: undefined,
    parts: new Map([[P, [{ types: null, codes: ['code=http://loinc.org|8867-4'] }]]]),
  };
  const of = (code: string) => ({
    resourceType: 'Observation',
    code: { coding: [{ system: 'http://loinc.org', code }] },
  });
  const rule = ruleOf('Observation');
  if (rule === undefined) throw new Error('no rule');
  const stored = { type: 'Observation', id: '1', patient_id: P };
  expect([of('8867-4'), of('9279-1')].map((resource) => mayReadOf(actor, P, resource))).toEqual([true, false]);
  expect(
    [JSON.stringify(of('8867-4')), '', undefined].map((content) =>
      mayRead(actor, rule, { ...stored, ...(content === undefined ? {} : { content }) }),
    ),
  ).toEqual([true, false, false]);
  expect(mayReadOf(actor, 'binh', of('8867-4'))).toBe(false);
});
