import { checkMedicine, EMPTY, formOf, type MedicineForm, newStatement } from './medicine-form.model.ts';
import { readMedicine } from './medicine.entity.ts';
import { statement } from './samples.test-support.ts';

const check = (form: Partial<MedicineForm>) => checkMedicine({ ...EMPTY, name: 'Thuốc', ...form });
const amountOf = (typed: string): number | readonly string[] | undefined => {
  const checked = check({ amount: typed });
  return checked.ok ? checked.entry.dose?.amount : checked.faults.map(({ message }) => message);
};

test('a dose may be a small part of a unit, or thousands of units', () => {
  expect(['0,125', '0.125', '0,5', '1', '50000', '2400000', '.5'].map(amountOf)).toEqual([
    0.125, 0.125, 0.5, 1, 50_000, 2_400_000, 0.5,
  ]);
});

test('a dose is above nothing and below what nobody takes, and a stock is not below nothing', () => {
  for (const typed of ['0', '-1', '1000000000', 'một', '1e3'])
    expect([typed, amountOf(typed)]).toEqual([typed, ['med.err.number']]);
  expect(check({ amount: '1', count: '0' }).ok).toBe(true);
  expect(check({ amount: '1', count: '-1' }).ok).toBe(false);
});

test('what may be fifty or fifty thousand is asked again', () => {
  for (const typed of ['50.000', '50,000', '1.125'])
    expect([typed, amountOf(typed)]).toEqual([typed, ['med.err.thousands']]);
});

test('a stored amount stands in the form as the reader writes numbers, and is read back', () => {
  const medicine = readMedicine(
    statement('m1', 'Thuốc', { more: { dosage: [{ doseAndRate: [{ doseQuantity: { value: 0.5, unit: 'viên' } }] }] } }),
    'vi-VN',
  );
  if (medicine === undefined) throw new Error('not read');
  expect([formOf(medicine, 'vi-VN').amount, formOf(medicine, 'en-US').amount]).toEqual(['0,5', '0.5']);
  expect(amountOf(formOf(medicine, 'vi-VN').amount)).toBe(0.5);
});

test('the source of a medicine is who wrote it down: the person herself, or a relative by name', () => {
  const sourceOf = (by: { readonly id: string; readonly name: string }) => {
    const entry = { name: 'Panadol', rhythm: 'none', papers: [] } as const;
    const made = newStatement(entry, { patientId: 'mother', at: '2026-11-30T08:00:00+07:00', formId: 'f', by });
    return readMedicine({ ...made, id: 'm1' }, 'vi-VN')?.lines.find(({ label }) => label === 'Nguồn')?.value;
  };
  expect(sourceOf({ id: 'daughter', name: 'CHÂU' })).toBe('Người nhà: CHÂU');
  expect(sourceOf({ id: 'mother', name: 'ÁNH' })).toBe('Bệnh nhân');
});
