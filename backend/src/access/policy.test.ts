import { type Actor, SYSTEM_ACTOR } from '../fhir/actor.ts';
import { ruleOf } from '../fhir/resource-types.ts';
import { moduleScope } from './partner-scope.ts';
import { assertAccess, can, canAccess, mayRead, mayReadOf, must, mustWrite, readable } from './policy.ts';

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
  const organization = { type: 'Organization', id: '1', patient_id: null };
  const { scopeOfModule: _, ...inTheApp } = actor;
  expect([actor, inTheApp, SYSTEM_ACTOR].map((who) => mayRead(who, directory, organization))).toEqual([
    false,
    true,
    true,
  ]);
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

test('a right to some types, or to some codes of some types, opens these and nothing beside them', () => {
  const actor: Actor = {
    kind: 'person',
    userId: 'Practitioner/1',
    patients: new Map(),
    mainPatient: undefined,
    parts: new Map([
      [
        P,
        [
          { types: ['Condition'], codes: null },
          { types: ['Observation', 'Organization'], codes: ['code=x', 'code=y'] },
          { types: ['Observation'], codes: ['code=z'] },
        ],
      ],
      ['binh', [{ types: null, codes: null }]],
    ]),
  };
  const of = (type: string, patientId: string | undefined = P) => readable(actor, patientId, type);
  expect([of('Condition'), of('Observation'), of('Goal'), of('Organization')]).toEqual([
    'all',
    ['code=x', 'code=y', 'code=z'],
    undefined,
    undefined,
  ]);
  expect([of('Goal', 'binh'), of('Goal', 'chau'), readable(actor, undefined, 'Goal')]).toEqual([
    'all',
    undefined,
    undefined,
  ]);
  expect([
    can(actor, 'read', { type: 'Observation', patientId: P }),
    can(actor, 'read', { type: 'Goal', patientId: P }),
    can(actor, 'update', { type: 'Condition', patientId: P }),
    canAccess(actor, P),
  ]).toEqual([true, false, false, false]);
});

test('the system may do everything, also without a record', () => {
  expect([
    can(SYSTEM_ACTOR, 'delete', { type: 'User' }),
    canAccess(SYSTEM_ACTOR, undefined, 'update'),
    readable(SYSTEM_ACTOR, undefined, 'Observation'),
  ]).toEqual([true, true, 'all']);
});

test('an entry of somebody else, or of nobody, and what is no entry, is not read', () => {
  const actor: Actor = { kind: 'person', userId: 'an', patients: new Map([[P, 'read']]), mainPatient: P };
  const rule = ruleOf('Observation');
  if (rule === undefined) throw new Error('no rule');
  const reads = (patient_id: string | null) => mayRead(actor, rule, { type: 'Observation', id: '1', patient_id });
  expect([reads(P), reads('binh'), reads(null)]).toEqual([true, false, false]);
  const observation = { resourceType: 'Observation', code: {} };
  expect([mayReadOf(actor, P, observation), mayReadOf(actor, P, {}), mayReadOf(actor, 'binh', observation)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('who may not is refused, and a try at a record is told with who tried what', () => {
  const actor: Actor = { kind: 'service', userId: 'an', patients: new Map([[P, 'read']]), mainPatient: P };
  const faultOf = (work: () => void): unknown => {
    try {
      work();
      return 'allowed';
    } catch (error) {
      return error;
    }
  };
  expect([
    faultOf(() => assertAccess(actor, P)),
    faultOf(() => must(actor, 'read', { type: 'Goal', patientId: P })),
  ]).toEqual(['allowed', 'allowed']);
  expect(faultOf(() => assertAccess(actor, P, 'update', 'Patient.id'))).toMatchObject({
    statusCode: 403,
    issues: [{ expression: 'Patient.id' }],
    tried: { userId: 'an', patientId: P, action: 'update', type: 'rest' },
  });
  expect(faultOf(() => assertAccess(actor, 'binh'))).toMatchObject({ tried: { patientId: 'binh', action: 'read' } });
  expect(faultOf(() => must(actor, 'update', { type: 'Goal', patientId: P }, 'Goal'))).toMatchObject({
    statusCode: 403,
    issues: [{ expression: 'Goal' }],
  });
});
