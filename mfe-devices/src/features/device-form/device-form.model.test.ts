import { ADDABLE_TYPES, checkForm, EMPTY_FORM, macOf } from './device-form.model.ts';

test('a MAC is read however it is printed', () => {
  expect(
    ['5c:31:3e:00:00:01', '5C-31-3E-00-00-01', '5c313e000001', '5C31.3E00.0001', '5c:31', '5C:31:3E:00:00:0G', ''].map(
      macOf,
    ),
  ).toEqual([...Array.from({ length: 4 }, () => '5C:31:3E:00:00:01'), undefined, undefined, undefined]);
});

test('what is missing is named by field, and a hub needs its MAC', () => {
  expect(checkForm(EMPTY_FORM, 'p')).toEqual({
    ok: false,
    faults: [
      { field: 'type', message: 'device.err.type' },
      { field: 'name', message: 'device.err.name' },
    ],
  });
  expect(checkForm({ ...EMPTY_FORM, type: 'ONE_HUB', name: 'Hub' }, 'p')).toEqual({
    ok: false,
    faults: [{ field: 'mac', message: 'device.err.hubMac' }],
  });
  expect(checkForm({ ...EMPTY_FORM, type: 'MDV', name: 'x', mac: 'zz' }, 'p')).toEqual({
    ok: false,
    faults: [{ field: 'mac', message: 'device.err.mac' }],
  });
  expect(ADDABLE_TYPES).not.toContain('AUTH');
});

test('what is sent: the kind with what it measures, and only what was typed', () => {
  expect(checkForm({ ...EMPTY_FORM, type: 'CARESENS_BGM', name: ' Máy của mẹ ', serialNumber: ' SN ' }, 'p')).toEqual({
    ok: true,
    entry: {
      patientId: 'p',
      type: 'CARESENS_BGM',
      name: 'Máy của mẹ',
      funcType: 'BMS-G',
      usingMode: 1,
      serialNumber: 'SN',
    },
  });
});
