import { readMedication } from './sections.entity.ts';

const named = (more: object) => readMedication({ resourceType: 'MedicationRequest', id: 'm', ...more }, 'vi-VN')?.name;

test("[COV-05] finds a prescription's medicine in place, resolved, contained, or by its reference", () => {
  expect(named({ medicationCodeableConcept: { text: 'Amlodipin 5 mg' } })).toBe('Amlodipin 5 mg');
  expect(
    named({
      medicationReference: {
        reference: 'Medication/1',
        display: 'x',
        resource: { resourceType: 'Medication', code: { text: 'Atorvastatin 10 mg' } },
      },
    }),
  ).toBe('Atorvastatin 10 mg');
  expect(
    named({
      medicationReference: { reference: '#med' },
      contained: [
        { resourceType: 'Medication', id: 'other', code: { text: 'Sai' } },
        { resourceType: 'Medication', id: 'med', code: { text: 'Ceftriaxon 1 g' } },
      ],
    }),
  ).toBe('Ceftriaxon 1 g');
  expect(named({ medicationReference: { reference: 'Medication/1', display: 'Paracetamol 500 mg' } })).toBe(
    'Paracetamol 500 mg',
  );
  expect(named({ medicationReference: { reference: 'Medication/1' } })).toBeUndefined();
});
