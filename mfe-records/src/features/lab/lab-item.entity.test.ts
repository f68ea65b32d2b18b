import { readLabItem } from './lab-item.entity.ts';

const potassium = (more: object) =>
  readLabItem(
    {
      resourceType: 'Observation',
      id: 'k',
      status: 'final',
      category: [{ coding: [{ code: 'laboratory' }] }],
      code: { coding: [{ system: 'http://loinc.org', code: '2823-3' }], text: 'Kali' },
      valueQuantity: { value: 6.9, unit: 'mmol/L' },
      referenceRange: [{ low: { value: 3.5, unit: 'mmol/L' }, high: { value: 5.1, unit: 'mmol/L' } }],
      ...more,
    },
    'vi-VN',
  );

test('a result that was taken back has neither value nor anything to judge', () => {
  const gone = potassium({ status: 'entered-in-error' });
  expect(gone).not.toHaveProperty('interpretationText');
  expect(gone).not.toHaveProperty('judged');
});

test('what stands beside a number is no part of it: the judge of all values tells it', () => {
  expect(potassium({ interpretation: [{ coding: [{ code: 'H' }] }] })).toMatchObject({
    interpretationText: '6,9 mmol/L',
  });
});

test('a row whose words leave something out says so, one that tells all does not', () => {
  expect(potassium({})).not.toHaveProperty('incomplete');
  const incomplete = potassium({ extension: [{ url: 'urn:x', valueString: 'tan máu' }] })?.incomplete;
  expect(incomplete?.unshown.length).toBeGreaterThan(0);
  expect(potassium({ modifierExtension: [{ url: 'urn:x', valueBoolean: true }] })?.incomplete?.isConditional).toBe(
    true,
  );
});
