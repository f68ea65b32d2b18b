import { isStateful, mayChange, nextStatuses } from './transitions.ts';

test('a person answers a waiting consent once and may take an active one back', () => {
  expect(mayChange('Consent', 'proposed', 'active', 'patient')).toBe(true);
  expect(mayChange('Consent', 'proposed', 'rejected', 'patient')).toBe(true);
  expect(mayChange('Consent', 'active', 'inactive', 'patient')).toBe(true);
  expect(mayChange('Consent', 'rejected', 'active', 'patient')).toBe(false);
  expect(mayChange('Consent', 'inactive', 'active', 'patient')).toBe(false);
  expect(nextStatuses('Consent', 'proposed', 'patient')).toEqual(['active', 'rejected']);
});

test('a patient cancels an open appointment and never books one', () => {
  expect(mayChange('Appointment', 'pending', 'cancelled', 'patient')).toBe(true);
  expect(mayChange('Appointment', 'pending', 'booked', 'patient')).toBe(false);
  expect(mayChange('Appointment', 'fulfilled', 'cancelled', 'patient')).toBe(false);
});

test('a resolved disease can only come back, and FHIR synonyms count as the same status', () => {
  expect(mayChange('Condition', 'resolved', 'active', 'patient')).toBe(false);
  expect(mayChange('Condition', 'inactive', 'recurrence', 'patient')).toBe(true);
});

test('keeping a status is no change, and other types have no table', () => {
  expect(mayChange('Task', 'completed', 'completed', 'patient')).toBe(true);
  expect(isStateful('Observation')).toBe(false);
  expect(isStateful('toString')).toBe(false);
});
