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

test('[LAB-10] a result beyond its range is called high and marked without any flag of the laboratory', () => {
  expect(potassium({})).toMatchObject({
    interpretationText: '6,9 mmol/L (Cao)',
    mark: { level: 'mild', words: 'Cao' },
  });
  expect(potassium({ valueQuantity: { value: 4, unit: 'mmol/L' } })).toMatchObject({
    interpretationText: '4 mmol/L (Trong khoảng)',
    mark: { level: 'target' },
  });
  expect(potassium({ interpretation: [{ coding: [{ code: 'HH' }] }] })).toMatchObject({
    mark: { level: 'veryDangerous' },
  });
});

test('a result that was taken back has neither value nor mark', () => {
  expect(potassium({ status: 'entered-in-error' })).not.toHaveProperty('mark');
});

test('what stands beside a number that the person entered judges nothing', () => {
  const own = potassium({
    meta: { source: 'https://phr.example/source/person' },
    interpretation: [{ coding: [{ code: 'H' }] }],
  });
  expect(own).toMatchObject({ interpretationText: '6,9 mmol/L' });
  expect(own).not.toHaveProperty('mark');
});

test('a row whose words leave something out says so, one that tells all does not', () => {
  expect(potassium({})).not.toHaveProperty('untold');
  const untold = potassium({ extension: [{ url: 'urn:x', valueString: 'tan máu' }] })?.untold;
  expect(untold?.unshown.length).toBeGreaterThan(0);
  expect(potassium({ modifierExtension: [{ url: 'urn:x', valueBoolean: true }] })?.untold?.isConditional).toBe(true);
});
